// Keeps the backend process alive while no room is active, when somebody hangs up on its command line, and when somebody
// registers with a password that cannot be hashed.
//
// The storage answers `undefined` for a set without members (Redis answers an empty list), and the engine deletes the
// set of active rooms in every tick. The cron jobs `roomsForceUpdate` and `genInvaders` put that answer into
// `{ _id: { $nin: activeRooms } }`; without the list LokiJS finds no operator and fails with "fun is not a function".
// Both are async functions that nobody awaits, and since Node 15 an unhandled rejection ends the process.
module.exports = (config) => {
  if (!config.backend) return
  const utils = require.main.require("../lib/utils")
  const getActiveRooms = utils.getActiveRooms
  utils.getActiveRooms = () => getActiveRooms().then((rooms) => rooms ?? [])

  // The command line reads each socket by `readline`, which since Node 16 hands on the socket's errors; nobody listens
  // there, so a client that hangs up before its answer ends the process with "write EPIPE".
  const readline = require("node:readline")
  const createInterface = readline.createInterface
  readline.createInterface = (...options) => createInterface(...options).on("error", () => {})

  // The auth mod makes a buffer of the password in a callback, where nothing catches the error about `true`, an object or
  // a missing one. Made here first, it rejects the promise instead, and the mod responds with the error.
  const Auth = require.main.require("screepsmod-auth/lib/auth")
  const encrypt = Auth.prototype.encrypt_password
  Auth.prototype.encrypt_password = async function (password) {
    new Buffer(password)
    return encrypt.call(this, password)
  }
}
