/** Bots for runs on the game's own server, and Node's services. */
export { onNode } from "../test/support/node.ts"

/** Builds three workers, which upgrade the controller. */
export const worker = `
module.exports.loop = () => {
  const spawn = Object.values(Game.spawns)[0]
  const creeps = Object.values(Game.creeps)
  if (spawn && creeps.length < 3 && !spawn.spawning) spawn.spawnCreep(["work", "carry", "move"], "w" + Game.time)
  for (const creep of creeps) {
    if (creep.store.energy === 0) creep.memory.full = false
    if (creep.store.getFreeCapacity() === 0) creep.memory.full = true
    const { controller } = creep.room
    if (!creep.memory.full) {
      const source = creep.pos.findClosestByRange(FIND_SOURCES)
      if (creep.harvest(source) === ERR_NOT_IN_RANGE) creep.moveTo(source)
    } else if (creeps.length < 3 && spawn.store.getFreeCapacity("energy") > 0) {
      if (creep.transfer(spawn, "energy") === ERR_NOT_IN_RANGE) creep.moveTo(spawn)
    } else if (creep.upgradeController(controller) === ERR_NOT_IN_RANGE) creep.moveTo(controller)
  }
  Memory.stats = { creeps: creeps.length, random: Math.random() }
  console.log("tick " + Game.time + " <" + creeps.map(({ id }) => id) + "> " + Math.random())
}
`

/** Throws in its fifth tick. */
export const broken = `
const helper = () => { throw new Error("broken <on purpose>") }
module.exports.loop = () => {
  console.log("before")
  if (Game.time >= 5) helper()
}
`

/** Builds fighters, which attack creeps and then the spawn in the other room. */
export const fighter = `
module.exports.loop = () => {
  const [spawn] = Object.values(Game.spawns)
  spawn.spawnCreep(["attack", "attack", "move", "move"], "f" + Game.time)
  for (const creep of Object.values(Game.creeps)) {
    const target = creep.pos.findClosestByRange(FIND_HOSTILE_CREEPS) || creep.pos.findClosestByRange(FIND_HOSTILE_SPAWNS)
    const other = spawn.room.name === "W1N1" ? "W2N1" : "W1N1"
    if (!target) creep.moveTo(new RoomPosition(25, 25, other))
    else if (creep.attack(target) === ERR_NOT_IN_RANGE) creep.moveTo(target)
  }
}
`
