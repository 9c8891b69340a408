// Takes chance out of a simulation, so that the same scripts in the same world do the same in every run: scripts have
// numbers from the seed, new objects have ids from the seed, the scripts of a tick run in one order, and the periodic jobs
// that the wall clock starts (invaders, deposits, NPC orders, …) never run by themselves.
const { createHash } = require("node:crypto")

// Numbers from 0 to 1 that depend on the seed, the user, the tick, and how many were drawn in the tick: what a script draws
// does not depend on when its global was created. (The algorithm is mulberry32.)
const install = (seed, userId) => `{
  const start = ${createHash("sha1").update(`${seed}/${userId}`).digest().readUInt32LE()}
  let tick, state
  Math.random = () => {
    if (tick !== Game.time) {
      tick = Game.time
      state = (start + Math.imul(tick, 0x9e3779b1)) | 0
    }
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}`

module.exports = (config) => {
  const seed = process.env.PRIVATE_SERVER_SEED
  if (config.backend) {
    for (const job of Object.values(config.cronjobs)) job[0] = Infinity
  }
  if (!config.engine) return
  const { driver } = config.engine

  const installed = new WeakSet()
  config.engine.on("playerSandbox", (sandbox, userId) => {
    if (installed.has(sandbox.getIsolate())) return
    installed.add(sandbox.getIsolate())
    sandbox.run(install(seed, userId))
  })

  // The server sorts by the CPU time of the last tick.
  const { getAllUsers } = driver
  driver.getAllUsers = () =>
    getAllUsers().then((users) => users.sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1)))

  const counts = new Map()
  const nextId = (room) => {
    const count = (counts.get(room) ?? 0) + 1
    counts.set(room, count)
    return createHash("sha1").update(`${seed}/${room}/${count}`).digest("hex").slice(0, 15)
  }
  const { bulkObjectsWrite } = driver
  driver.bulkObjectsWrite = () => {
    const bulk = bulkObjectsWrite()
    return { ...bulk, insert: (object, id) => bulk.insert(object, id ?? nextId(object.room)) }
  }
}
