/** Constant parts of functions that run on the server. */

/** Removes the fields that the built-in storage adds to documents. */
export const plainDocuments = `
    const plain = (list) => list.map((document) => {
      if (document.$loki === undefined) return document
      const { $loki, meta, ...own } = document
      return own
    })`

/** Returns the user with a name. */
export const userNamed = `
    const userNamed = async (username) => {
      const user = await storage.db.users.findOne({ username })
      if (!user) throw new Error("there is no user " + username)
      return user
    }`

/**
 * Returns the fields of an account whose CPU limit and ban stay as they are set: screepsmod-auth sets both to its own
 * values in accounts that are younger than 15 seconds, and in those without its mark, every 10 seconds.
 */
export const settled = `
    const settled = ({ registeredDate }) => {
      const before = new Date(Date.now() - 15000)
      const isYoung = !registeredDate || new Date(registeredDate) > before
      return { authTouched: true, ...(isYoung ? { registeredDate: before } : {}) }
    }`

/** Returns the record of a room. */
export const roomNamed = `
    const roomNamed = async (room) => {
      const found = await storage.db.rooms.findOne({ _id: room })
      if (!found) throw new Error("there is no room " + room)
      return found
    }`

/** Makes the next tick process rooms. */
export const activate = `
    const activate = async (rooms) => {
      for (const room of new Set(rooms)) await storage.env.sadd(storage.env.keys.ACTIVE_ROOMS, room)
    }`

/** Applies changes of rooms and terrain, which the server otherwise does every 20 ticks or at its start. */
export const applyRooms = `
    const applyRooms = async () => {
      const open = (await storage.db.rooms.find({ status: "normal" }))
        .filter(({ openTime }) => !openTime || openTime < Date.now())
      await storage.env.set(storage.env.keys.ACCESSIBLE_ROOMS, JSON.stringify(open.map(({ _id }) => _id)))
      await map.updateTerrainData()
    }`

/** Returns the bots that the server's `mods.json` names: only the help text lists them. */
export const botFolders = String.raw`
    const botFolders = () => String(bots._help).split("Bot AIs:").slice(1).join("").split("\r\n")
      .map((line) => /^ - (.*) \[(.*)\]$/.exec(line))
      .filter((found) => found)
      .map(([, name, folder]) => ({ name, folder }))`
