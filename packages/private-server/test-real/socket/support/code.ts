/** A player's script that causes events on every channel. */

/** Counts ticks in Memory, logs, draws, moves and spawns; an order to the spawn also activates the room. */
export const code = (room: string) =>
  `module.exports.loop = function () {
  Memory.ticks = (Memory.ticks || 0) + 1
  Memory.stats = { room: "${room}", ticks: Memory.ticks, list: [1, 2, Memory.ticks] }
  for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], "Scout" + Game.time)
  for (const name in Game.creeps) Game.creeps[name].move(1 + (Game.time % 8))
  new RoomVisual("${room}").circle(10, 20)
  Game.map.visual.circle(new RoomPosition(25, 25, "${room}"))
  console.log("tick " + Game.time)
}`
