/** The rules for placing a first spawn, in the order in which a server 4.3.0 checks them. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import { isKnown } from "@screeps-effect/schema/StructureType"
import { systemUser, type User } from "../state/accounts.ts"
import type { Room, StoredObject } from "../state/rooms.ts"
import { ruin } from "./structures.ts"
import type { World } from "../state/world.ts"

interface Wanted {
  readonly room: RoomName
  readonly x: number
  readonly y: number
  readonly name?: string | undefined
}

/** Border squares beside an outermost buildable square; building there requires walls on all of them. @internal */
export const besideExit = (land: Terrain, x: number, y: number): boolean => {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [nx, ny] = [x + dx, y + dy]
      const outermost = nx === 0 || ny === 0 || nx === size - 1 || ny === size - 1
      if (outermost && land.isWalkable(nx, ny)) return true
    }
  }
  return false
}

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
const clear = (world: World, room: Room, user: User) => {
  for (const object of Array.from(room.objects.values())) {
    const owner = object["user"]
    if (typeof owner !== "string" || owner === user._id) continue
    if (object.type === "creep" || object.type === "powerCreep" || object.type === "constructionSite")
      world.rooms.remove(object)
    else if (isKnown(object.type)) ruin(world.rooms, object, world.time, { life: 100_000 })
  }
}

/** Ruins after a respawn belong to the system and last long. */
const left = { as: systemUser._id, life: 500_000 }

/**
 * Removes everything that a user has in a shard, and all power creeps: structures become ruins, controllers are free.
 * @internal
 */
export const respawn = (world: World, user: User) => {
  for (const object of world.owned(user)) {
    if (object.type === "controller") {
      const safe = { safeMode: null, safeModeAvailable: 0, safeModeCooldown: null }
      const gone = { ...safe, downgradeTime: null, isPowerEnabled: false }
      const none = { level: 0, progress: 0, progressTotal: 0, hits: 0, hitsMax: 0 }
      world.rooms.update(object, { user: null, ...none, ...gone })
    } else if (isKnown(object.type)) ruin(world.rooms, object, world.time, left)
    else world.rooms.remove(object)
  }
  for (const creep of world.powerCreeps.of(user._id)) world.powerCreeps.remove(creep)
  world.flags.clear(user._id)
}

/** Places a first spawn of a user without objects in any shard, or returns the server's rejection. @internal */
export const placeSpawn = (
  world: World,
  shards: ReadonlyArray<World>,
  user: User,
  { name, room: roomName, x, y }: Wanted,
  now: number
): string | undefined => {
  if (user.blocked) return "blocked"
  if (user.cpu <= 0) return "no cpu"
  if (user.lastRespawnDate !== undefined && now - user.lastRespawnDate < respawnPause)
    return "too soon after last respawn"
  const room = world.rooms.at(roomName)
  if (room === undefined) return "invalid room"
  if (!isOpen(room, now)) return "out of borders"
  if (shards.some((shard) => shard.owned(user).length > 0)) return "already playing"
  const controller = world.rooms.controller(room)
  if (controller === undefined) return "invalid room"
  if (isHeld(controller, user)) return "room busy"
  const inside = x > 0 && y > 0 && x < size - 1 && y < size - 1
  const occupied = [...room.objects.values()].some((object) => object.x === x && object.y === y)
  if (!inside || occupied || !room.terrain.isWalkable(x, y) || besideExit(room.terrain, x, y))
    return "invalid location"
  clear(world, room, user)
  user.isActive = true
  world.rooms.update(controller, {
    user: user._id,
    level: 1,
    progress: 0,
    downgradeTime: null,
    safeMode: world.time + 20_000
  })
  for (const source of room.objects.values())
    if (source.type === "source") world.rooms.update(source, { invaderHarvested: 0 })
  world.rooms.put(room, {
    type: "spawn",
    x,
    y,
    ...(name === undefined ? {} : { name }),
    user: user._id,
    store: { energy: 300 },
    storeCapacityResource: { energy: 300 },
    hits: 5000,
    hitsMax: 5000,
    spawning: null,
    notifyWhenAttacked: true
  })
  return undefined
}
