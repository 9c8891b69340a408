/**
 * What the socket sends whole every tick: Memory's watched values, resources, drawings, and rooms on the coarse map.
 */
import type { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import type { ResourcesEvent } from "@screeps-effect/schema/ResourcesEvent"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { User } from "../world/state/accounts.ts"
import { lookUp } from "../world/state/memory.ts"
import type { StoredObject } from "../world/state/rooms.ts"
import type { World } from "../world/state/world.ts"

/** What a server says of a path that leads through nothing, or to what has no text. */
const wrongPath = "Incorrect memory path"

/** The value at a path of Memory as text, the way servers write it. @internal */
export const memoryText = (world: World, user: User, path: string): string => {
  const found = lookUp(world.memoryOf(user).memory, path)
  if (found === "wrong path") return wrongPath
  if (found === "missing") return "undefined"
  try {
    return String(found.value)
  } catch {
    // An object may hold something else in the place of what makes it a text.
    return wrongPath
  }
}

/** @internal */
export const resources = (user: User): ResourcesEvent => ({
  ...user.resources,
  credits: user.money / 1000
})

/** @internal */
export const mapVisual = (world: World, user: User): string | null => world.memoryOf(user).mapVisual ?? null

/** What the script of a user drew into a room: first what belongs to no room. @internal */
export const roomVisual = (world: World, user: User, room: string): string => {
  const { visuals } = world.memoryOf(user)
  return (visuals.get("") ?? "") + (visuals.get(room) ?? "")
}

/**
 * The cpu event that comes at once: the length of Memory, and no cpu; `undefined` before there is a Memory. @internal
 */
export const firstCpu = (shards: ReadonlyArray<World>, user: User): CpuEvent | undefined => {
  const used = shards.find((world) => Object.keys(world.memoryOf(user).memory).length > 0 || world.runs(user))
  return used === undefined
    ? undefined
    : { cpu: 0, memory: JSON.stringify(used.memoryOf(user).memory).length }
}

type Spot = readonly [x: number, y: number]

/** Kinds that nobody owns, by the key under which the map shows them. */
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

/** Kinds that have an owner, or had one, and are not shown as theirs. */
const hidden: ReadonlySet<string> = new Set(["constructionSite", "ruin", "tombstone"])

const keysOf = (object: StoredObject): ReadonlyArray<string> => {
  const { isPublic, newbieWall, resourceType, type, user } = object
  if (hidden.has(type) || newbieWall === true || (type === "rampart" && isPublic === true)) return []
  const isPower = type === "energy" && resourceType === "power"
  const own = isPower ? "pb" : unowned[type]
  if (typeof user !== "string") return own === undefined ? [] : [own]
  return own === undefined || own === "c" ? [user] : [user, own]
}

/** A room on the coarse map; nothing of a room that does not exist. @internal */
export const roomMap = (world: World, name: string): Readonly<Record<string, ReadonlyArray<Spot>>> => {
  const room = RoomName.is(name) ? world.rooms.at(name) : undefined
  if (room === undefined) return {}
  const spots: Record<string, Array<Spot>> = { w: [], r: [], pb: [], p: [], s: [], c: [], m: [], k: [] }
  for (const object of room.objects.values())
    for (const key of keysOf(object)) (spots[key] ??= []).push([object.x, object.y])
  return spots
}
