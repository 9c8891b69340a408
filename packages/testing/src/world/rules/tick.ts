/** One tick of a shard: all rules in order. */
import { run } from "../state/script.ts"
import type { World } from "../state/world.ts"
import { objectRules } from "./intentRules.ts"
import { ageRoom } from "./aging.ts"
import { clearActions } from "./creatures.ts"
import { moveCreeps } from "./movement.ts"
import { livePowerCreeps } from "./powerRules.ts"
import { trade } from "./trade.ts"

/** Runs scripts, applies intents, ages the world, advances its clock and records history. @internal */
export const advance = (world: World, now: number) => {
  const { accounts, events, history, intents, rooms, shard, tickLengths, time } = world
  const { evaluate } = world.options
  for (const user of accounts.all.values()) {
    if (world.shards.every((one) => one.owned(user).length === 0)) user.isActive = false
    if (world.runs(user)) run(user, world.memoryOf(user), { shard, time, evaluate, events })
  }
  for (const room of Array.from(rooms.made)) clearActions(rooms, room)
  for (const act of world.routines) act()
  const { globals, objects } = intents.take()
  for (const [name, rule] of objectRules)
    for (const request of objects) if (request.name === name) rule(world, request, now)
  moveCreeps(world, objects)
  for (const room of Array.from(rooms.made)) ageRoom(rooms, room, time, now)
  livePowerCreeps(world, globals, now)
  trade(world, globals, now)
  world.time += 1
  const active = new Set(rooms.active())
  history.record(rooms.made, (room) => active.has(room), time, now)
  if (world.tickedAt !== undefined) {
    tickLengths.unshift(now - world.tickedAt)
    tickLengths.splice(30)
  }
  world.tickedAt = now
  events.publish({ type: "tick", shard, time: world.time })
}
