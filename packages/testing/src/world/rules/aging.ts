/** Automatic changes in each tick: ageing, decay, regeneration, nukes, and the end of timed processes. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import { allowed, isBuildable } from "@screeps-effect/schema/StructureType"
import { die, energyAvailable, finishSpawning, partsOf } from "./creatures.ts"
import { levelOf, loadOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import { ofType, type Room, type Rooms, type StoredObject } from "../state/rooms.ts"
import { built, roadFactor, ruin } from "./building.ts"

/** A room while its objects age. */
interface RoomTick {
  readonly rooms: Rooms
  readonly room: Room
  /** The tick being processed; its results show in the next. */
  readonly time: number
  /** The time in milliseconds. */
  readonly now: number
}

/** Changes an object as each tick does. */
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

/** Puts a resource into the container among some objects; returns how much went into it. */
const fill = (rooms: Rooms, objects: ReadonlyArray<StoredObject>, resource: string, amount: number) => {
  const container = objects.find(({ type }) => type === "container")
  if (container === undefined) return 0
  const free = (number(container, "storeCapacity") ?? 0) - loadOf(container)
  const moved = Math.max(0, Math.min(amount, free))
  const store = storeOf(container)
  if (moved > 0) rooms.update(container, { store: { ...store, [resource]: (store[resource] ?? 0) + moved } })
  return moved
}

/** Drops resources: into a container on the square as far as they fit, else on the ground, adding to existing piles. @internal */
export const spill = (rooms: Rooms, room: Room, x: number, y: number, store: Amounts) => {
  for (const [resourceType, whole] of Object.entries(store)) {
    const here = rooms.on(room, x, y)
    const amount = whole - fill(rooms, here, resourceType, whole)
    if (amount <= 0) continue
    const pile = here.find((one) => one.type === "energy" && one["resourceType"] === resourceType)
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

/** Cooldown of a controller after safe mode or a downgrade; none in novice areas. @internal */
export const safeModeRest = (room: Room, time: number, now: number) =>
  (room.facts.novice ?? 0) > now ? null : time + 50_000

const controller: AgingRule = (object, { now: clock, room, rooms, time }) => {
  const { reservation } = object
  const isExpired = (reservation ?? null) !== null && numberOf(reservation, "endTime") <= time + 1
  const now = isExpired ? rooms.update(object, { reservation: null }) : object
  if (typeof now["user"] !== "string") return
  const level = levelOf(now)
  const downgradeAfter = ControllerLevel.downgradeAfter(level)
  if ((now["downgradeTime"] ?? null) === null) {
    if (downgradeAfter !== undefined) rooms.update(now, { downgradeTime: time + downgradeAfter + 1 })
    return
  }
  if (!isOver(now, "downgradeTime", time)) return
  const unsafe = { safeModeAvailable: 0, safeModeCooldown: safeModeRest(room, time, clock) }
  if (level > 1) {
    const lower = ControllerLevel.all.find((one) => one === level - 1) ?? 0
    // The progress towards the lost level is kept and added to.
    const progress = (number(now, "progress") ?? 0) + Math.round((ControllerLevel.cost(lower) ?? 0) * 0.9)
    const before = number(now, "downgradeTime") ?? time
    const downgradeTime = before + (ControllerLevel.downgradeAfter(lower) ?? 0) / 2 + 1
    rooms.update(now, { level: lower, progress, downgradeTime, ...unsafe })
  } else {
    const free = { user: null, level: 0, progress: 0, downgradeTime: null, upgradeBlocked: null }
    rooms.update(now, { ...free, safeMode: null, isPowerEnabled: false, ...unsafe })
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

const creep: AgingRule = (object, place) => {
  const { rooms, time } = place
  if (object["spawning"] === true) return
  const isDead = isOver(object, "ageTime", time) || (number(object, "hits") ?? 1) <= 0
  if (isDead || isIdle(object, place)) return die(rooms, object, time)
  const [fatigue, moves] = [number(object, "fatigue") ?? 0, partsOf(object, "move")]
  if (fatigue > 0 && moves > 0) rooms.update(object, { fatigue: Math.max(0, fatigue - 2 * moves) })
  if (number(object, "ageTime") === undefined && number(object, "ticksToLive") !== undefined) {
    const ticksToLive = number(object, "ticksToLive") ?? 0
    rooms.update(object, { ageTime: time + ticksToLive, ticksToLive: undefined })
  }
}

/** Spawns and extensions are active up to the controller level's limit, nearest to the controller first. */
const switches = ({ room, rooms }: RoomTick, type: "spawn" | "extension") => {
  const controller = rooms.controller(room)
  if (controller === undefined) return
  const level = levelOf(controller)
  const away = ({ x, y }: StoredObject) => Math.max(Math.abs(x - controller.x), Math.abs(y - controller.y))
  const all = ofType(room, type)
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

/** A wall around a novice area, which ends at a moment or a tick; other walls have no time. */
const wall: AgingRule = (object, { now, room, rooms, time }) => {
  const end = object["decayTime"] ?? null
  if (end === null) return
  const owner = rooms.controller(room)
  const isUnowned = owner !== undefined && typeof owner["user"] !== "string"
  const isPast =
    typeof end === "object"
      ? now > numberOf(end, "timestamp")
      : isOver(object, "decayTime", time) || isUnowned
  if (isPast) rooms.remove(object)
}

const gone = new Set(["creep", "constructionSite", "energy", "tombstone", "ruin"])

const reach = [-2, -1, 0, 1, 2]
const damageAt = (distance: number) => (distance === 0 ? 10_000_000 : 5_000_000)

/** Takes hits; without hits left the structure is removed, with the creep that it spawns, and leaves no ruin. */
const strikeOne = ({ room, rooms }: RoomTick, target: StoredObject, amount: number) => {
  const hits = numberOf(target, "hits")
  if (hits === 0) return
  if (hits > amount) rooms.update(target, { hits: hits - amount })
  else rooms.remove(target)
  // Walls around novice areas that belong to a player disappear together.
  if (target.type !== "constructedWall" || (target["decayTime"] ?? null) === null) return
  for (const wall of Array.from(room.objects.values()))
    if (
      wall.type === "constructedWall" &&
      (wall["decayTime"] ?? null) !== null &&
      textOf(wall, "user") !== ""
    )
      rooms.remove(wall)
}

/** A rampart takes the damage first; what is left of it hits everything else on the square. */
const strike = (place: RoomTick, x: number, y: number, whole: number) => {
  const objects = place.rooms.on(place.room, x, y)
  const rampart = objects.find(({ type }) => type === "rampart")
  if (rampart !== undefined) strikeOne(place, rampart, whole)
  const left = whole - numberOf(rampart, "hits")
  if (left > 0) for (const object of objects) if (object !== rampart) strikeOne(place, object, left)
}

const land = (nuke: StoredObject, place: RoomTick) => {
  const { room, rooms, time } = place
  for (const object of Array.from(room.objects.values())) {
    if (gone.has(object.type)) rooms.remove(object)
    else if (object.type === "powerCreep") rooms.update(object, { hits: 0 })
    else if (object.type === "spawn" && (object["spawning"] ?? null) !== null)
      rooms.update(object, { spawning: null })
  }
  for (const dx of reach)
    for (const dy of reach)
      strike(place, nuke.x + dx, nuke.y + dy, damageAt(Math.max(Math.abs(dx), Math.abs(dy))))
  const controller = rooms.controller(room)
  if (controller === undefined) return
  if (numberOf(controller, "safeMode") > time)
    rooms.update(controller, { safeMode: time, safeModeCooldown: null })
  if (typeof controller["user"] === "string" && numberOf(controller, "upgradeBlocked") < time)
    rooms.update(controller, { upgradeBlocked: time + 200 })
}

/** Lands one tick before it disappears; novice and respawn areas are protected. */
const nuke: AgingRule = (object, place) => {
  const { now, room, rooms, time } = place
  const { novice = 0, respawnArea = 0 } = room.facts
  const landTime = numberOf(object, "landTime")
  if (novice > now || respawnArea > now || time >= landTime) rooms.remove(object)
  else if (time === landTime - 1) land(object, place)
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
    constructedWall: wall,
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
export const ageRoom = (rooms: Rooms, room: Room, time: number, now: number) => {
  const place: RoomTick = { rooms, room, time, now }
  for (const { _id } of Array.from(room.objects.values())) {
    // An earlier rule may have changed or removed it.
    const object = room.objects.get(_id)
    if (object !== undefined) agingRules.get(object.type)?.(object, place)
  }
  switches(place, "spawn")
  switches(place, "extension")
}
