/** Room objects as xxscreeps sends them: the fields of each type, and no others. */
import type { Document } from "../../../../packages/testing/src/world/state/diff.ts"
import { field, numberOf, textOf } from "../../../../packages/testing/src/world/state/fields.ts"
import type { StoredObject } from "../../../../packages/testing/src/world/state/rooms.ts"

/** Who receives an object, and at which tick. */
export interface Viewing {
  readonly time: number
  /** Id of the receiver; `undefined` for guests. */
  readonly viewer: string | undefined
}

/** Fields of a type with the values that stand for unset ones; without one, an unset field is not sent. */
type Kind = Readonly<Record<string, unknown>>

const unset = undefined
const structure = { structureType: unset, hits: 0, hitsMax: 0, user: null }
const store = { store: {} }
const roomStore = { ...store, storeCapacity: 0 }
const listedStore = { ...store, storeCapacityResource: {} }
const acting = { actionLog: {} }
const owned = { user: unset }

const kinds: Readonly<Record<string, Kind>> = {
  constructedWall: structure,
  constructionSite: { progress: 0, progressTotal: 0, structureType: unset, ...owned },
  container: { ...structure, ...roomStore, nextDecayTime: unset },
  controller: {
    structureType: unset,
    user: null,
    level: 0,
    progress: unset,
    downgradeTime: 0,
    safeMode: 0,
    safeModeAvailable: 0,
    safeModeCooldown: 0,
    reservation: unset,
    sign: unset
  },
  creep: {
    ...roomStore,
    ...acting,
    name: unset,
    body: [],
    hits: 0,
    hitsMax: 0,
    spawning: false,
    fatigue: 0,
    ageTime: unset,
    ...owned
  },
  deposit: { cooldownTime: 0, depositType: unset, lastCooldown: 0, nextDecayTime: unset },
  energy: { resourceType: "energy" },
  extension: { ...structure, ...listedStore },
  extractor: { ...structure, cooldown: 0 },
  factory: { ...structure, ...roomStore, ...acting, cooldownTime: 0 },
  invaderCore: { ...structure, level: 0, deployTime: unset, effects: unset },
  keeperLair: { structureType: unset, user: "3", nextSpawnTime: 0 },
  lab: { ...structure, ...listedStore, ...acting, cooldownTime: 0 },
  link: { ...structure, ...listedStore, ...acting, cooldown: 0 },
  mineral: {
    density: unset,
    mineralAmount: 0,
    mineralType: unset,
    ticksToRegeneration: 0,
    nextRegenerationTime: 0
  },
  nuke: { launchRoomName: unset, timeToLand: unset },
  nuker: { ...structure, ...listedStore, cooldownTime: 0 },
  observer: structure,
  portal: { structureType: unset, user: null, destination: unset, decayTime: unset },
  powerBank: { ...structure, ...store, storeCapacity: null, decayTime: unset },
  powerCreep: {
    ...roomStore,
    ...acting,
    ageTime: unset,
    className: unset,
    hits: 0,
    hitsMax: 0,
    level: 0,
    name: unset,
    powers: {},
    ...owned
  },
  powerSpawn: { ...structure, ...listedStore },
  rampart: { ...structure, isPublic: false, nextDecayTime: unset },
  road: { ...structure, nextDecayTime: unset },
  ruin: { ...roomStore, decayTime: unset, destroyTime: unset, structure: unset, ...owned },
  source: { energy: 0, energyCapacity: 0, nextRegenerationTime: 0 },
  spawn: { ...structure, ...listedStore, name: unset, spawning: unset },
  storage: { ...structure, ...roomStore },
  terminal: { ...structure, ...roomStore, cooldownTime: 0 },
  tombstone: {
    ...roomStore,
    creepBody: unset,
    creepId: unset,
    creepName: unset,
    creepTicksToLive: unset,
    creepSaying: unset,
    deathTime: unset,
    decayTime: unset,
    ...owned
  },
  tower: { ...structure, ...listedStore, ...acting }
}

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

/** What an object did in the tick; others do not see what it said to its owner only. */
const actions = (object: StoredObject, { viewer }: Viewing) => {
  const isMine = object["user"] === viewer
  const shown = entriesOf(object["actionLog"]).filter(
    ([name, action]) => action !== null && (name !== "say" || isMine || field(action, "isPublic") === true)
  )
  return Object.fromEntries(shown)
}

/** The place behind a portal: within the shard under another name. */
const beyond = (destination: unknown) =>
  field(destination, "shard") === undefined
    ? { x: numberOf(destination, "x"), y: numberOf(destination, "y"), roomName: field(destination, "room") }
    : destination

const level = (power: unknown) => ({
  cooldownTime: numberOf(power, "cooldownTime"),
  level: numberOf(power, "level")
})

/** Fields that are stored in another form. */
const converted = (object: StoredObject, viewing: Viewing): Document => {
  const { actionLog, destination, effects, powers, store, structure, type } = object
  const sites = type === "constructionSite" ? {} : { structureType: type }
  const all: Record<string, unknown> = {
    ...sites,
    ...(store === undefined
      ? {}
      : { store: Object.fromEntries(entriesOf(store).filter(([, amount]) => amount !== 0)) }),
    ...(actionLog === undefined ? {} : { actionLog: actions(object, viewing) }),
    ...(effects === undefined ? {} : { effects: entriesOf(effects).map(([, effect]) => effect) })
  }
  switch (type) {
    case "deposit":
      return {
        ...all,
        lastCooldown: Math.ceil(0.001 * numberOf(object, "harvested") ** 1.2),
        nextDecayTime: object["decayTime"]
      }
    case "nuke":
      return { ...all, timeToLand: numberOf(object, "landTime") - viewing.time }
    case "portal":
      return { ...all, destination: beyond(destination) }
    case "powerCreep":
      return {
        ...all,
        powers: Object.fromEntries(entriesOf(powers).map(([power, one]) => [power, level(one)]))
      }
    case "ruin":
      return { ...all, structure: { type: field(structure, "type") } }
    default:
      return all
  }
}

/** Returns an object as a receiver gets it: an object of an unknown type as it is stored. */
export const rendered = (object: StoredObject, viewing: Viewing): Document => {
  const { _id, room: _room, type, x, y, ...stored } = object
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (kind === undefined) return { _id, type, x, y, ...stored }
  const values: Document = { ...stored, ...converted(object, viewing) }
  // Dropped resources have their amount under the name of the resource.
  const amount = type === "energy" ? [textOf(object, "resourceType") || "energy"] : []
  const names = [...Object.keys(kind), ...amount]
  const fields = names.map((name) => [name, values[name] ?? kind[name]] as const)
  return { _id, type, x, y, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) }
}
