/** What a document of a room object may leave out: the values that the game gives to new objects. */
import * as Mineral from "../economy/Mineral.ts"
import * as StructureType from "./StructureType.ts"
import type { Type } from "./kinds.ts"

type Fields = Readonly<Record<string, unknown>>

/** What the fields depend on that `withDefaults` adds. */
export interface DefaultsOptions {
  /** Level of the room's controller, from which extensions and ramparts have their capacity and their hit points. */
  readonly level?: number | undefined
  /** The present tick, after which structures begin to decay; without it, they lose hit points in the next tick. */
  readonly time?: number | undefined
}

/** Hit points of undamaged objects. */
const undamaged: { readonly [T in Type]?: number } = {
  constructedWall: 300_000_000,
  container: 250_000,
  extension: 1000,
  extractor: 500,
  factory: 1000,
  invaderCore: 100_000,
  lab: 500,
  link: 1000,
  nuker: 1000,
  observer: 500,
  powerBank: 2_000_000,
  powerSpawn: 5000,
  road: 5000,
  spawn: 5000,
  storage: 10_000,
  terminal: 3000,
  tower: 3000
}

const rampartHits = [300_000, 300_000, 300_000, 1e6, 3e6, 10e6, 30e6, 100e6, 300e6]

const empty = { store: {} }

/** The game calculates with the amount of each resource that has a capacity. */
const limited = (storeCapacityResource: Fields): Fields => ({
  store: Object.fromEntries(Object.keys(storeCapacityResource).map((resource) => [resource, 0])),
  storeCapacityResource
})

const noEnergy = { store: { energy: 0 } }

const general = (storeCapacity: number): Fields => ({ ...noEnergy, storeCapacity })

const ownNumber = (fields: Fields, name: string): number | undefined => {
  const value = fields[name]
  return typeof value === "number" ? value : undefined
}

const bodyOf = ({ body }: Fields): ReadonlyArray<Fields> =>
  Array.isArray(body) ? body.filter((part) => typeof part === "object" && part !== null) : []

/** A creep's hit points and capacity follow from its body. */
const creep = (given: Fields): Fields => {
  const body = bodyOf(given)
  if (body.length === 0) return { fatigue: 0, ...noEnergy }
  return {
    fatigue: 0,
    ...general(50 * body.filter(({ hits, type }) => type === "carry" && hits !== 0).length),
    hits: body.reduce((sum, part) => sum + (ownNumber(part, "hits") ?? 0), 0),
    hitsMax: 100 * body.length
  }
}

const powerCreep = (given: Fields): Fields => {
  const level = ownNumber(given, "level") ?? 0
  const hits = 1000 * (level + 1)
  return { level, className: "operator", powers: {}, ...general(100 * (level + 1)), hits, hitsMax: hits }
}

const rampart = ({ level }: DefaultsOptions): Fields => {
  const hitsMax = level === undefined ? undefined : rampartHits[level]
  return hitsMax === undefined ? {} : { hitsMax }
}

const extension = ({ level }: DefaultsOptions): Fields =>
  level === undefined ? noEnergy : limited({ energy: level < 7 ? 50 : level === 7 ? 100 : 200 })

const site = ({ structureType }: Fields): Fields => ({
  progress: 0,
  ...(StructureType.isBuildable(structureType) ? { progressTotal: StructureType.cost(structureType) } : {})
})

/** In a room without an owner. */
const source = (given: Fields): Fields => {
  const energyCapacity = ownNumber(given, "energyCapacity") ?? Math.max(1500, ownNumber(given, "energy") ?? 0)
  return { energy: energyCapacity, energyCapacity, ticksToRegeneration: 300 }
}

const mineral = (given: Fields): Fields => {
  const mineralAmount = Mineral.amount(ownNumber(given, "density") ?? 0)
  return mineralAmount === undefined ? {} : { mineralAmount }
}

/** Fields of the kinds beyond hit points and wear. */
const own: { readonly [T in Type]?: (given: Fields, options: DefaultsOptions) => Fields } = {
  constructionSite: site,
  container: () => general(2000),
  controller: () => ({ level: 0 }),
  creep,
  extension: (_, options) => extension(options),
  extractor: () => ({ cooldown: 0 }),
  factory: () => ({ ...general(50_000), cooldown: 0 }),
  // The game's own account of invaders.
  invaderCore: () => ({ level: 0, user: "2" }),
  lab: () => ({ ...limited({ energy: 2000 }), storeCapacity: 5000, cooldown: 0 }),
  link: () => ({ ...limited({ energy: 800 }), cooldown: 0 }),
  mineral,
  nuker: () => ({ ...limited({ energy: 300_000, G: 5000 }), cooldownTime: 0 }),
  observer: () => ({ observeRoom: null }),
  powerBank: (_, { time }) => (time === undefined ? empty : { ...empty, decayTime: time + 5000 }),
  powerCreep,
  powerSpawn: () => limited({ energy: 5000, power: 100 }),
  rampart: (_, options) => rampart(options),
  reactor: () => limited({ T: 1000 }),
  ruin: () => empty,
  scoreCollector: () => empty,
  scoreContainer: () => empty,
  source,
  spawn: () => ({ ...limited({ energy: 300 }), spawning: null }),
  storage: () => general(1_000_000),
  symbolContainer: () => empty,
  symbolDecoder: () => empty,
  terminal: (given) => ((given["user"] ?? null) === null ? {} : general(300_000)),
  tombstone: () => empty,
  tower: () => limited({ energy: 1000 })
}

/** Ticks until new structures lose hit points. The game treats a missing tick as due. */
const wear: { readonly [T in Type]?: number } = { container: 500, rampart: 100, road: 1000 }

/** Terminals and extractors that no player built, and walls around protected areas, cannot be damaged. */
const isIndestructible = (type: Type, given: Fields): boolean =>
  type === "constructedWall"
    ? given["newbieWall"] === true || (given["decayTime"] ?? null) !== null
    : (type === "terminal" || type === "extractor") && (given["user"] ?? null) === null

const hitPoints = (type: Type, given: Fields, others: Fields, { level }: DefaultsOptions): Fields => {
  // Most ramparts have fewer hit points than they may have.
  if ((type === "rampart" && level === undefined) || isIndestructible(type, given)) return {}
  const [hits, hitsMax] = [ownNumber(given, "hits"), ownNumber(given, "hitsMax")]
  const most = hitsMax ?? ownNumber(others, "hitsMax") ?? undamaged[type]
  if (most === undefined) return {}
  return { hits: ownNumber(others, "hits") ?? most, hitsMax: hitsMax ?? Math.max(most, hits ?? 0) }
}

/**
 * Returns the fields that the game gives to a new object of a kind, as far as they follow from those that are given: an
 * undamaged object with an empty store. No field of a capacity contradicts one that is given.
 *
 * **Source** read in the server's source.
 */
export const defaultsOf = (type: Type, given: Fields, options: DefaultsOptions = {}): Fields => {
  const fields = own[type]?.(given, options) ?? {}
  const after = wear[type]
  const { time } = options
  return {
    ...fields,
    ...hitPoints(type, given, fields, options),
    ...(after === undefined ? {} : { nextDecayTime: time === undefined ? 0 : time + after })
  }
}
