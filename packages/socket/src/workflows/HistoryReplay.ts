/**
 * A room's past, from the server's history: crawled chunk by chunk, put together to states, and played like a live feed.
 *
 * **Details**
 *
 * `states` gives what `RoomFeed.states` gives, so that the same program can watch a room's present and its past.
 * Servers keep history in chunks of 20 or 100 ticks, some time after they were over, and private servers only with a mod.
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

/** Ticks of which nothing is recorded, both included. */
export interface HistoryGap {
  readonly _tag: "Gap"
  readonly from: Tick.Tick
  readonly to: Tick.Tick
}

/** A state of the room, or ticks of which nothing is recorded. */
export type HistorySignal = RoomUpdate | HistoryGap

type Moment = { readonly _tag: "State"; readonly state: RoomState } | HistoryGap

const gap = (from: number, to: number): HistoryGap => ({
  _tag: "Gap",
  from: Tick.make(from),
  to: Tick.make(to)
})

/** The states and gaps of one chunk, in order. */
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

/** Whether there was a state, and nothing but gaps since. */
interface Past {
  readonly hasState: boolean
  readonly isGap: boolean
}

/**
 * Emits the states of a room from one tick to another, both included, and the gaps between them.
 *
 * **Details**
 *
 * Gaps are emitted chunk by chunk: ticks whose chunk is missing, and ticks that a chunk leaves out. Everything else as in
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
        Effect.map(Clock.currentTimeMillis, (now) =>
          Stream.map(
            Stream.fromIterable({ [Symbol.iterator]: () => momentsOf(chunk) }, { chunkSize: 10 }),
            (moment) => ({ moment, receivedAt: Millis.make(now) })
          )
        )
      )
    ),
    Stream.mapAccum(
      (): Past => ({ hasState: false, isGap: false }),
      ({ hasState, isGap }, { receivedAt, moment }): readonly [Past, ReadonlyArray<HistorySignal>] => {
        if (moment._tag === "Gap") return [{ hasState, isGap: true }, [moment]]
        const afterGap = hasState && isGap
        const view = { ...moment.state, room, shard: options.shard, receivedAt, afterGap }
        return [{ hasState: true, isGap: false }, [{ _tag: "State", view }]]
      }
    )
  )

/**
 * Emits the states of a room from one tick to another, both included, one for each recorded tick.
 *
 * **Details**
 *
 * What did not change from one tick to the next in a chunk is the very same value in both (see `RoomState`). The first
 * state after a gap says so (`afterGap`); `signals` says which ticks are missing. May begin at any tick: a crawl that
 * failed goes on from the tick after the last state that it gave. `receivedAt` is when the chunk was read; `play` renews it.
 *
 * **Gotchas**
 *
 * Flags, users and visuals are not recorded. A tick's documents are those of the moment in which it is processed (see
 * `RoomHistory`): scripts, and the live feed, see the same one tick later. The last ticks are not recorded yet.
 *
 * **Errors** those of `chunks`.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod, as is the difference of one tick; the
 * official path reported.
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

/** Delays up to this are made up for, so that a speed is kept although timers are late. */
const slack = 50_000_000n

/** How long a state stands, in nanoseconds. */
const shareOf = (ticksPerSecond: number): bigint =>
  BigInt(Math.round(Math.min(1e9 / ticksPerSecond, Number.MAX_SAFE_INTEGER)))

/**
 * Plays states at a speed: each as if it was received just then.
 *
 * **Details**
 *
 * The first state comes at once, every other one its share of a second after the one before. Delays of more than 50
 * milliseconds are not made up for: who takes a state late, or waits for the server, gets the next one a whole share
 * later. Gaps take no time. `Infinity` goes as fast as states can be had, 0 stands still after the first one.
 */
export const play = <E, R>(
  states: Stream.Stream<RoomView, E, R>,
  { ticksPerSecond }: { readonly ticksPerSecond: number }
): Stream.Stream<RoomView, E, R> =>
  Stream.suspend(() => {
    const share = ticksPerSecond > 0 ? shareOf(ticksPerSecond) : undefined
    let due: bigint | undefined
    const wait = Effect.gen(function* () {
      const before = yield* Clock.monotonicTimeNanos
      if (due !== undefined && due > before) yield* Effect.sleep(Duration.nanos(due - before))
      const now = yield* Clock.monotonicTimeNanos
      due = (due === undefined || now - due > slack ? now : due) + (share ?? 0n)
    })
    return Stream.mapEffect(states, (view) =>
      Effect.gen(function* () {
        yield* share === undefined && due !== undefined ? Effect.never : wait
        return { ...view, receivedAt: Millis.make(yield* Clock.currentTimeMillis) }
      })
    )
  })
