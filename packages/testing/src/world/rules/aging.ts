/** Automatic changes in each tick: ageing, decay, regeneration, and the end of timed processes. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import { allowed, isBuildable } from "@screeps-effect/schema/StructureType"
import * as Equal from "effect/Equal"
import { die, energyAvailable, finishSpawning } from "./creatures.ts"
import type { Room, Rooms, StoredObject } from "../state/rooms.ts"
import { built, roadFactor, ruin } from "./structures.ts"

interface RoomTick {
  readonly rooms: Rooms
  readonly room: Room
  /** The tick being processed; its results show in the next. */
  readonly time: number
}

type AgingRule = (object: StoredObject, place: RoomTick) => void

const number = (object: StoredObject, field: string): number | undefined => {
  const value = object[field]
  return typeof value === "number" ? value : undefined
}

/** Whether the tick in a field has come. */
const isOver = (object: StoredObject, field: string, time: number) => {
  const tick = number(object, field)
  return tick !== undefined && time >= tick - 1
}

type Amounts = Readonly<Record<string, number>>

/** Drops resources on the ground, adding to existing piles. @internal */
export const spill = (rooms: Rooms, room: Room, x: number, y: number, store: Amounts) => {
  for (const [resourceType, amount] of Object.entries(store)) {
    if (amount <= 0) continue
    const pile = rooms
      .on(room, x, y)
      .find((one) => one.type === "energy" && one["resourceType"] === resourceType)
    if (pile === undefined) rooms.put(room, { type: "energy", x, y, resourceType, [resourceType]: amount })
    else rooms.update(pile, { [resourceType]: (number(pile, resourceType) ?? 0) + amount })
  }
}

/** Loses hits at intervals; without hits left it becomes a ruin, or disappears. */
const decays =
  (
    loss: (object: StoredObject, place: RoomTick) => number,
    every: (object: StoredObject, place: RoomTick) => number
  ): AgingRule =>
  (object, place) => {
    const { rooms, time } = place
    if (!isOver(object, "nextDecayTime", time)) return
    const hits = (number(object, "hits") ?? 0) - loss(object, place)
    if (hits > 0) rooms.update(object, { hits, nextDecayTime: time + 1 + every(object, place) })
    else if (object.type === "container") ruin(rooms, object, time)
    else rooms.remove(object)
  }

/** Disappears at its time and drops its resources on the ground. */
const vanishes: AgingRule = (object, { room, rooms, time }) => {
  if (!isOver(object, "decayTime", time)) return
  const store = object["store"] as Amounts | undefined
  rooms.remove(object)
  if (store !== undefined && object.type !== "powerBank") spill(rooms, room, object.x, object.y, store)
}

const regenerates =
  (amount: string, full: (object: StoredObject) => number | undefined, after: number): AgingRule =>
  (object, { rooms, time }) => {
    const whole = full(object)
    if (whole === undefined) return
    if (isOver(object, "nextRegenerationTime", time)) {
      rooms.update(object, { [amount]: whole, nextRegenerationTime: null })
    } else if ((object["nextRegenerationTime"] ?? null) === null && (number(object, amount) ?? 0) < whole) {
      rooms.update(object, { nextRegenerationTime: time + after })
    }
  }

const isHeld = (controller: StoredObject | undefined) =>
  typeof controller?.["user"] === "string" || (controller?.["reservation"] ?? null) !== null

const sourceRefills = regenerates("energy", (source) => number(source, "energyCapacity"), 300)

const source: AgingRule = (object, place) => {
  const { room, rooms } = place
  const controller = rooms.controller(room)
  const capacity = controller === undefined ? 4000 : isHeld(controller) ? 3000 : 1500
  // The need for refilling after a change of capacity is noticed in the next tick.
  sourceRefills(object, place)
  if (object["energyCapacity"] === capacity) return
  const energy = Math.min(number(object, "energy") ?? 0, capacity)
  rooms.update(object, { energyCapacity: capacity, ...(capacity === 1500 ? { energy } : {}) })
}

const density = [undefined, 15_000, 35_000, 70_000, 100_000]

/** A mineral regenerates only after it is used up. */
const mineral: AgingRule = (object, place) => {
  const whole = density[number(object, "density") ?? 0]
  const isUsedUp = object["mineralAmount"] === 0 || typeof object["nextRegenerationTime"] === "number"
  if (isUsedUp) regenerates("mineralAmount", () => whole, 50_000)(object, place)
}

const controller: AgingRule = (object, { rooms, time }) => {
  const reservation = object["reservation"] as { readonly endTime: number } | null | undefined
  const isExpired = (reservation ?? null) !== null && (reservation?.endTime ?? 0) <= time + 1
  let now = isExpired ? rooms.update(object, { reservation: null }) : object
  if (isOver(now, "safeMode", time)) now = rooms.update(now, { safeMode: null })
  if (typeof now["user"] !== "string") return
  const level = ControllerLevel.all.find((one) => one === now["level"]) ?? 0
  const downgradeAfter = ControllerLevel.downgradeAfter(level)
  if ((now["downgradeTime"] ?? null) === null) {
    if (downgradeAfter !== undefined) rooms.update(now, { downgradeTime: time + downgradeAfter + 1 })
    return
  }
  if (!isOver(now, "downgradeTime", time)) return
  if (level > 1) {
    const lower = ControllerLevel.all.find((one) => one === level - 1) ?? 0
    const progress = Math.round((ControllerLevel.cost(lower) ?? 0) * 0.9)
    const downgradeTime = time + (ControllerLevel.downgradeAfter(lower) ?? 0) + 1
    rooms.update(now, { level: lower, progress, downgradeTime })
  } else {
    rooms.update(now, { user: null, level: 0, progress: 0, downgradeTime: null, safeMode: null })
  }
}

const spawn: AgingRule = (object, { room, rooms, time }) => {
  const spawning = object["spawning"] as
    | { readonly name: string; readonly spawnTime: number }
    | null
    | undefined
  if ((spawning ?? null) !== null && spawning !== null && spawning !== undefined) {
    if (time >= spawning.spawnTime - 1) finishSpawning(rooms, room, object, spawning.name, time)
    return
  }
  // A room with less energy than one creep costs gets energy.
  const store = (object["store"] as Amounts | undefined) ?? {}
  if ((store["energy"] ?? 0) < 300 && energyAvailable(room, object["user"]) < 300) {
    rooms.update(object, { store: { ...store, energy: (store["energy"] ?? 0) + 1 } })
  }
}

const heals = (object: StoredObject) => {
  const body = object["body"] as ReadonlyArray<{ readonly type: string }> | undefined
  return body?.some(({ type }) => type === "heal") === true
}

/** A summoned invader removes itself without enemies, a healer without fighters. */
const isIdle = (object: StoredObject, { room, rooms }: RoomTick): boolean => {
  if (typeof object["userSummoned"] !== "string") return false
  const creeps = [...room.objects.values()].filter(({ type }) => type === "creep" || type === "powerCreep")
  const isOwn = (one: StoredObject) => one["user"] === object["user"]
  if (heals(object)) return !creeps.some((one) => isOwn(one) && !heals(one))
  const isFought = creeps.some((one) => !isOwn(one) && one["spawning"] !== true)
  return !isFought && typeof rooms.controller(room)?.["user"] === "string"
}

/** Creeps' action logs are empty, since nothing acts here. */
const nothingDone = {
  attacked: null,
  healed: null,
  attack: null,
  rangedAttack: null,
  rangedMassAttack: null,
  rangedHeal: null,
  harvest: null,
  heal: null,
  repair: null,
  build: null,
  say: null,
  upgradeController: null,
  reserveController: null
}

const creep: AgingRule = (object, place) => {
  const { rooms, time } = place
  if (object["spawning"] === true) return
  const isDead = isOver(object, "ageTime", time) || (number(object, "hits") ?? 1) <= 0
  if (isDead || isIdle(object, place)) return die(rooms, object, time)
  if (!Equal.equals(object["actionLog"], nothingDone)) rooms.update(object, { actionLog: nothingDone })
  if (number(object, "ageTime") === undefined && number(object, "ticksToLive") !== undefined) {
    const ticksToLive = number(object, "ticksToLive") ?? 0
    rooms.update(object, { ageTime: time + ticksToLive, ticksToLive: undefined })
  }
}

/** Spawns and extensions are active up to the controller level's limit, nearest to the controller first. */
const switches = ({ room, rooms }: RoomTick, type: "spawn" | "extension") => {
  const controller = rooms.controller(room)
  if (controller === undefined) return
  const level = ControllerLevel.all.find((one) => one === controller["level"]) ?? 0
  const away = ({ x, y }: StoredObject) => Math.max(Math.abs(x - controller.x), Math.abs(y - controller.y))
  const all = [...room.objects.values()].filter((object) => object.type === type)
  const working = new Set(all.toSorted((a, b) => away(a) - away(b)).slice(0, allowed(type, level)))
  for (const object of all) {
    const off = !working.has(object)
    if (object["off"] !== off) rooms.update(object, { off })
  }
}

const site: AgingRule = (object, { room, rooms, time }) => {
  const type = object["structureType"]
  const isDone = (number(object, "progress") ?? 0) >= (number(object, "progressTotal") ?? Infinity)
  if (!isDone || !isBuildable(type)) return
  rooms.remove(object)
  const level = number(rooms.controller(room) ?? object, "level") ?? 0
  const { name, user, x, y } = object
  rooms.put(room, built(type, { room, x, y, user, name, level, time }))
}

const pile: AgingRule = (object, { rooms }) => {
  const named = object["resourceType"]
  const resource = typeof named === "string" ? named : "energy"
  const amount = number(object, resource) ?? 0
  const left = amount - Math.ceil(amount / 1000)
  if (left <= 0) rooms.remove(object)
  else rooms.update(object, { [resource]: left })
}

const cools: AgingRule = (object, { rooms }) => {
  const cooldown = number(object, "cooldown") ?? 0
  if (cooldown > 0) rooms.update(object, { cooldown: cooldown - 1 })
}

const nuke: AgingRule = (object, { rooms, time }) => {
  if (isOver(object, "landTime", time)) rooms.remove(object)
}

const agingRules: ReadonlyMap<string, AgingRule> = new Map(
  Object.entries({
    creep,
    source,
    mineral,
    controller,
    spawn,
    constructionSite: site,
    energy: pile,
    link: cools,
    extractor: cools,
    nuke,
    tombstone: vanishes,
    ruin: vanishes,
    deposit: vanishes,
    powerBank: vanishes,
    portal: vanishes,
    invaderCore: vanishes,
    road: decays(
      ({ x, y }, { room }) => 100 * roadFactor(room, x, y),
      () => 1000
    ),
    rampart: decays(
      () => 300,
      () => 100
    ),
    container: decays(
      () => 5000,
      (_, { room, rooms }) => (isHeld(rooms.controller(room)) ? 500 : 100)
    )
  })
)

/** Applies the automatic changes of one room in one tick. @internal */
export const ageRoom = (rooms: Rooms, room: Room, time: number) => {
  const place = { rooms, room, time }
  for (const object of Array.from(room.objects.values())) agingRules.get(object.type)?.(object, place)
  switches(place, "spawn")
  switches(place, "extension")
}
