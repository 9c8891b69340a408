/**
 * Executes intents sent by request; unknown intents are accepted and have no effect, as on real servers.
 */
import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as Resource from "@screeps-effect/schema/Resource"
import { isBuildable } from "@screeps-effect/schema/StructureType"
import { field, levelOf, numberOf, storeOf, textOf } from "../state/fields.ts"
import type { ObjectIntent } from "../state/intents.ts"
import type { StoredObject } from "../state/rooms.ts"
import type { World } from "../state/world.ts"
import { safeModeRest, spill } from "./aging.ts"
import { act, beginSpawning, die } from "./creatures.ts"
import { roomRules } from "./roomRules.ts"
import type { ObjectRule } from "./rule.ts"

/** Finds the named object, if it is in the room and belongs to the user. */
const own = (world: World, { id, room, user }: ObjectIntent, type: string): StoredObject | undefined => {
  const object = world.rooms.object(id)
  const isOwn = object !== undefined && object.room === room && object["user"] === user._id
  return isOwn && object.type === type ? object : undefined
}

/** Scripts and requests say at most ten characters. */
const say: ObjectRule = (world, request) => {
  const creep = own(world, request, "creep")
  if (creep === undefined || creep["spawning"] === true) return
  const message = textOf(request.intent, "message").slice(0, 10)
  act(world.rooms, creep, { say: { message, isPublic: field(request.intent, "isPublic") === true } })
}

const drop: ObjectRule = (world, request) => {
  const creep = own(world, request, "creep")
  const room = world.rooms.at(request.room)
  const [resource, amount] = [textOf(request.intent, "resourceType"), numberOf(request.intent, "amount")]
  const store = storeOf(creep)
  const left = (store[resource] ?? 0) - amount
  if (creep === undefined || room === undefined || creep["spawning"] === true) return
  if (amount <= 0 || left < 0 || !Resource.isRoomResource(resource)) return
  world.rooms.update(creep, { store: { ...store, [resource]: left } })
  spill(world.rooms, room, creep.x, creep.y, { [resource]: amount })
}

const suicide: ObjectRule = (world, request) => {
  const creep = own(world, request, "creep")
  if (creep !== undefined && creep["spawning"] !== true) die(world.rooms, creep, world.time)
}

const createCreep: ObjectRule = (world, request) => {
  const spawn = own(world, request, "spawn")
  const [name, body] = [field(request.intent, "name"), field(request.intent, "body")]
  if (spawn === undefined || typeof name !== "string" || !Array.isArray(body)) return
  const parts: ReadonlyArray<unknown> = body
  if (parts.every(BodyPartType.isKnown)) beginSpawning(world.rooms, spawn, { name, body: parts }, world.time)
}

const cancelSpawning: ObjectRule = (world, request) => {
  const spawn = own(world, request, "spawn")
  const name = textOf(spawn?.["spawning"], "name")
  if (spawn === undefined || name === "") return
  const unborn = world
    .owned(request.user)
    .find((object) => object.type === "creep" && object["name"] === name)
  if (unborn !== undefined) world.rooms.remove(unborn)
  world.rooms.update(spawn, { spawning: null })
}

const rest = (world: World, request: ObjectIntent, now: number) => {
  const room = world.rooms.at(request.room)
  return room === undefined ? null : safeModeRest(room, world.time, now)
}

const unclaim: ObjectRule = (world, request, now) => {
  const controller = own(world, request, "controller")
  if (controller === undefined || numberOf(controller, "level") === 0) return
  world.rooms.update(controller, {
    user: null,
    level: 0,
    progress: 0,
    downgradeTime: null,
    safeMode: null,
    safeModeAvailable: 0,
    safeModeCooldown: rest(world, request, now),
    isPowerEnabled: false
  })
}

const activateSafeMode: ObjectRule = (world, request, now) => {
  const controller = own(world, request, "controller")
  if (controller === undefined) return
  const available = numberOf(controller, "safeModeAvailable")
  const level = levelOf(controller)
  const { time } = world
  const isBlocked =
    numberOf(controller, "safeModeCooldown") >= time || numberOf(controller, "upgradeBlocked") > time
  const longAgo = time + (ControllerLevel.downgradeAfter(level) ?? 0) / 2 - 5000
  const isNeglected = typeof controller["downgradeTime"] === "number" && controller["downgradeTime"] < longAgo
  if (available <= 0 || isBlocked || isNeglected) return
  world.rooms.update(controller, {
    safeModeAvailable: available - 1,
    safeMode: time + 20_000,
    safeModeCooldown: rest(world, request, now)
  })
}

/** Structures without an owner accept every user's intents. */
const notifyWhenAttacked: ObjectRule = (world, { id, intent, room, user }) => {
  const object = world.rooms.object(id)
  if (object?.room !== room || (object["user"] ?? user._id) !== user._id) return
  if (isBuildable(object.type) || object.type === "creep" || object.type === "powerCreep") {
    world.rooms.update(object, { notifyWhenAttacked: field(intent, "enabled") === true })
  }
}

const setPublic: ObjectRule = (world, request) => {
  const rampart = own(world, request, "rampart")
  if (rampart !== undefined) {
    world.rooms.update(rampart, { isPublic: field(request.intent, "isPublic") === true })
  }
}

/** Sends in the same tick, when the market rules run. */
const send: ObjectRule = (world, request) => {
  const terminal = own(world, request, "terminal")
  const [resource, amount] = [textOf(request.intent, "resourceType"), numberOf(request.intent, "amount")]
  const has = storeOf(terminal)[resource] ?? 0
  if (terminal === undefined || amount <= 0 || has < amount || !Resource.isRoomResource(resource)) return
  world.rooms.update(terminal, { send: request.intent })
}

/** Rules for intents of objects and rooms, in execution order. @internal */
export const objectRules: ReadonlyMap<string, ObjectRule> = new Map(
  Object.entries({
    ...roomRules,
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
