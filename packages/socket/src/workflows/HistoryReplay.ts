/**
 * Replays a room's history: crawls it chunk by chunk, builds states, and plays them like a live feed.
 *
 * **Details**
 *
 * `states` emits the same type as `RoomFeed.states`, so that one program can watch a room's present and its past.
 * Servers store history in chunks of 20 or 100 ticks, some time after these ticks; private servers only with a mod.
 *
 * ```ts
 * import { RoomFeed } from "@screeps-effect/socket"
 * import { HistoryReplay } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 * import * as KeyValueStore from "effect/persistence/KeyValueStore"
 *
 * const show = ({ afterGap, objects, tick }: RoomFeed.RoomView) =>
 *   Effect.log(`${afterGap ? "… " : ""}${tick ?? "?"}: ${objects.size} objects`)
 *
 * const live = Stream.runForEach(RoomFeed.states("W7N3"), show)
 *
 * const past = Effect.gen(function* () {
 *   const cache = yield* KeyValueStore.KeyValueStore
 *   const states = HistoryReplay.states("W7N3", 71_000_000, 71_000_500, { cache })
 *   yield* Stream.runForEach(HistoryReplay.play(states, { ticksPerSecond: 10 }), show)
 * })
 *
 * const crawl = HistoryReplay.chunks("W7N3", 71_000_000, 71_000_500).pipe(
 *   Stream.runForEach(({ _tag, number, of }) => Effect.log(`${number} of ${of}: ${_tag}`))
 * )
 * ```
 */
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as History from "@screeps-effect/api/History"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { InvalidInput, type Reason, ScreepsError, UnexpectedResponse } from "@screeps-effect/api/ScreepsError"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Millis from "@screeps-effect/schema/Millis"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { RoomUpdate, RoomView } from "../rooms/room.ts"

/** A store of chunks as texts by key; Effect's `KeyValueStore` is one. */
export interface ChunkCache<out E = never> {
  readonly get: (key: string) => Effect.Effect<string | undefined, E>
  readonly set: (key: string, chunk: string) => Effect.Effect<unknown, E>
}

/** Options for requesting history. */
export interface Options<out E = never> {
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
  /** How many chunks are requested at once, and so read ahead; 4 by default. */
  readonly concurrency?: number | undefined
  /** How many ticks a chunk holds; by default requested from the server. */
  readonly chunkSize?: number | undefined
  /** Where complete chunks are stored; by default every chunk is requested from the server. */
  readonly cache?: ChunkCache<E> | undefined
}

/** The requested ticks of one chunk. */
interface Part {
  /** The chunk's first tick. */
  readonly base: Tick.Tick
  /** The first requested tick of the chunk. */
  readonly from: Tick.Tick
  /** The last requested tick of the chunk. */
  readonly to: Tick.Tick
  /** The chunk's number in the crawl, from 1. */
  readonly number: number
  /** How many chunks the crawl has. */
  readonly of: number
}

/** A recorded chunk. */
export interface Recorded extends Part {
  readonly _tag: "Recorded"
  readonly chunk: RoomHistory.RoomHistory
  /** Whether the chunk comes from the cache. */
  readonly isCached: boolean
}

/** A chunk that was not recorded, is not recorded yet, or was deleted. */
export interface Missing extends Part {
  readonly _tag: "Missing"
}

/** One chunk; `number` and `of` are the crawl's progress. */
export type Chunk = Recorded | Missing

const isTick = (value: number): value is Tick.Tick => Number.isSafeInteger(value) && value >= 0
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

const decode = Decoder.make(RoomHistory.RoomHistory)

/** Whether a chunk is complete: it holds its last tick. */
const isWhole = (chunk: RoomHistory.RoomHistory, size: number) =>
  Object.hasOwn(chunk.ticks, String(chunk.base + size - 1))

/** Parses a cached chunk; `undefined` when it is not valid, not complete, or another chunk. */
const revive = (text: string, room: string, base: number, size: number) => {
  const data = Result.try((): unknown => JSON.parse(text))
  const chunk = Result.isSuccess(data) ? decode(data.success) : data
  if (Result.isFailure(chunk)) return undefined
  const { success } = chunk
  return success.room === room && success.base === base && isWhole(success, size) ? success : undefined
}

const fail = (reason: Reason) => new ScreepsError({ operation: History.officialChunk.name, reason })

const invalid = (field: string, detail: string) => fail(new InvalidInput({ field, detail }))

const sizeOfChunks = Effect.fnUntraced(function* (given: number | undefined) {
  if (given !== undefined) {
    return isCount(given)
      ? given
      : yield* invalid("chunkSize", "expected a whole number of ticks, at least 1")
  }
  const { historyChunkSize: size } = yield* Capabilities.read
  if (size !== undefined && isCount(size)) return size
  return yield* fail(
    new UnexpectedResponse({ status: 200, detail: "expected historyChunkSize in the version" })
  )
})

/** Yields the parts of a range of ticks. */
function* partsOf(from: Tick.Tick, to: Tick.Tick, size: number): Generator<Part> {
  const first = from - (from % size)
  const of = Math.floor((to - first) / size) + 1
  for (let i = 0; i < of; i++) {
    const base = first + i * size
    const [begin, end] = [Math.max(base, from), Math.min(base + size - 1, to)]
    if (isTick(base) && isTick(begin) && isTick(end)) yield { base, from: begin, to: end, number: i + 1, of }
  }
}

/**
 * Emits the chunks of a room's history that hold the ticks from one to another, both included, in order.
 *
 * **Details**
 *
 * At most `concurrency` chunks are requested at once and read ahead. A chunk that does not exist is emitted as
 * `Missing`. With a cache, complete chunks are requested once; those without their last tick may still grow and are
 * requested again. A cached chunk is checked when it is read, and requested again when it is not valid.
 *
 * **Gotchas**
 *
 * Cache keys consist of the server's address, shard, room and tick: a server that starts a new world at its old address
 * needs a new cache (`KeyValueStore.prefix`).
 *
 * **Errors** those of `History.chunkAt` except `HistoryNotFound`, and the cache's own. Chunks before a failure are
 * emitted before it, so that a crawl can be continued.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunks = <E = never>(
  room: RoomName,
  from: number,
  to: number,
  { cache, chunkSize, concurrency = 4, shard }: Options<E> = {}
): Stream.Stream<Chunk, ScreepsError | E, ScreepsClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      if (!isTick(from)) return yield* invalid("from", "expected a tick: a whole number, at least 0")
      if (!isTick(to)) return yield* invalid("to", "expected a tick: a whole number, at least 0")
      if (to < from) return yield* invalid("to", "expected a tick that is not before the first one")
      if (!isCount(concurrency)) return yield* invalid("concurrency", "expected a whole number, at least 1")
      const { server } = yield* ScreepsClient
      const size = yield* sizeOfChunks(chunkSize)
      const place = server.kind === "private" ? room : `${shard ?? server.shard ?? ""}/${room}`

      const request = Effect.fnUntraced(function* (part: Part) {
        const key = `${server.historyUrl ?? server.url}/room-history/${place}/${part.base}+${size}`
        const kept = cache === undefined ? undefined : yield* cache.get(key)
        const cached = kept === undefined ? undefined : revive(kept, room, part.base, size)
        if (cached !== undefined) return { ...part, _tag: "Recorded", chunk: cached, isCached: true } as const
        const chunk = yield* History.chunkAt({ room, base: part.base, shard })
        if (cache !== undefined && isWhole(chunk, size)) yield* cache.set(key, JSON.stringify(chunk))
        return { ...part, _tag: "Recorded", chunk, isCached: false } as const
      })

      const read = (part: Part): Effect.Effect<Chunk, ScreepsError | E, ScreepsClient> =>
        Effect.catchReason(request(part), "ScreepsError", "HistoryNotFound", () =>
          Effect.succeed({ ...part, _tag: "Missing" } as const)
        )

      return Stream.fromIterable({ [Symbol.iterator]: () => partsOf(from, to, size) }, { chunkSize: 1 }).pipe(
        // Failures are kept as values, so that the chunks before them are emitted first.
        Stream.mapEffect((part) => Effect.result(read(part)), { concurrency }),
        Stream.mapEffect(Effect.fromResult)
      )
    })
  )

/** A range of ticks that are not recorded. */
export interface HistoryGap {
  readonly _tag: "Gap"
  /** The first missing tick. */
  readonly from: Tick.Tick
  /** The last missing tick. */
  readonly to: Tick.Tick
}

/** A state of the room, or a range of ticks that are not recorded. */
export type HistorySignal = RoomUpdate | HistoryGap

type Moment = { readonly _tag: "State"; readonly state: RoomState.RoomState } | HistoryGap

const gap = (from: number, to: number): HistoryGap => ({
  _tag: "Gap",
  from: Tick.make(from),
  to: Tick.make(to)
})

/** Yields the states and gaps of one chunk, in order. */
function* momentsOf(chunk: Chunk): Generator<Moment> {
  let next: number = chunk.from
  for (const state of chunk._tag === "Recorded" ? RoomHistory.states(chunk.chunk) : []) {
    const { tick } = state
    if (tick === undefined || tick < next) continue
    if (tick > chunk.to) break
    if (tick > next) yield gap(next, tick - 1)
    yield { _tag: "State", state }
    next = tick + 1
  }
  if (next <= chunk.to) yield gap(next, chunk.to)
}

/** The present moment as that of a state's arrival. */
const present = Effect.all({ receivedAt: Millis.now, monotonicAt: Millis.monotonic })

interface Past {
  /** Whether a state was emitted. */
  readonly hasState: boolean
  /** Whether only gaps followed. */
  readonly isGap: boolean
}

/**
 * Emits the states of a room from one tick to another, both included, and the gaps between them.
 *
 * **Details**
 *
 * Gaps are emitted chunk by chunk: ticks whose chunk is missing, and ticks that a chunk leaves out. Otherwise like
 * `states`.
 *
 * **Errors** those of `chunks`.
 */
export const signals = <E = never>(
  room: RoomName,
  from: number,
  to: number,
  options: Options<E> = {}
): Stream.Stream<HistorySignal, ScreepsError | E, ScreepsClient> =>
  chunks(room, from, to, options).pipe(
    Stream.flatMap((chunk) =>
      Stream.unwrap(
        Effect.map(present, (at) =>
          Stream.map(
            Stream.fromIterable({ [Symbol.iterator]: () => momentsOf(chunk) }, { chunkSize: 10 }),
            (moment) => ({ moment, at })
          )
        )
      )
    ),
    Stream.mapAccum(
      (): Past => ({ hasState: false, isGap: false }),
      ({ hasState, isGap }, { at, moment }): readonly [Past, ReadonlyArray<HistorySignal>] => {
        if (moment._tag === "Gap") return [{ hasState, isGap: true }, [moment]]
        const afterGap = hasState && isGap
        const view = RoomState.assign(moment.state, { room, shard: options.shard, ...at, afterGap })
        return [{ hasState: true, isGap: false }, [{ _tag: "State", view }]]
      }
    )
  )

/**
 * Emits the states of a room from one tick to another, both included, one for each recorded tick.
 *
 * **Details**
 *
 * Unchanged parts are the same values (`===`) in consecutive states of a chunk (see `RoomState`). The first state after
 * a gap has `afterGap` set; `signals` also emits which ticks are missing. Any first tick is allowed: continue a failed
 * crawl at the tick after its last state. `receivedAt` is when the chunk was read; `play` replaces it.
 *
 * **Gotchas**
 *
 * Flags, users and visuals are not recorded. A tick's documents are those at the time when it is processed (see
 * `RoomHistory`): scripts and the live feed see the same documents one tick later. The latest ticks are not recorded
 * yet.
 *
 * **Errors** those of `chunks`.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod, as is the difference of one tick;
 * the official path reported.
 */
export const states = <E = never>(
  room: RoomName,
  from: number,
  to: number,
  options: Options<E> = {}
): Stream.Stream<RoomView, ScreepsError | E, ScreepsClient> =>
  Stream.filterMap(signals(room, from, to, options), (signal) =>
    signal._tag === "State" ? Result.succeed(signal.view) : Result.failVoid
  )

/** Delays up to this many nanoseconds are caught up, so that late timers do not lower the speed. */
const slack = 50_000_000n

/** Returns the time between two states, in nanoseconds. */
const intervalOf = (ticksPerSecond: number): bigint =>
  BigInt(Math.round(Math.min(1e9 / ticksPerSecond, Number.MAX_SAFE_INTEGER)))

/**
 * Emits states at a speed, each as if it was received at that moment.
 *
 * **Details**
 *
 * The first state is emitted at once, every other one `1 / ticksPerSecond` seconds after the previous one. Delays of
 * more than 50 milliseconds, such as by a slow consumer or server, are not caught up: the next state follows a whole
 * interval later. Gaps take no time. `Infinity` emits states without delay, 0 emits only the first one and never ends.
 */
export const play = <E, R>(
  states: Stream.Stream<RoomView, E, R>,
  {
    ticksPerSecond
  }: {
    /** The speed: how many states are emitted per second. */
    readonly ticksPerSecond: number
  }
): Stream.Stream<RoomView, E, R> =>
  Stream.suspend(() => {
    const interval = ticksPerSecond > 0 ? intervalOf(ticksPerSecond) : undefined
    let due: bigint | undefined
    const wait = Effect.gen(function* () {
      const before = yield* Clock.monotonicTimeNanos
      if (due !== undefined && due > before) yield* Effect.sleep(Duration.nanos(due - before))
      const after = yield* Clock.monotonicTimeNanos
      due = (due === undefined || after - due > slack ? after : due) + (interval ?? 0n)
    })
    return Stream.mapEffect(states, (view) =>
      Effect.gen(function* () {
        yield* interval === undefined && due !== undefined ? Effect.never : wait
        return RoomState.assign(view, yield* present)
      })
    )
  })
