/** Rooms on the coarse map, as xxscreeps sends them. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { StoredObject } from "../../../../packages/testing/src/world/state/rooms.ts"
import type { Shard } from "../../../../packages/testing/src/world/state/shard.ts"

/** Types by their key; all other objects are listed under their owners. */
const keys: Readonly<Record<string, string>> = {
  constructedWall: "w",
  road: "r",
  powerBank: "pb",
  portal: "p",
  source: "s",
  controller: "c",
  mineral: "m",
  deposit: "d",
  keeperLair: "k"
}

/** Types that are not on the map. */
const hidden: ReadonlySet<string> = new Set(["constructionSite", "ruin", "tombstone", "energy", "nuke"])

const keyOf = ({ type, user }: StoredObject): string | undefined =>
  hidden.has(type) ? undefined : (keys[type] ?? (typeof user === "string" ? user : undefined))

/** Returns the squares of a room by key; keys without squares are absent. */
export const roomMap = (shard: Shard, name: RoomName): Readonly<Record<string, ReadonlyArray<unknown>>> => {
  const squares: Record<string, Array<readonly [number, number]>> = {}
  for (const object of shard.rooms.at(name)?.objects.values() ?? []) {
    const key = keyOf(object)
    if (key !== undefined) (squares[key] ??= []).push([object.x, object.y])
  }
  return squares
}
