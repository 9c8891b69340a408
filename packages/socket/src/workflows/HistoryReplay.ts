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
 * import { Effect, Stream } from "effect"
 * import { KeyValueStore } from "effect/persistence"
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
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Millis from "@screeps-effect/schema/Millis"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { RoomUpdate, RoomView } from "../rooms/RoomSignal.ts"
import { type Chunk, chunks, type Options } from "./HistoryReplay/Chunks.ts"

export * from "./HistoryReplay/Chunks.ts"

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

type Moment = { readonly _tag: "State"; readonly state: RoomState } | HistoryGap

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
        const view = { ...moment.state, room, shard: options.shard, ...at, afterGap }
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
        return { ...view, ...(yield* present) }
      })
    )
  })
