/**
 * Payloads that the socket sends in full every tick: watched Memory values, resources, drawings, rooms on the coarse
 * map.
 */
import type { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import type { ResourcesEvent } from "@screeps-effect/schema/ResourcesEvent"
import type { User } from "../world/state/accounts.ts"
import { lookUp } from "../world/state/memory.ts"
import type { StoredObject } from "../world/state/rooms.ts"
import type { Shard } from "../world/state/shard.ts"

/** The text for a path through a missing value, or to a value without text. */
const wrongPath = "Incorrect memory path"

/** Returns the value at a Memory path as text, as servers write it. @internal */
export const memoryText = (shard: Shard, user: User, path: string): string => {
  const found = lookUp(shard.memoryOf(user).memory, path)
  if (found === "wrong path") return wrongPath
  if (found === "missing") return "undefined"
  try {
    return String(found.value)
  } catch {
    // `toString` may be overwritten by a value.
    return wrongPath
  }
}

/** @internal */
export const resources = (user: User): ResourcesEvent => ({
  ...user.resources,
  credits: user.money / 1000
})

/** @internal */
export const mapVisual = (shard: Shard, user: User): string | null => shard.memoryOf(user).mapVisual ?? null

/** Returns what a user's script drew in a room, after the visuals without a room. @internal */
export const roomVisual = (shard: Shard, user: User, room: string): string => {
  const { visuals } = shard.memoryOf(user)
  return (visuals.get("") ?? "") + (visuals.get(room) ?? "")
}

/**
 * Returns the cpu event that is sent at once: the length of Memory without cpu; `undefined` before Memory exists.
 *
 * @internal
 */
export const firstCpu = (shards: ReadonlyArray<Shard>, user: User): CpuEvent | undefined => {
  const used = shards.find((shard) => Object.keys(shard.memoryOf(user).memory).length > 0 || shard.runs(user))
  return used === undefined
    ? undefined
    : { cpu: 0, memory: JSON.stringify(used.memoryOf(user).memory).length }
}

type Spot = readonly [x: number, y: number]

/** Object types without an owner, by their key on the map. */
const unowned: Readonly<Record<string, string>> = {
  constructedWall: "w",
  road: "r",
  powerBank: "pb",
  portal: "p",
  source: "s",
  controller: "c",
  mineral: "m",
  deposit: "m",
  keeperLair: "k"
}

/** Object types with an owner, or a former one, that the map does not list under it. */
const hidden: ReadonlySet<string> = new Set(["constructionSite", "ruin", "tombstone"])

const keysOf = (object: StoredObject): ReadonlyArray<string> => {
  const { isPublic, newbieWall, resourceType, type, user } = object
  if (hidden.has(type) || newbieWall === true || (type === "rampart" && isPublic === true)) return []
  const isPower = type === "energy" && resourceType === "power"
  const own = isPower ? "pb" : unowned[type]
  if (typeof user !== "string") return own === undefined ? [] : [own]
  return own === undefined || own === "c" ? [user] : [user, own]
}

/** Returns a room on the coarse map; nothing for a room that does not exist. @internal */
export const roomMap = (shard: Shard, name: string): Readonly<Record<string, ReadonlyArray<Spot>>> => {
  const room = shard.rooms.named(name)
  if (room === undefined) return {}
  const spots: Record<string, Array<Spot>> = { w: [], r: [], pb: [], p: [], s: [], c: [], m: [], k: [] }
  for (const object of room.objects.values())
    for (const key of keysOf(object)) (spots[key] ??= []).push([object.x, object.y])
  return spots
}
