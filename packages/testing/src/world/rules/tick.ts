/** One tick of a shard: all rules in order. */
import { run } from "../state/script.ts"
import type { Shard } from "../state/shard.ts"
import { objectRules } from "./intentRules.ts"
import { ageRoom } from "./aging.ts"
import { clearActions } from "./creatures.ts"
import { moveCreeps } from "./movement.ts"
import { livePowerCreeps } from "./powerRules.ts"
import { trade } from "./trade.ts"

/** Runs scripts, applies intents, ages the world, advances its clock and records history. @internal */
export const advance = (shard: Shard, now: number) => {
  const { accounts, events, history, intents, name, rooms, tickLengths, time } = shard
  const { evaluate } = shard.options
  for (const user of accounts.all.values()) {
    if (!shard.shards.some(({ rooms }) => rooms.owns(user._id))) user.isActive = false
    if (shard.runs(user)) run(user, shard.memoryOf(user), { shard: name, time, evaluate, events })
  }
  for (const room of Array.from(rooms.made)) clearActions(rooms, room)
  for (const act of shard.routines) act()
  const { globals, objects } = intents.take()
  for (const [intent, rule] of objectRules)
    for (const request of objects) if (request.name === intent) rule(shard, request, now)
  moveCreeps(shard, objects)
  for (const room of Array.from(rooms.made)) ageRoom(rooms, room, time, now)
  livePowerCreeps(shard, globals, now)
  trade(shard, globals, now)
  shard.time += 1
  const active = new Set(rooms.active())
  history.record(rooms.made, (room) => active.has(room), time, now)
  if (shard.tickedAt !== undefined) {
    tickLengths.unshift(now - shard.tickedAt)
    tickLengths.splice(30)
  }
  shard.tickedAt = now
  events.publish({ type: "tick", shard: name, time: shard.time })
}
