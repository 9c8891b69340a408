/** The status of a player. */
import type { User } from "../world/state/accounts.ts"
import type { World } from "../world/state/world.ts"

/** Whether a user has nothing, a spawn in an own room, or only something else. @internal */
export const statusOf = (shards: ReadonlyArray<World>, user: User): "empty" | "normal" | "lost" => {
  const owned = shards.flatMap((shard) => shard.owned(user).map((object) => ({ shard, object })))
  if (owned.length === 0) return "empty"
  const isHome = owned.some(({ object, shard }) => {
    const room = object.type === "spawn" ? shard.rooms.roomOf(object) : undefined
    return room !== undefined && shard.rooms.controller(room)?.["user"] === user._id
  })
  return isHome ? "normal" : "lost"
}
