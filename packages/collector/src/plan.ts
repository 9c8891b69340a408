/** What to collect, and which jobs follow from it now. */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { Description } from "@screeps-effect/api/Server"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ofList, ofRectangle } from "./areas.ts"
import { definitions } from "./kinds/index.ts"
import { pageOf } from "./kinds/ranks.ts"
import type { Kind, KnownTime, NewJob } from "./job.ts"
import * as Queue from "./queue.ts"
import { createPartitions } from "./schema.ts"
import { now } from "./sql.ts"
import { chunkSize, presentTick } from "./time.ts"

/** The history of a room. */
export interface HistoryPlan {
  readonly room: RoomName
  /** First tick; by default the chunk that is being recorded at the start, and all later ones. */
  readonly from?: number | undefined
  /** Last tick; without it, the collector follows the room. */
  readonly to?: number | undefined
}

/** What to collect of one shard. */
export interface ShardPlan {
  /** Name of the shard, on official servers. */
  readonly shard?: string | undefined
  /** Rooms whose owners, levels and signs are collected each hour; `all` for the whole world. */
  readonly rooms?: "all" | ReadonlyArray<RoomName> | undefined
  /** Whether to collect the terrain of `rooms`, once. */
  readonly terrain?: boolean | undefined
  /** Rooms whose history is collected. */
  readonly histories?: ReadonlyArray<HistoryPlan> | undefined
  /** Whether to collect the index of market orders each hour. */
  readonly orders?: boolean | undefined
  /** Resources whose prices are collected each day. */
  readonly prices?: ReadonlyArray<string> | undefined
}

/** What to collect of a server. */
export interface Plan {
  /** What to collect of each shard; one entry without a name on private servers. */
  readonly shards: ReadonlyArray<ShardPlan>
  /** How many ranks of each leaderboard to collect each day; none by default. */
  readonly ranks?: number | undefined
  /** The interval of `rooms` and `orders`; one hour by default. */
  readonly every?: Duration.Input | undefined
  /** Rooms per request of `rooms` and `terrain`; 100 by default. */
  readonly roomsPerRequest?: number | undefined
  /** How long to request a chunk of history, terrain or prices before it is a hole; 6 hours by default. */
  readonly deadline?: Duration.Input | undefined
}

/** How often the time of a shard with quotas is requested, in milliseconds. */
const timeEvery = 60_000

/** Missed periods that are noticed; older ones are not listed. */
const maxMissed = 1000

type Planned<A = void> = Effect.Effect<A, ScreepsError | SqlError, ScreepsClient | SqlClient.SqlClient>

/** Returns the areas of the whole world, in which rooms that do not exist are left out by the server. */
const world = ({ kind }: Description, shard: string, size: number) =>
  Effect.map(Game.worldSize(shard === "" ? {} : { shard }), ({ height, width }) => {
    // Official worlds extend equally in all directions; a private one may lie in any quadrant, with that side.
    const [x, y] = kind === "official" ? [Math.ceil(width / 2), Math.ceil(height / 2)] : [width, height]
    const limit = (side: number) => Math.min(Math.max(1, Math.floor(side)), 300)
    return ofRectangle({ x: -limit(x), y: -limit(y) }, { x: limit(x) - 1, y: limit(y) - 1 }, size)
  })

/** Returns the SHA-256 digest of a text, in base64. */
const digest = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  )

/**
 * Creates a planner. Each run adds the jobs that are due, and holes for periods that have passed unnoticed; runners of one
 * server may do it at the same time.
 */
export const make = (server: Description, plan: Plan, endsAtOnce: boolean, known: KnownTime) => {
  const every = Duration.toMillis(Duration.fromInputUnsafe(plan.every ?? "1 hour"))
  const patience = Duration.toMillis(Duration.fromInputUnsafe(plan.deadline ?? "6 hours"))
  const size = Math.max(1, plan.roomsPerRequest ?? 100)
  const day = 86_400_000
  /** What this runner has already planned, by kind and shard. */
  const planned = new Map<string, number>()
  /** The chunks of each shard from which followed rooms start, and up to which all rooms are planned. */
  const chunks = new Map<string, { readonly start: number; last?: number }>()
  const areas = new Map<string, ReadonlyArray<string>>()
  /** When the time of a shard was last requested. */
  const timeAt = new Map<string, number>()

  const areasOf = Effect.fnUntraced(function* ({ rooms, shard = "" }: ShardPlan) {
    const known = areas.get(shard)
    if (known !== undefined) return known
    const found = rooms === "all" ? yield* world(server, shard, size) : ofList(rooms ?? [], size)
    areas.set(shard, found)
    return found
  })

  /** Adds the jobs of the current period, and notices missed ones. */
  const periodic = (
    at: number,
    kind: Kind,
    shard: string,
    period: number,
    targets: Planned<ReadonlyArray<string>>
  ): Planned =>
    Effect.gen(function* () {
      const slot = at - (at % period)
      const key = `${kind} ${shard}`
      if (planned.get(key) === slot) return
      const before = yield* Queue.planned(server.url, kind, shard)
      if (before !== undefined && !definitions[kind].canWait) {
        const missed: Array<NewJob> = []
        const first = Math.max(before + period, slot - maxMissed * period)
        for (let one = first; one < slot; one += period)
          missed.push({ kind, shard, target: "", slot: one, deadline: one + period })
        yield* Queue.enqueue(server.url, missed, "missed")
      }
      if (kind === "rooms" || kind === "orders") yield* createPartitions(slot)
      const deadline = slot + period
      const jobs = (yield* targets).map((target) => ({ kind, shard, target, slot, deadline }))
      yield* Queue.plan(server.url, { kind, shard, slot }, Queue.enqueue(server.url, jobs))
      planned.set(key, slot)
    })

  const histories = (at: number, shard: string, list: ReadonlyArray<HistoryPlan>): Planned =>
    Effect.gen(function* () {
      const before = chunks.get(shard)
      const last = before?.last
      const open = list.filter(({ to }) => to === undefined || last === undefined || to > last)
      if (open.length === 0) return
      if (server.kind === "official" && at < (timeAt.get(shard) ?? 0) + timeEvery) return
      const length = yield* chunkSize(known)
      const time = yield* presentTick(known, shard)
      const recording = time - (time % length)
      // A run that ends at once needs a chunk from which the next one continues: the last complete one. A world has no chunk of
      // tick 0.
      const first = endsAtOnce && recording > length ? recording - length : recording
      const state = before ?? { start: first }
      chunks.set(shard, state)
      const newest = recording - length
      const baseOf = (tick: number) => tick - (tick % length)
      const wanted = open.map(({ from, room, to }) => ({
        room,
        first: Math.max(baseOf(from ?? state.start), last === undefined ? -Infinity : last + length),
        last: Math.min(newest, baseOf(to ?? newest)),
        // Another run may have followed the room up to an earlier chunk.
        continues: last === undefined && from === undefined
      }))
      const isNew = last === undefined || newest > last
      if (isNew) {
        const add = Queue.planChunks({ server: server.url, shard, deadline: at + patience }, length, wanted)
        const kind = `history ${yield* digest(JSON.stringify(list))}`
        // Runners with the same plan have the same rooms, but one that has just started does not know where others started.
        const slot = state.start > newest ? undefined : newest
        if (!(yield* Queue.planOnce(server.url, { kind, shard, slot }, add))) return
      }
      state.last = newest
      timeAt.set(shard, at)
    })

  const once = (at: number, kind: Kind, shard: string, targets: Planned<ReadonlyArray<string>>): Planned =>
    Effect.gen(function* () {
      const key = `${kind} ${shard}`
      if (planned.has(key)) return
      const deadline = at + patience
      yield* Queue.enqueue(
        server.url,
        (yield* targets).map((target) => ({ kind, shard, target, slot: 0, deadline }))
      )
      planned.set(key, 0)
    })

  /** Adds all jobs that are due; one that cannot be planned, such as while the server is unavailable, does not stop the others. */
  return Effect.gen(function* () {
    const at = yield* now
    const steps: Array<Planned> = []
    for (const one of plan.shards) {
      const { histories: rooms, orders, prices, shard = "", terrain } = one
      if (one.rooms !== undefined) steps.push(periodic(at, "rooms", shard, every, areasOf(one)))
      if (one.rooms !== undefined && terrain === true) steps.push(once(at, "terrain", shard, areasOf(one)))
      if (orders === true) steps.push(periodic(at, "orders", shard, every, Effect.succeed([""])))
      if (prices !== undefined) steps.push(periodic(at, "prices", shard, day, Effect.succeed(prices)))
      if (rooms !== undefined) steps.push(histories(at, shard, rooms))
    }
    if (plan.ranks !== undefined) {
      const first = (["world", "power"] as const).map((mode) => pageOf(mode, 0, plan.ranks ?? 0))
      steps.push(periodic(at, "ranks", "", day, Effect.succeed(first)))
    }
    const failures: Array<ScreepsError> = []
    for (const step of steps)
      yield* Effect.catchTag(step, "ScreepsError", (error) => Effect.sync(() => failures.push(error)))
    return failures
  })
}
