/** What a reader sees of an object: its main fields as texts. */
import * as Controller from "@screeps-effect/schema/Controller"
import * as TicksLeft from "@screeps-effect/schema/TicksLeft"
import * as Creep from "@screeps-effect/schema/Creep"
import * as Pile from "@screeps-effect/schema/Pile"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Say from "@screeps-effect/schema/Say"
import * as Store from "@screeps-effect/schema/Store"
import { printable } from "@screeps-effect/schema/ConsoleText"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { RoomState } from "@screeps-effect/schema/RoomState"

/** A name and a value. */
export type Row = readonly [name: string, value: string]

const longest = 200

/** Texts of servers and players are cut, and their invisible characters are shown. */
const shown = (value: string): string => printable(value, longest)

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

/** Formats a number with thin spaces between thousands. */
export const count = (value: number): string =>
  Number.isNaN(value) ? "?" : number.format(value).replaceAll(",", "\u202f")

const names: Readonly<Record<string, string>> = {
  constructedWall: "wall",
  constructionSite: "construction site",
  energy: "pile",
  invaderCore: "invader core",
  keeperLair: "keeper lair",
  powerBank: "power bank",
  powerCreep: "power creep",
  powerSpawn: "power spawn"
}

/** Returns the name of a kind of object. */
export const kind = (object: RoomObject.RoomObject): string =>
  object.type === "unknown" ? shown(object.kind ?? "unknown") : (names[object.type] ?? object.type)

/** Returns the title of an object: its kind, and its name if it has one. */
export const title = (object: RoomObject.RoomObject): string =>
  "name" in object && typeof object.name === "string" && object.name !== ""
    ? `${kind(object)} ${shown(object.name)}`
    : kind(object)

/** Returns the name of a user, or the id if the name is not known. */
export const userName = ({ users }: RoomState, user: UserId): string =>
  shown(users.get(user)?.username ?? user)

const bodyOf = ({ body }: RoomObject.ByType["creep"]): string => {
  const counts = new Map<string, number>()
  for (const { type } of body) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, many]) => `${many} ${type}`).join(", ")
}

const ofController = (controller: RoomObject.ByType["controller"], state: RoomState): ReadonlyArray<Row> => {
  const progress = Controller.progress(controller)
  const { reservation, sign } = controller
  const safe = state.tick === undefined ? 0 : (TicksLeft.of(controller.safeMode, state.tick) ?? 0)
  return [
    ["level", String(controller.level)],
    ...(progress === undefined
      ? []
      : [["progress", `${count(progress.done)} / ${count(progress.total)}`] as const]),
    ...(safe > 0 ? [["safe mode", `${count(safe)} ticks`] as const] : []),
    ...(reservation ? [["reserved by", userName(state, reservation.user)] as const] : []),
    ...(sign ? [["sign", shown(sign.text)] as const] : [])
  ]
}

const ofCreep = (creep: RoomObject.ByType["creep"], state: RoomState): ReadonlyArray<Row> => {
  const left = state.tick === undefined ? undefined : Creep.lifeTicksLeft(creep, state.tick)
  return [
    ["body", bodyOf(creep)],
    ...(left === undefined ? [] : [["lives", `${count(left)} ticks`] as const]),
    ...(creep.fatigue > 0 ? [["fatigue", count(creep.fatigue)] as const] : [])
  ]
}

const spokenBy = (object: RoomObject.RoomObject): ReadonlyArray<Row> => {
  const said = object.type === "creep" || object.type === "powerCreep" ? Say.of(object)?.message : undefined
  return said === undefined ? [] : [["says", shown(said)]]
}

const storeOf = (object: RoomObject.RoomObject): ReadonlyArray<Row> => {
  if (!RoomObject.hasStore(object)) return []
  const capacity = Store.capacity(object)
  const total = `${count(Store.used(object))}${capacity === undefined ? "" : ` / ${count(capacity)}`}`
  const contents = Store.contents(object).filter(([, amount]) => amount > 0)
  return [
    ["store", total],
    ...contents.slice(0, 20).map(([resource, amount]) => [shown(resource), count(amount)] as const)
  ]
}

/** Returns what sources, minerals and piles contain. */
const contentsOf = (object: RoomObject.RoomObject): ReadonlyArray<Row> => {
  if (object.type === "source") return [["energy", count(object.energy)]]
  if (object.type === "mineral") return [[shown(object.mineralType), count(object.mineralAmount)]]
  if (object.type === "energy") return [[shown(Pile.resource(object)), count(Pile.amount(object))]]
  return []
}

/** Returns the main fields of an object. */
export const rows = (object: RoomObject.RoomObject, state: RoomState): ReadonlyArray<Row> => {
  const at = RoomObject.position(object)
  return [
    ...(at === undefined ? [] : [["square", `${at.x}, ${at.y}`] as const]),
    ...(RoomObject.isOwned(object) ? [["owner", userName(state, object.user)] as const] : []),
    ...(RoomObject.isDamageable(object) && object.hitsMax > 0
      ? [["hits", `${count(object.hits)} / ${count(object.hitsMax)}`] as const]
      : []),
    ...(object.type === "controller" ? ofController(object, state) : []),
    ...(object.type === "creep" ? ofCreep(object, state) : []),
    ...(object.type === "spawn" && object.spawning
      ? [["spawning", shown(object.spawning.name)] as const]
      : []),
    ...(object.type === "constructionSite"
      ? [
          ["structure", shown(object.structureType)] as const,
          ["progress", `${count(object.progress)} / ${count(object.progressTotal)}`] as const
        ]
      : []),
    ...contentsOf(object),
    ...storeOf(object),
    ...spokenBy(object)
  ]
}

/** Returns the level and the progress of the room's controller. */
export const controllerRows = (
  objects: ReadonlyArray<RoomObject.RoomObject>,
  state: RoomState
): ReadonlyArray<Row> => {
  const controller = objects.find(RoomObject.is("controller"))
  if (controller === undefined) return []
  const [first, ...others] = ofController(controller, state)
  return first === undefined ? others : [["controller", `level ${first[1]}`], ...others]
}

/** Returns what the room's structures contain: the largest amounts. */
export const storedRows = (objects: ReadonlyArray<RoomObject.RoomObject>): ReadonlyArray<Row> => {
  const amounts = new Map<string, number>([["energy", 0]])
  for (const object of objects.filter(RoomObject.hasStore).filter(RoomObject.isStructure))
    for (const [resource, amount] of Store.contents(object))
      amounts.set(resource, (amounts.get(resource) ?? 0) + amount)
  return [...amounts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 8)
    .map(([resource, amount]) => [shown(resource), count(amount)])
}
