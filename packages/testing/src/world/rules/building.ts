/** Structures and their ruins, construction sites, and the rules for a first spawn, in the order in which a server 4.3.0 checks them. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { type Buildable, isKnown } from "@screeps-effect/schema/StructureType"
import { withDefaults } from "@screeps-effect/schema/RoomObject"
import type { Xy } from "@screeps-effect/schema/Xy"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import { systemUser, type User } from "../state/accounts.ts"
import { levelOf, reserver, textOf } from "../state/fields.ts"
import { around } from "../state/landscape.ts"
import { isInner, type NewObject, type Room, type Rooms, type StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"

/** Factor of a road's cost, hits and decay: 5 on swamp, 150 in walls. @internal */
export const roadFactor = (room: Room, x: number, y: number): number => {
  const code = room.terrain.code(x, y)
  return (code & 1) === 1 ? 150 : code === 2 ? 5 : 1
}

/** What the game gives to new structures of these types beside the defaults. */
const particular = (type: Buildable, time: number, factor: number): Readonly<Record<string, unknown>> => {
  switch (type) {
    case "road":
      return { hits: 5000 * factor, hitsMax: 5000 * factor, notifyWhenAttacked: false }
    case "container":
      return { notifyWhenAttacked: false }
    case "constructedWall":
      return { hits: 1, notifyWhenAttacked: false }
    case "rampart":
      return { hits: 1, notifyWhenAttacked: true }
    case "nuker":
      return { cooldownTime: time + 100_000, notifyWhenAttacked: true }
    default:
      return { notifyWhenAttacked: true }
  }
}

/** Returns the fields of a newly built structure. @internal */
export const built = (
  type: Buildable,
  {
    level,
    name,
    room,
    time,
    user,
    x,
    y
  }: {
    readonly room: Room
    readonly x: number
    readonly y: number
    readonly user: unknown
    readonly name?: unknown
    readonly level: number
    readonly time: number
  }
): NewObject => {
  const fields = particular(type, time, roadFactor(room, x, y))
  const owner = fields["notifyWhenAttacked"] === true ? { user } : {}
  const called = type === "spawn" && name !== undefined ? { name } : {}
  return { ...withDefaults({ type, ...owner, ...called, ...fields }, { level, time }), type, x, y }
}

const ruinLife = 500

/** Removes a structure and leaves its ruin, which belongs to its owner or to the given user. @internal */
export const ruin = (
  rooms: Rooms,
  structure: StoredObject,
  time: number,
  { as, life = ruinLife }: { readonly as?: string; readonly life?: number } = {}
) => {
  const room = rooms.roomOf(structure)
  if (room === undefined) return
  const { _id, hitsMax, store, type, user, x, y } = structure
  const owner = typeof user === "string" ? { user: as ?? user } : {}
  rooms.remove(structure)
  rooms.put(room, {
    type: "ruin",
    x,
    y,
    ...owner,
    structure: { id: _id, type, hits: 0, hitsMax: hitsMax ?? 0, ...owner },
    destroyTime: time,
    decayTime: time + life,
    store: store ?? {}
  })
}

interface Wanted {
  readonly room: RoomName
  readonly x: number
  readonly y: number
  readonly name?: string | undefined
}

/** Border squares beside an outermost buildable square; building there requires walls on all of them. */
const besideExit = (land: Terrain, square: Xy): boolean =>
  around(square).some(({ x, y }) => !isInner(x, y) && land.isWalkable(x, y))

/** Milliseconds after a respawn during which placing a spawn is rejected. */
const respawnPause = 180_000

/** Whether building is possible in a room at all. @internal */
export const isOpen = ({ facts }: Room, now: number): boolean =>
  facts.status !== "out of borders" && (facts.openTime ?? 0) <= now

/** Whether a controller is owned, reserved, or kept for another user. */
const isHeld = (controller: StoredObject, user: User): boolean =>
  typeof controller["user"] === "string" ||
  (controller["reservation"] ?? null) !== null ||
  (typeof controller["bindUser"] === "string" && controller["bindUser"] !== user._id)

/** Removes creeps and sites of others; structures of others become ruins. */
const clear = (shard: Shard, room: Room, user: User) => {
  for (const object of Array.from(room.objects.values())) {
    const owner = object["user"]
    if (typeof owner !== "string" || owner === user._id) continue
    if (object.type === "creep" || object.type === "powerCreep" || object.type === "constructionSite")
      shard.rooms.remove(object)
    else if (isKnown(object.type)) ruin(shard.rooms, object, shard.time, { life: 100_000 })
  }
}

/** Ruins after a respawn belong to the system and last long. */
const left = { as: systemUser._id, life: 500_000 }

/**
 * Removes everything that a user has in a shard, and all power creeps: structures become ruins, controllers are free.
 * @internal
 */
export const respawn = (shard: Shard, user: User) => {
  for (const object of shard.owned(user)) {
    if (object.type === "controller") {
      const safe = { safeMode: null, safeModeAvailable: 0, safeModeCooldown: null }
      const gone = { ...safe, downgradeTime: null, isPowerEnabled: false }
      const none = { level: 0, progress: 0, progressTotal: 0, hits: 0, hitsMax: 0 }
      shard.rooms.update(object, { user: null, ...none, ...gone })
    } else if (isKnown(object.type)) ruin(shard.rooms, object, shard.time, left)
    else shard.rooms.remove(object)
  }
  for (const creep of shard.powerCreeps.of(user._id)) shard.powerCreeps.remove(creep)
  shard.flags.clear(user._id)
}

/** Places a first spawn of a user without objects in any shard, or returns the server's rejection. @internal */
export const placeSpawn = (
  shard: Shard,
  shards: ReadonlyArray<Shard>,
  user: User,
  { name, room: roomName, x, y }: Wanted,
  now: number
): string | undefined => {
  if (user.blocked) return "blocked"
  if (user.cpu <= 0) return "no cpu"
  if (user.lastRespawnDate !== undefined && now - user.lastRespawnDate < respawnPause)
    return "too soon after last respawn"
  const room = shard.rooms.at(roomName)
  if (room === undefined) return "invalid room"
  if (!isOpen(room, now)) return "out of borders"
  if (shards.some(({ rooms }) => rooms.owns(user._id))) return "already playing"
  const controller = shard.rooms.controller(room)
  if (controller === undefined) return "invalid room"
  if (isHeld(controller, user)) return "room busy"
  const occupied = shard.rooms.on(room, x, y).length > 0
  if (!isInner(x, y) || occupied || !room.terrain.isWalkable(x, y) || besideExit(room.terrain, { x, y }))
    return "invalid location"
  clear(shard, room, user)
  user.isActive = true
  shard.rooms.update(controller, {
    user: user._id,
    level: 1,
    progress: 0,
    downgradeTime: null,
    safeMode: shard.time + 20_000
  })
  for (const source of room.objects.values())
    if (source.type === "source") shard.rooms.update(source, { invaderHarvested: 0 })
  const spawn = built("spawn", { room, x, y, user: user._id, name, level: 1, time: shard.time })
  shard.rooms.put(room, { ...spawn, store: { energy: 300 } })
  return undefined
}

/** A requested construction site. */
interface WantedSite {
  readonly room: Room
  readonly structureType: StructureType.Buildable
  readonly x: number
  readonly y: number
  readonly name?: string | undefined
}

/** Maximum number of a user's sites. @internal */
export const maxSites = 100

const blocking = new Set([
  "constructedWall",
  "spawn",
  "extension",
  "link",
  "storage",
  "tower",
  "observer",
  "powerSpawn"
])

const isFree = (shard: Shard, { room, structureType, x, y }: WantedSite): boolean => {
  if (!isInner(x, y)) return false
  const there = shard.rooms.on(room, x, y).map(({ type }) => type)
  if (structureType === "extractor") return there.includes("mineral")
  if (there.includes(structureType) || there.includes("constructionSite")) return false
  if (structureType !== "rampart" && there.some((type) => blocking.has(type))) return false
  if (structureType === "road") return true
  return (
    room.terrain.isWalkable(x, y) && (structureType === "container" || !besideExit(room.terrain, { x, y }))
  )
}

const isForeign = (controller: StoredObject | undefined, user: User): boolean =>
  [textOf(controller, "user"), reserver(controller)].some((id) => id !== "" && id !== user._id)

const isAllowed = (shard: Shard, { room, structureType }: WantedSite): boolean => {
  const controller = shard.rooms.controller(room)
  const level = typeof controller?.["user"] === "string" ? levelOf(controller) : 0
  const count = [...room.objects.values()].filter(
    (object) =>
      object.type === structureType ||
      (object.type === "constructionSite" && object["structureType"] === structureType)
  ).length
  return count < StructureType.allowed(structureType, level)
}

/** Returns the rejection of a site as a server 4.3.0 words it, or `undefined`. @internal */
export const refusalOf = (shard: Shard, user: User, wanted: WantedSite): string | undefined => {
  if (!isFree(shard, wanted)) return "invalid location"
  if (isForeign(shard.rooms.controller(wanted.room), user)) return "not a controller owner"
  return isAllowed(shard, wanted) ? undefined : "RCL not enough"
}

/** Places a site. @internal */
export const placeSite = (shard: Shard, user: User, wanted: WantedSite): StoredObject => {
  const { name, room, structureType, x, y } = wanted
  const factor = structureType === "road" ? roadFactor(room, x, y) : 1
  return shard.rooms.put(room, {
    type: "constructionSite",
    x,
    y,
    structureType,
    ...(name === undefined ? {} : { name }),
    user: user._id,
    progress: 0,
    progressTotal: StructureType.cost(structureType) * factor
  })
}
