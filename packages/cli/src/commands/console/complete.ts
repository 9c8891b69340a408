/** Completes names of the game in a line of the console. */
import * as Code from "@screeps-effect/api/Code"
import * as Memory from "@screeps-effect/api/Memory"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const globals =
  "Game Memory RawMemory InterShardMemory PathFinder RoomPosition RoomVisual Creep PowerCreep Room Spawn Structure Source Mineral Flag ConstructionSite console.log require module JSON Object Math".split(
    " "
  )

const members: Readonly<Record<string, string>> = {
  Game: "constructionSites cpu creeps flags gcl getObjectById gpl map market notify powerCreeps resources rooms shard spawns structures time",
  "Game.cpu":
    "bucket generatePixel getHeapStatistics getUsed halt limit setShardLimits shardLimits tickLimit unlock unlocked",
  "Game.gcl": "level progress progressTotal",
  "Game.gpl": "level progress progressTotal",
  "Game.map":
    "describeExits findExit findRoute getRoomLinearDistance getRoomStatus getRoomTerrain getWorldSize visual",
  "Game.market":
    "calcTransactionCost cancelOrder changeOrderPrice createOrder credits deal extendOrder getAllOrders getHistory getOrderById incomingTransactions orders outgoingTransactions",
  "Game.shard": "name ptr type",
  RawMemory:
    "foreignSegment get segments set setActiveForeignSegment setActiveSegments setDefaultPublicSegment setPublicSegments"
}

/** Objects of the game that have the same names as parts of Memory. */
const inMemory = new Set(["Game.creeps", "Game.rooms", "Game.flags", "Game.spawns", "Game.powerCreeps"])

/** What can follow the end of a line, and the part of a name that is already typed. */
type Target =
  | { readonly kind: "global"; readonly typed: string }
  | { readonly kind: "member"; readonly of: string; readonly typed: string }
  | { readonly kind: "module"; readonly typed: string }

/** Returns what can follow the end of a line. */
const targetOf = (line: string): Target | undefined => {
  // The end of a longer line is enough, and bounds the work.
  const end = line.slice(-300)
  const module = /\brequire\(\s?["']([\w./-]*)$/.exec(end)?.[1]
  if (module !== undefined) return { kind: "module", typed: module }
  const name = /(?<![\w$.)\]'"])[A-Za-z_$][\w$.]*$/.exec(end)?.[0]
  if (name === undefined || name.includes("..")) return undefined
  const dot = name.lastIndexOf(".")
  return dot < 0
    ? { kind: "global", typed: name }
    : { kind: "member", of: name.slice(0, dot), typed: name.slice(dot + 1) }
}

/** The names that a server knows. */
export interface Names {
  /** Keys of the value at a path in Memory; that of all of Memory is `""`. */
  readonly memory: (path: string) => Effect.Effect<ReadonlyArray<string>>
  /** Modules of the active branch. */
  readonly modules: Effect.Effect<ReadonlyArray<string>>
}

/** The most names that are offered. */
const most = 200

const isIdentifier = (name: string) => /^[A-Za-z_$][\w$]{0,99}$/.test(name)

const isModule = (name: string) => /^[\w./-]{1,100}$/.test(name)

const known = (target: Target, names: Names): Effect.Effect<ReadonlyArray<string>> => {
  if (target.kind === "global") return Effect.succeed(globals)
  if (target.kind === "module") return Effect.map(names.modules, (list) => list.filter(isModule))
  const { of } = target
  const fixed = Object.hasOwn(members, of) ? members[of] : undefined
  if (fixed !== undefined) return Effect.succeed(fixed.split(" "))
  const path =
    of === "Memory" ? "" : of.startsWith("Memory.") ? of.slice(7) : inMemory.has(of) ? of.slice(5) : undefined
  if (path === undefined) return Effect.succeed([])
  return Effect.map(names.memory(path), (list) => list.filter(isIdentifier))
}

/** Returns the names that can follow, and the part of the line that they replace. */
export const complete = (
  line: string,
  names: Names
): Effect.Effect<readonly [found: ReadonlyArray<string>, typed: string]> =>
  Effect.gen(function* () {
    const target = targetOf(line)
    if (target === undefined) return [[], ""]
    const { typed } = target
    const found = (yield* known(target, names)).filter((name) => name.startsWith(typed) && name !== typed)
    return [found.toSorted().slice(0, most), typed]
  })

/** How long names are kept, in milliseconds: requests count towards rate limits. */
const keptFor = 60_000

/** How long a request for names may take. */
const patience = "3 seconds"

const keysOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : []

/** Reads names from the server: one request for each path at most once a minute; none after a failure. */
export const make: Effect.Effect<Names, never, ScreepsClient> = Effect.gen(function* () {
  const context = yield* Effect.context<ScreepsClient>()
  const cache = new Map<string, { readonly until: number; readonly names: ReadonlyArray<string> }>()
  const cached = <E>(key: string, request: Effect.Effect<ReadonlyArray<string>, E, ScreepsClient>) =>
    Effect.gen(function* () {
      const now = yield* Millis.monotonic
      const before = cache.get(key)
      if (before !== undefined && before.until > now) return before.names
      const received = yield* Effect.option(Effect.timeout(request, patience))
      const names = Option.getOrElse(received, () => before?.names ?? [])
      cache.set(key, { until: now + keptFor, names })
      return names
    }).pipe(Effect.provideContext(context))
  return {
    memory: (path) =>
      cached(
        `memory ${path}`,
        Effect.map(Memory.read({ path: path === "" ? undefined : path }, Schema.Json), (value) =>
          keysOf(Option.getOrUndefined(value))
        )
      ),
    modules: cached(
      "modules",
      Effect.map(Code.get({ branch: "$activeWorld" }), ({ modules }) => Object.keys(modules))
    )
  } satisfies Names
})
