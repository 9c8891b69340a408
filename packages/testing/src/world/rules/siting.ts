/** Where construction sites may be placed, and their objects. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { size } from "@screeps-effect/schema/Terrain"
import type { User } from "../state/accounts.ts"
import type { Room, StoredObject } from "../state/rooms.ts"
import { besideExit } from "./settling.ts"
import { roadFactor } from "./structures.ts"
import type { World } from "../state/world.ts"

/** A requested construction site. @internal */
export interface WantedSite {
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

const isFree = (world: World, { room, structureType, x, y }: WantedSite): boolean => {
  if (!(x > 0 && y > 0 && x < size - 1 && y < size - 1)) return false
  const there = world.rooms.on(room, x, y).map(({ type }) => type)
  if (structureType === "extractor") return there.includes("mineral")
  if (there.includes(structureType) || there.includes("constructionSite")) return false
  if (structureType !== "rampart" && there.some((type) => blocking.has(type))) return false
  if (structureType === "road") return true
  return room.terrain.isWalkable(x, y) && (structureType === "container" || !besideExit(room.terrain, x, y))
}

const isForeign = (controller: StoredObject | undefined, user: User): boolean => {
  const reservation = controller?.["reservation"] as { readonly user?: unknown } | null | undefined
  return [controller?.["user"], reservation?.user].some((id) => typeof id === "string" && id !== user._id)
}

const isAllowed = (world: World, { room, structureType }: WantedSite): boolean => {
  const controller = world.rooms.controller(room)
  const level = ControllerLevel.all.find((one) => one === controller?.["level"]) ?? 0
  const count = [...room.objects.values()].filter(
    (object) =>
      object.type === structureType ||
      (object.type === "constructionSite" && object["structureType"] === structureType)
  ).length
  return count < StructureType.allowed(structureType, typeof controller?.["user"] === "string" ? level : 0)
}

/** Returns the rejection of a site as a server 4.3.0 words it, or `undefined`. @internal */
export const refusalOf = (world: World, user: User, wanted: WantedSite): string | undefined => {
  if (!isFree(world, wanted)) return "invalid location"
  if (isForeign(world.rooms.controller(wanted.room), user)) return "not a controller owner"
  return isAllowed(world, wanted) ? undefined : "RCL not enough"
}

/** Places a site. @internal */
export const placeSite = (world: World, user: User, wanted: WantedSite): StoredObject => {
  const { name, room, structureType, x, y } = wanted
  const factor = structureType === "road" ? roadFactor(room, x, y) : 1
  return world.rooms.put(room, {
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
