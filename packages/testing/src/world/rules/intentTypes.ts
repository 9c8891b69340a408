/** What servers store of an intent: known names and known fields, converted to their types. */
import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import { field } from "../state/fields.ts"

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

const types: Readonly<Record<string, Readonly<Record<string, Kept>>>> = {
  notify: { message: upTo(1000), groupInterval: whole },
  createConstructionSite: { ...square, structureType: text, name },
  createFlag: { ...square, name, ...colors },
  destroyStructure: { roomName: text, ...id },
  removeConstructionSite: { roomName: text, ...id },
  removeFlag: { roomName: text, name },
  cancelOrder: { orderId: text },
  changeOrderPrice: { orderId: text, newPrice: price },
  createOrder: { type: text, resourceType: text, price, totalAmount: whole, roomName: text },
  deal: { orderId: text, amount: whole, targetRoomName: text },
  extendOrder: { orderId: text, addAmount: whole },
  createPowerCreep: { name, className: text },
  deletePowerCreep: { ...id, cancel: yes },
  renamePowerCreep: { ...id, name },
  spawnPowerCreep: { ...id, name },
  suicidePowerCreep: id,
  upgradePowerCreep: { ...id, power: whole },
  activateSafeMode: {},
  attack: target,
  attackController: id,
  boostCreep: { ...id, bodyPartsCount: whole },
  build: target,
  cancelSpawning: {},
  claimController: id,
  createCreep: { name, body: parts, energyStructures: texts, directions: wholes },
  destroy: {},
  dismantle: id,
  drop: amount,
  enableRoom: id,
  generateSafeMode: id,
  harvest: id,
  heal: target,
  launchNuke: square,
  move: { ...id, direction: whole },
  notifyWhenAttacked: { enabled: yes },
  observeRoom: { roomName: text },
  pickup: id,
  processPower: {},
  produce: amount,
  pull: id,
  rangedAttack: id,
  rangedHeal: id,
  rangedMassAttack: {},
  recycleCreep: id,
  renew: id,
  renewCreep: id,
  reverseReaction: labs,
  runReaction: labs,
  remove: {},
  repair: target,
  reserveController: id,
  say: { message: name, isPublic: yes },
  send: { targetRoomName: text, ...amount, description: name },
  setColor: colors,
  setPosition: square,
  setPublic: { isPublic: yes },
  setSpawnDirections: { directions: wholes },
  signController: { ...id, sign: name },
  suicide: {},
  transfer: { ...id, ...amount },
  unboostCreep: id,
  unclaim: {},
  upgradeController: id,
  usePower: { power: whole, ...id },
  withdraw: { ...id, ...amount }
}

/** Returns the stored part of an intent, one or a list; `undefined` for an unknown name. @internal */
export const keptIntent = (name: string, intent: unknown): unknown => {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (type === undefined || !intent) return undefined
  const one = (value: unknown) =>
    Object.fromEntries(Object.entries(type).map(([key, kept]) => [key, kept(field(value, key))]))
  return Array.isArray(intent) ? intent.map(one) : one(intent)
}
