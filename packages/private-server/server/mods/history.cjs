// Keeps room history as files. The example that comes with the server calls fs.writeFile without a callback, which
// Node refuses today, so it writes nothing. A chunk that is not there is answered as that example does: 500, ENOENT.
const fs = require("node:fs")
const path = require("node:path")

const file = (room, time) => path.resolve("history", path.basename(String(room)), `${Number(time)}.json`)

module.exports = (config) => {
  if (config.engine) {
    config.engine.on("saveRoomHistory", (room, time, data) => {
      const target = file(room, time)
      fs.mkdirSync(path.dirname(target), { recursive: true })
      fs.writeFileSync(target, JSON.stringify(data))
    })
  }
  if (config.backend) {
    config.backend.onGetRoomHistory = (room, time, done) => fs.readFile(file(room, time), "utf8", done)
  }
}
