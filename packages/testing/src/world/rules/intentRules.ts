/**
 * Executes intents sent by request; unknown intents are accepted and have no effect, as on real servers.
 */
import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as Resource from "@screeps-effect/schema/Resource"
import * as FlagColor from "@screeps-effect/schema/FlagColor"
import { isBuildable } from "@screeps-effect/schema/StructureType"
import { field, levelOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import type { ObjectIntent } from "../state/intents.ts"
import type { Room, StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"
import { safeModeRest, spill } from "./aging.ts"
import { placeSite, refusalOf, ruin } from "./building.ts"
import { act, beginSpawning, die } from "./creatures.ts"

/** Executes an intent; an impossible one has no effect and is not reported to the player. */
type ObjectRule = (shard: Shard, intent: ObjectIntent, now: number) => void

/** Finds the named object, if it is in the room and belongs to the user. */
const own = (shard: Shard, { id, room, user }: ObjectIntent, type: string): StoredObject | undefined => {
  const object = shard.rooms.object(id)
  const isOwn = object !== undefined && object.room === room && object["user"] === user._id
  return isOwn && object.type === type ? object : undefined
}

/** Scripts and requests say at most ten characters. */
const say: ObjectRule = (shard, request) => {
  const creep = own(shard, request, "creep")
  if (creep === undefined || creep["spawning"] === true) return
  const message = textOf(request.intent, "message").slice(0, 10)
  act(shard.rooms, creep, { say: { message, isPublic: field(request.intent, "isPublic") === true } })
}

const drop: ObjectRule = (shard, request) => {
  const creep = own(shard, request, "creep")
  const room = shard.rooms.at(request.room)
  const [resource, amount] = [textOf(request.intent, "resourceType"), numberOf(request.intent, "amount")]
  const store = storeOf(creep)
  const left = (store[resource] ?? 0) - amount
  if (creep === undefined || room === undefined || creep["spawning"] === true) return
  if (amount <= 0 || left < 0 || !Resource.isRoomResource(resource)) return
  shard.rooms.update(creep, { store: { ...store, [resource]: left } })
  spill(shard.rooms, room, creep.x, creep.y, { [resource]: amount })
}

const suicide: ObjectRule = (shard, request) => {
  const creep = own(shard, request, "creep")
  if (creep !== undefined && creep["spawning"] !== true) die(shard.rooms, creep, shard.time)
}

const createCreep: ObjectRule = (shard, request) => {
  const spawn = own(shard, request, "spawn")
  const [name, body] = [field(request.intent, "name"), field(request.intent, "body")]
  if (spawn === undefined || typeof name !== "string" || !Array.isArray(body)) return
  const parts: ReadonlyArray<unknown> = body
  if (parts.every(BodyPartType.isKnown)) beginSpawning(shard.rooms, spawn, { name, body: parts }, shard.time)
}

const cancelSpawning: ObjectRule = (shard, request) => {
  const spawn = own(shard, request, "spawn")
  const name = textOf(spawn?.["spawning"], "name")
  if (spawn === undefined || name === "") return
  const unborn = shard
    .owned(request.user)
    .find((object) => object.type === "creep" && object["name"] === name)
  if (unborn !== undefined) shard.rooms.remove(unborn)
  shard.rooms.update(spawn, { spawning: null })
}

const rest = (shard: Shard, request: ObjectIntent, now: number) => {
  const room = shard.rooms.at(request.room)
  return room === undefined ? null : safeModeRest(room, shard.time, now)
}

const unclaim: ObjectRule = (shard, request, now) => {
  const controller = own(shard, request, "controller")
  if (controller === undefined || numberOf(controller, "level") === 0) return
  shard.rooms.update(controller, {
    user: null,
    level: 0,
    progress: 0,
    downgradeTime: null,
    safeMode: null,
    safeModeAvailable: 0,
    safeModeCooldown: rest(shard, request, now),
    isPowerEnabled: false
  })
}

const activateSafeMode: ObjectRule = (shard, request, now) => {
  const controller = own(shard, request, "controller")
  if (controller === undefined) return
  const available = numberOf(controller, "safeModeAvailable")
  const level = levelOf(controller)
  const { time } = shard
  const isBlocked =
    numberOf(controller, "safeModeCooldown") >= time || numberOf(controller, "upgradeBlocked") > time
  const longAgo = time + (ControllerLevel.downgradeAfter(level) ?? 0) / 2 - 5000
  const isNeglected = typeof controller["downgradeTime"] === "number" && controller["downgradeTime"] < longAgo
  if (available <= 0 || isBlocked || isNeglected) return
  shard.rooms.update(controller, {
    safeModeAvailable: available - 1,
    safeMode: time + 20_000,
    safeModeCooldown: rest(shard, request, now)
  })
}

/** Structures without an owner accept every user's intents. */
const notifyWhenAttacked: ObjectRule = (shard, { id, intent, room, user }) => {
  const object = shard.rooms.object(id)
  if (object?.room !== room || (object["user"] ?? user._id) !== user._id) return
  if (isBuildable(object.type) || object.type === "creep" || object.type === "powerCreep") {
    shard.rooms.update(object, { notifyWhenAttacked: field(intent, "enabled") === true })
  }
}

const setPublic: ObjectRule = (shard, request) => {
  const rampart = own(shard, request, "rampart")
  if (rampart !== undefined) {
    shard.rooms.update(rampart, { isPublic: field(request.intent, "isPublic") === true })
  }
}

/** Sends in the same tick, when the market rules run. */
const send: ObjectRule = (shard, request) => {
  const terminal = own(shard, request, "terminal")
  const [resource, amount] = [textOf(request.intent, "resourceType"), numberOf(request.intent, "amount")]
  const has = storeOf(terminal)[resource] ?? 0
  if (terminal === undefined || amount <= 0 || has < amount || !Resource.isRoomResource(resource)) return
  shard.rooms.update(terminal, { send: request.intent })
}

/** The object id under which a room's intents are stored. */
const roomId = "room"

type RoomRule = (shard: Shard, request: ObjectIntent, item: unknown, room: Room) => void

/** A rule for each item of a list; a single item has no effect, nor does a list sent to an object. */
const eachItem =
  (rule: RoomRule): ObjectRule =>
  (shard, request) => {
    const room = shard.rooms.at(request.room)
    if (request.id !== roomId || room === undefined || !Array.isArray(request.intent)) return
    const items: ReadonlyArray<unknown> = request.intent
    for (const item of items) rule(shard, request, item, room)
  }

const removeFlag: RoomRule = (shard, { user }, item, room) => {
  shard.flags.remove(user._id, room.name, textOf(item, "name"))
}

const isColor = (color: number) => Object.values(FlagColor.colors).some((one) => one === color)

const createFlag: RoomRule = (shard, { user }, item, room) => {
  const name = textOf(item, "name")
  const [color, secondaryColor] = [numberOf(item, "color"), numberOf(item, "secondaryColor")]
  const [x, y] = [numberOf(item, "x"), numberOf(item, "y")]
  const inside = x >= 0 && x <= 49 && y >= 0 && y <= 49
  if (!inside || !isColor(color) || !isColor(secondaryColor)) return
  if (shard.flags.at(user._id, room.name, name) !== undefined) return
  shard.flags.add(user._id, { room: room.name, name, color, secondaryColor, x, y })
}

const createConstructionSite: RoomRule = (shard, { user }, item, room) => {
  const structureType = field(item, "structureType")
  if (!isBuildable(structureType)) return
  const name = structureType === "spawn" ? textOf(item, "name") : undefined
  const wanted = { room, structureType, x: numberOf(item, "x"), y: numberOf(item, "y"), name }
  if (refusalOf(shard, user, wanted) === undefined) placeSite(shard, user, wanted)
}

/** Half of a site's energy remains. */
const removeSite = (shard: Shard, { user }: ObjectIntent, id: string, room: Room) => {
  const site = shard.rooms.object(id)
  if (site?.room !== room.name || site.type !== "constructionSite") return
  if (site["user"] !== user._id && shard.rooms.controller(room)?.["user"] !== user._id) return
  shard.rooms.remove(site)
  const progress = numberOf(site, "progress")
  if (progress > 1) spill(shard.rooms, room, site.x, site.y, { energy: Math.floor(progress / 2) })
}

const removeConstructionSite: RoomRule = (shard, request, item, room) =>
  removeSite(shard, request, textOf(item, "id"), room)

/** Intents of single flags and sites, for servers that support them. */
const remove: ObjectRule = (shard, request) => {
  const room = shard.rooms.at(request.room)
  const flag = shard.flags.of(request.user._id).find(({ _id }) => _id === request.id)
  if (room === undefined) return
  if (flag?.room === room.name) shard.flags.remove(request.user._id, room.name, flag.name)
  else removeSite(shard, request, request.id, room)
}

const isCreep = (type: string) => type === "creep" || type === "powerCreep"

const destroyStructure: RoomRule = (shard, { user }, item, room) => {
  const structure = shard.rooms.object(textOf(item, "id"))
  if (structure?.room !== room.name || !isBuildable(structure.type)) return
  if (shard.rooms.controller(room)?.["user"] !== user._id) return
  const objects = [...room.objects.values()]
  // Walls around novice areas stay.
  const isBorder = structure.type === "constructedWall" && (structure["decayTime"] ?? null) !== null
  if (isBorder && (structure["user"] ?? null) === null) return
  if (objects.some((object) => isCreep(object.type) && object["user"] !== user._id)) return
  const spawning = textOf(structure["spawning"], "name")
  for (const object of objects) {
    const isUnborn =
      object.type === "creep" && object["user"] === structure["user"] && object["spawning"] === true
    if (spawning !== "" && isUnborn && object["name"] === spawning) shard.rooms.remove(object)
  }
  ruin(shard.rooms, structure, shard.time)
}

/** Rules for intents of objects and rooms, in execution order. @internal */
export const objectRules: ReadonlyMap<string, ObjectRule> = new Map(
  Object.entries({
    removeFlag: eachItem(removeFlag),
    createFlag: eachItem(createFlag),
    createConstructionSite: eachItem(createConstructionSite),
    removeConstructionSite: eachItem(removeConstructionSite),
    remove,
    destroyStructure: eachItem(destroyStructure),
    createCreep,
    cancelSpawning,
    drop,
    say,
    suicide,
    unclaim,
    activateSafeMode,
    setPublic,
    send,
    notifyWhenAttacked
  })
)

type Kept = (value: unknown) => unknown

const list = (value: unknown): ReadonlyArray<unknown> | undefined =>
  Array.isArray(value) ? value : undefined

const text: (value: unknown) => string = String
const whole: Kept = (value) => Number.parseInt(String(value), 10)
const yes: Kept = Boolean
/** Prices are stored in thousandths of a credit. */
const price: Kept = (value) => Number.parseInt((1000 * Number(value)).toFixed(0), 10)
const texts: Kept = (value) => list(value)?.map(text)
const wholes: Kept = (value) => list(value)?.map(whole)
const parts: Kept = (value) => (list(value) ?? []).filter(BodyPartType.isKnown)
const upTo =
  (length: number): Kept =>
  (value) =>
    (value ? text(value) : "").slice(0, length)
const name = upTo(100)

const id = { id: text }
const target = { id: text, x: whole, y: whole }
const square = { roomName: text, x: whole, y: whole }
const labs = { lab1: text, lab2: text }
const colors = { color: whole, secondaryColor: whole }
const amount = { amount: whole, resourceType: text }

type Fields = Readonly<Record<string, Kept>>

const each = (names: string, fields: Fields) =>
  Object.fromEntries(names.split(" ").map((intent) => [intent, fields]))

/** The fields that servers keep, by intent. */
const types: Readonly<Record<string, Fields>> = {
  ...each("activateSafeMode cancelSpawning destroy processPower rangedMassAttack remove suicide unclaim", {}),
  ...each("attackController claimController dismantle enableRoom generateSafeMode harvest pickup pull", id),
  ...each("rangedAttack rangedHeal recycleCreep renew renewCreep reserveController suicidePowerCreep", id),
  ...each("unboostCreep upgradeController", id),
  ...each("attack build heal repair", target),
  ...each("launchNuke setPosition", square),
  ...each("runReaction reverseReaction", labs),
  ...each("drop produce", amount),
  ...each("transfer withdraw", { ...id, ...amount }),
  ...each("destroyStructure removeConstructionSite", { roomName: text, ...id }),
  ...each("renamePowerCreep spawnPowerCreep", { ...id, name }),
  notify: { message: upTo(1000), groupInterval: whole },
  createConstructionSite: { ...square, structureType: text, name },
  createFlag: { ...square, name, ...colors },
  removeFlag: { roomName: text, name },
  cancelOrder: { orderId: text },
  changeOrderPrice: { orderId: text, newPrice: price },
  createOrder: { type: text, resourceType: text, price, totalAmount: whole, roomName: text },
  deal: { orderId: text, amount: whole, targetRoomName: text },
  extendOrder: { orderId: text, addAmount: whole },
  createPowerCreep: { name, className: text },
  deletePowerCreep: { ...id, cancel: yes },
  upgradePowerCreep: { ...id, power: whole },
  boostCreep: { ...id, bodyPartsCount: whole },
  createCreep: { name, body: parts, energyStructures: texts, directions: wholes },
  move: { ...id, direction: whole },
  notifyWhenAttacked: { enabled: yes },
  observeRoom: { roomName: text },
  say: { message: name, isPublic: yes },
  send: { targetRoomName: text, ...amount, description: name },
  setColor: colors,
  setPublic: { isPublic: yes },
  setSpawnDirections: { directions: wholes },
  signController: { ...id, sign: name },
  usePower: { power: whole, ...id }
}

/** Returns the stored part of an intent, one or a list; `undefined` for an unknown name. @internal */
export const keptIntent = (name: string, intent: unknown): unknown => {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (type === undefined || !intent) return undefined
  const one = (value: unknown) =>
    Object.fromEntries(Object.entries(type).map(([key, kept]) => [key, kept(field(value, key))]))
  return Array.isArray(intent) ? intent.map(one) : one(intent)
}
