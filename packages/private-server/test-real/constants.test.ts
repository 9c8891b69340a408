import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Words from "@screeps-effect/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import * as RealServer from "./support/server.ts"

const { Boost, Commodity, ControllerLevel, Deposit, Direction, FlagColor, Invader, Mineral, Power } = Words
const { BodyPartType, Npc, OrderType, Reaction, Resource, StructureType } = Words

const mod = fileURLToPath(new URL("published.cjs", import.meta.url))

const Numbers = Schema.Record(Schema.String, Schema.Finite)
const Texts = Schema.Record(Schema.String, Schema.String)
const Recipe = Schema.Struct({
  level: Schema.optionalKey(Schema.Finite),
  amount: Schema.Finite,
  cooldown: Schema.Finite,
  components: Numbers
})
const PowerInfo = Schema.Struct({ className: Schema.String, level: Schema.Array(Schema.Finite) })

const Tables = Schema.Struct({
  RESOURCES_ALL: Schema.Array(Schema.String),
  INTERSHARD_RESOURCES: Schema.Array(Schema.String),
  MINERAL_MIN_AMOUNT: Numbers,
  MINERAL_DENSITY: Numbers,
  REACTIONS: Schema.Record(Schema.String, Texts),
  REACTION_TIME: Numbers,
  BOOSTS: Schema.Record(Schema.String, Schema.Record(Schema.String, Numbers)),
  COMMODITIES: Schema.Record(Schema.String, Recipe),
  BODYPARTS_ALL: Schema.Array(Schema.String),
  BODYPART_COST: Numbers,
  CONSTRUCTION_COST: Numbers,
  CONTROLLER_STRUCTURES: Schema.Record(Schema.String, Numbers),
  CONTROLLER_LEVELS: Numbers,
  CONTROLLER_DOWNGRADE: Numbers,
  COLORS_ALL: Schema.Array(Schema.Finite),
  POWER_CLASS: Texts,
  POWER_INFO: Schema.Record(Schema.String, PowerInfo)
})
type Tables = (typeof Tables)["Type"]

const All = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const Templates = Schema.Struct({ rewardLevel: Schema.Finite, structures: Schema.Array(Schema.Unknown) })

/** Everything that the server publishes. */
interface Published extends Tables {
  /** Every constant by name. */
  readonly all: Readonly<Record<string, unknown>>
  readonly strongholds: Readonly<Record<string, (typeof Templates)["Type"]>>
}

/** `REGEN_SOURCE` is `regenSource`. */
const camel = (constant: string) =>
  constant.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The constants with a common prefix, by the rest of their names. */
const family = (all: Published["all"], prefix: string, but: ReadonlyArray<string> = []) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(prefix) && !but.some((other) => name.startsWith(other)))
      .map(([name, value]) => [camel(name.slice(prefix.length)), value])
  )

const table = <K extends string | number>(keys: ReadonlyArray<K>, value: (key: K) => unknown) =>
  Object.fromEntries(keys.map((key) => [key, value(key)]).filter(([, found]) => found !== undefined))

/** Families of resources, derived from the tables in which the server uses them. */
const families = ({
  BOOSTS,
  COMMODITIES,
  MINERAL_MIN_AMOUNT,
  REACTIONS,
  REACTION_TIME,
  RESOURCES_ALL
}: Published) => {
  const minerals = Object.keys(MINERAL_MIN_AMOUNT)
  const boosts = Object.values(BOOSTS).flatMap((compounds) => Object.keys(compounds))
  const compounds = Object.keys(REACTION_TIME)
  const products = Object.keys(COMMODITIES)
  const parts = (resource: string) => Object.keys(COMMODITIES[resource]?.components ?? {})
  const deposits = products.flatMap(parts).filter((part) => !products.includes(part))
  const won = [...minerals, ...compounds, "energy"]
  const commodities = products.filter((product) => !won.includes(product))
  const sources = (resource: string): ReadonlyArray<string> =>
    commodities.includes(resource) ? parts(resource).flatMap(sources) : [resource]
  const outOf = (deposit: string) => commodities.filter((commodity) => sources(commodity).includes(deposit))
  const plain = commodities.filter(
    (commodity) => !sources(commodity).some((source) => deposits.includes(source))
  )
  const hasLevel = (commodity: string) => COMMODITIES[commodity]?.level !== undefined
  const tier2 = Object.values(REACTIONS["OH"] ?? {})
  const tier3 = Object.values(REACTIONS["X"] ?? {})
  return {
    bases: RESOURCES_ALL.filter(
      (one) => one === "energy" || ![...won, ...deposits, ...commodities].includes(one)
    ),
    minerals,
    baseCompounds: compounds.filter((compound) => !boosts.includes(compound)),
    boostsTier1: boosts.filter((boost) => !tier2.includes(boost) && !tier3.includes(boost)),
    boostsTier2: tier2,
    boostsTier3: tier3,
    boosts,
    compounds,
    deposits,
    compressed: plain.filter((commodity) => !hasLevel(commodity)),
    basicCommodities: plain.filter(hasLevel),
    electronic: outOf("silicon"),
    biological: outOf("biomass"),
    mechanical: outOf("metal"),
    mystical: outOf("mist"),
    commodities
  }
}

const set = (list: Iterable<unknown>) => [...new Set(Array.from(list, String))].toSorted()

type Comparison = readonly [ours: unknown, theirs: unknown]

/** Each list and table of the SDK with the server's counterpart, by the path of the export. */
const comparisons = (server: Published): Readonly<Record<string, Comparison>> => {
  const { all, strongholds } = server
  const theirs = families(server)
  const published = Object.entries(theirs).filter(([name]) => name in Resource)
  const lists = published.map(([name, list]): readonly [string, Comparison] => {
    const ours = Object.entries(Resource).find(([key]) => key === name)?.[1]
    return [`Resource.${name}`, [Array.isArray(ours) ? set(ours) : ours, set(list)]]
  })
  const recipe = (product: Words.Commodity.Product) => {
    const { amount, components, cooldown, level } = Commodity.of(product)
    return level === undefined ? { amount, components, cooldown } : { amount, components, cooldown, level }
  }
  const boosts: Record<string, Record<string, Record<string, number>>> = {}
  for (const { actions, compound, factor, part } of Boost.all) {
    const compounds = (boosts[part] ??= {})
    compounds[compound] = Object.fromEntries(actions.map((action) => [action, factor]))
  }
  const reactions: Record<string, Record<string, string>> = {}
  for (const first of Resource.all) {
    for (const second of Resource.all) {
      const product = Reaction.product(first, second)
      if (product !== undefined) (reactions[first] ??= {})[second] = product
    }
  }
  const levels = ControllerLevel.all
  const directions = [
    "TOP",
    "TOP_RIGHT",
    "RIGHT",
    "BOTTOM_RIGHT",
    "BOTTOM",
    "BOTTOM_LEFT",
    "LEFT",
    "TOP_LEFT"
  ]
  return {
    ...Object.fromEntries(lists),
    "Resource.chains": [
      Object.fromEntries(Object.entries(Resource.chains).map(([name, chain]) => [name, set(chain)])),
      {
        compressed: set(theirs.compressed),
        basic: set(theirs.basicCommodities),
        electronic: set(theirs.electronic),
        biological: set(theirs.biological),
        mechanical: set(theirs.mechanical),
        mystical: set(theirs.mystical)
      }
    ],
    "Resource.roomResources": [set(Resource.roomResources), set(server.RESOURCES_ALL)],
    "Resource.accountBound": [set(Resource.accountBound), set(server.INTERSHARD_RESOURCES)],
    "Resource.marketResources": [
      set(Resource.marketResources),
      set([...server.RESOURCES_ALL, ...server.INTERSHARD_RESOURCES])
    ],
    "Boost.all": [boosts, server.BOOSTS],
    "Boost.cost": [Boost.cost, { compound: all["LAB_BOOST_MINERAL"], energy: all["LAB_BOOST_ENERGY"] }],
    "Boost.refund": [
      Boost.refund,
      { compound: all["LAB_UNBOOST_MINERAL"], energy: all["LAB_UNBOOST_ENERGY"] }
    ],
    "Reaction.product": [reactions, server.REACTIONS],
    "Reaction.time": [table(Resource.compounds, Reaction.time), server.REACTION_TIME],
    "Reaction.reagents": [
      table(Resource.compounds, (product) => set(Reaction.reagents(product))),
      table(theirs.compounds, (product) =>
        set(
          Object.entries(server.REACTIONS).flatMap(([reagent, others]) =>
            Object.values(others).includes(product) ? [reagent] : []
          )
        )
      )
    ],
    "Reaction.amount": [Reaction.amount, all["LAB_REACTION_AMOUNT"]],
    "Commodity.products": [set(Commodity.products), set(Object.keys(server.COMMODITIES))],
    "Commodity.of": [table(Commodity.products, recipe), server.COMMODITIES],
    "BodyPartType.all": [set(BodyPartType.all), set(server.BODYPARTS_ALL)],
    "BodyPartType.cost": [table(BodyPartType.all, BodyPartType.cost), server.BODYPART_COST],
    "BodyPartType.maxParts": [BodyPartType.maxParts, all["MAX_CREEP_SIZE"]],
    "StructureType.all": [set(StructureType.all), set(Object.values(family(all, "STRUCTURE_")))],
    "StructureType.buildable": [set(StructureType.buildable), set(Object.keys(server.CONSTRUCTION_COST))],
    "StructureType.cost": [table(StructureType.buildable, StructureType.cost), server.CONSTRUCTION_COST],
    "StructureType.allowed": [
      table(StructureType.buildable, (type) => table(levels, (level) => StructureType.allowed(type, level))),
      // A level that the server leaves out allows none.
      table(Object.keys(server.CONTROLLER_STRUCTURES), (type) => ({
        0: 0,
        ...server.CONTROLLER_STRUCTURES[type]
      }))
    ],
    "ControllerLevel.all": [set(levels), set(["0", ...Object.keys(server.CONTROLLER_DOWNGRADE)])],
    "ControllerLevel.cost": [table(levels, ControllerLevel.cost), server.CONTROLLER_LEVELS],
    "ControllerLevel.downgradeAfter": [
      table(levels, ControllerLevel.downgradeAfter),
      server.CONTROLLER_DOWNGRADE
    ],
    "Mineral.amount": [table([1, 2, 3, 4], Mineral.amount), server.MINERAL_DENSITY],
    "Mineral.regenerationTime": [Mineral.regenerationTime, all["MINERAL_REGEN_TIME"]],
    "Deposit.cooldown": [
      Deposit.cooldown(10_000),
      Math.ceil(Number(all["DEPOSIT_EXHAUST_MULTIPLY"]) * 10_000 ** Number(all["DEPOSIT_EXHAUST_POW"]))
    ],
    "FlagColor.colors": [FlagColor.colors, family(all, "COLOR_")],
    "FlagColor.FlagColor": [set(Object.values(FlagColor.colors)), set(server.COLORS_ALL)],
    "Direction.directions": [
      Direction.directions,
      Object.fromEntries(directions.map((name) => [camel(name), all[name]]))
    ],
    "Power.powers": [Power.powers, family(all, "PWR_")],
    "Power.all": [set(Power.all), set(Object.keys(server.POWER_INFO))],
    "Power.classes": [set(Power.classes), set(Object.values(server.POWER_CLASS))],
    "Power.classOf": [
      table(Power.all, Power.classOf),
      table(Object.keys(server.POWER_INFO), (power) => server.POWER_INFO[power]?.className)
    ],
    "Power.creepLevels": [
      table(Power.all, Power.creepLevels),
      table(Object.keys(server.POWER_INFO), (power) => server.POWER_INFO[power]?.level)
    ],
    "Power.maxLevel": [
      [String(Power.maxLevel)],
      set(Object.values(server.POWER_INFO).map(({ level }) => level.length))
    ],
    "Power.maxCreepLevel": [Power.maxCreepLevel, all["POWER_CREEP_MAX_LEVEL"]],
    "OrderType.all": [set(OrderType.all), set(Object.values(family(all, "ORDER_")))],
    "Npc.systemUsername": [Npc.systemUsername, all["SYSTEM_USERNAME"]],
    "Invader.strongholds": [set(Invader.strongholds), set(Object.keys(strongholds))]
  }
}

/** Lists and tables that are not compared with constants, and why. */
const unpublished: Readonly<Record<string, string>> = {
  "Resource.seasonal": "in the mods of seasons only",
  "Resource.all": "seasonal resources included",
  "BranchActivity.all": "field names of stored branches",
  "DecorationType.all": "official servers only",
  "DecorationType.propertyTypes": "official servers only",
  "Invader.sizes": "keys of a table inside a route",
  "Invader.types": "keys of a table inside a route",
  "LeaderboardMode.all": "official servers only",
  "MapStat.intervals": "private servers answer whatever the name is",
  "MapStat.layers": "private servers answer whatever the name is",
  "RateLimit.periods": "official servers only",
  "Intent.roomId": "a word inside the engine",
  "Intent.objectIntents": "compared with what the server keeps of intents",
  "Intent.roomIntents": "compared with what the server keeps of intents",
  "Intent.globalIntents": "compared with what the server keeps of intents",
  "Npc.all": "compared with the users of the world",
  "Npc.invader": "compared with the users of the world"
}

const modules = new Set([
  "BodyPartType",
  "Boost",
  "BranchActivity",
  "Commodity",
  "ControllerLevel",
  "DecorationType",
  "Deposit",
  "Direction",
  "FlagColor",
  "Intent",
  "Invader",
  "LeaderboardMode",
  "MapStat",
  "Mineral",
  "Npc",
  "OrderType",
  "Power",
  "RateLimit",
  "Reaction",
  "Resource",
  "StructureType",
  "function"
])

/** The data of a module, without schemas and functions. */
const data = Object.entries(Words)
  .filter(([module]) => modules.has(module))
  .flatMap(([module, exports]) =>
    Object.entries<unknown>(exports)
      .filter(([, value]) => typeof value !== "function" && !Schema.isSchema(value))
      .map(([name]) => `${module}.${name}`)
  )

const parse = <A>(schema: Schema.Codec<A, string>) => Schema.decodeUnknownEffect(schema)

const read = Effect.gen(function* () {
  const { cli } = yield* PrivateServer.PrivateServer
  const text = yield* cli("published.constants()")
  const tables = yield* parse(Schema.fromJsonString(Tables))(text)
  const all = yield* parse(All)(text)
  const strongholds = yield* parse(Schema.fromJsonString(Schema.Record(Schema.String, Templates)))(
    yield* cli("published.strongholds()")
  )
  return { ...tables, all, strongholds }
})

describe.skipIf(inject("whyNot") !== "")("the server's constants", () => {
  it.layer(RealServer.layer({ mods: [mod] }), { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("equal every list and table of the SDK", () =>
      Effect.gen(function* () {
        const compared = Object.entries(comparisons(yield* read))
        const side = (index: 0 | 1) => Object.fromEntries(compared.map(([path, both]) => [path, both[index]]))
        assert.deepStrictEqual(side(0), side(1))
      })
    )

    it.effect("are compared with all data of the SDK", () =>
      Effect.gen(function* () {
        const compared = Object.keys(comparisons(yield* read))
        assert.deepStrictEqual(
          data.filter((path) => !compared.includes(path)).toSorted(),
          Object.keys(unpublished).toSorted()
        )
      })
    )

    it.effect("have the same users that are not players", () =>
      Effect.gen(function* () {
        const { cli } = yield* PrivateServer.PrivateServer
        const User = Schema.Struct({ _id: Schema.String, username: Schema.String })
        const users = yield* parse(Schema.fromJsonString(Schema.Array(User)))(
          yield* cli("storage.db.users.find().then(JSON.stringify)")
        )
        assert.sameDeepMembers(
          users.filter(({ _id }) => _id.length === 1),
          [...Npc.all]
        )
        assert.include(
          users.map(({ username }) => username),
          Npc.systemUsername
        )
      })
    )
  })
})
