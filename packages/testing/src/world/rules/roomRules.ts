/** Rules for intents of rooms: lists of flags, sites and structures, and single flags and sites. */
import * as FlagColor from "@screeps-effect/schema/FlagColor"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { field, numberOf, textOf } from "../state/fields.ts"
import type { ObjectIntent } from "../state/intents.ts"
import type { ObjectRule } from "./rule.ts"
import { spill } from "./aging.ts"
import type { Room } from "../state/rooms.ts"
import { placeSite, refusalOf, ruin } from "./building.ts"
import type { World } from "../state/world.ts"

/** The object id under which a room's intents are stored. */
const roomId = "room"

type RoomRule = (world: World, request: ObjectIntent, item: unknown, room: Room) => void

/** A rule for each item of a list; a single item has no effect, nor does a list sent to an object. */
const each =
  (rule: RoomRule): ObjectRule =>
  (world, request) => {
    const room = world.rooms.at(request.room)
    if (request.id !== roomId || room === undefined || !Array.isArray(request.intent)) return
    const items: ReadonlyArray<unknown> = request.intent
    for (const item of items) rule(world, request, item, room)
  }

const removeFlag: RoomRule = (world, { user }, item, room) => {
  world.flags.remove(user._id, room.name, textOf(item, "name"))
}

const isColor = (color: number) => Object.values(FlagColor.colors).some((one) => one === color)

const createFlag: RoomRule = (world, { user }, item, room) => {
  const name = textOf(item, "name")
  const [color, secondaryColor] = [numberOf(item, "color"), numberOf(item, "secondaryColor")]
  const [x, y] = [numberOf(item, "x"), numberOf(item, "y")]
  const inside = x >= 0 && x <= 49 && y >= 0 && y <= 49
  if (!inside || !isColor(color) || !isColor(secondaryColor)) return
  if (world.flags.at(user._id, room.name, name) !== undefined) return
  world.flags.add(user._id, { room: room.name, name, color, secondaryColor, x, y })
}

const createConstructionSite: RoomRule = (world, { user }, item, room) => {
  const structureType = field(item, "structureType")
  if (!StructureType.isBuildable(structureType)) return
  const name = structureType === "spawn" ? textOf(item, "name") : undefined
  const wanted = { room, structureType, x: numberOf(item, "x"), y: numberOf(item, "y"), name }
  if (refusalOf(world, user, wanted) === undefined) placeSite(world, user, wanted)
}

/** Half of a site's energy remains. */
const removeSite = (world: World, { user }: ObjectIntent, id: string, room: Room) => {
  const site = world.rooms.object(id)
  if (site?.room !== room.name || site.type !== "constructionSite") return
  if (site["user"] !== user._id && world.rooms.controller(room)?.["user"] !== user._id) return
  world.rooms.remove(site)
  const progress = numberOf(site, "progress")
  if (progress > 1) spill(world.rooms, room, site.x, site.y, { energy: Math.floor(progress / 2) })
}

const removeConstructionSite: RoomRule = (world, request, item, room) =>
  removeSite(world, request, textOf(item, "id"), room)

/** Intents of single flags and sites, for servers that support them. */
const remove: ObjectRule = (world, request) => {
  const room = world.rooms.at(request.room)
  const flag = world.flags.of(request.user._id).find(({ _id }) => _id === request.id)
  if (room === undefined) return
  if (flag?.room === room.name) world.flags.remove(request.user._id, room.name, flag.name)
  else removeSite(world, request, request.id, room)
}

const isCreep = (type: string) => type === "creep" || type === "powerCreep"

const destroyStructure: RoomRule = (world, { user }, item, room) => {
  const structure = world.rooms.object(textOf(item, "id"))
  if (structure?.room !== room.name || !StructureType.isBuildable(structure.type)) return
  if (world.rooms.controller(room)?.["user"] !== user._id) return
  const objects = [...room.objects.values()]
  // Walls around novice areas stay.
  const isBorder = structure.type === "constructedWall" && (structure["decayTime"] ?? null) !== null
  if (isBorder && (structure["user"] ?? null) === null) return
  if (objects.some((object) => isCreep(object.type) && object["user"] !== user._id)) return
  const spawning = textOf(structure["spawning"], "name")
  for (const object of objects) {
    const isUnborn =
      object.type === "creep" && object["user"] === structure["user"] && object["spawning"] === true
    if (spawning !== "" && isUnborn && object["name"] === spawning) world.rooms.remove(object)
  }
  ruin(world.rooms, structure, world.time)
}

/** In execution order. @internal */
export const roomRules: Readonly<Record<string, ObjectRule>> = {
  removeFlag: each(removeFlag),
  createFlag: each(createFlag),
  createConstructionSite: each(createConstructionSite),
  removeConstructionSite: each(removeConstructionSite),
  remove,
  destroyStructure: each(destroyStructure)
}
