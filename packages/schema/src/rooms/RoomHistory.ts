/**
 * Room history: chunks of recorded ticks, with whole documents in the first tick and patches in later ticks.
 *
 * **Gotchas**
 *
 * Servers record documents while they process a tick. The documents contain keys that begin with an underscore, `hits`
 * may be below zero in the tick of an object's death, and an object created in that tick has no identifier yet: it is
 * stored under the key `undefined` (only the last one of the tick). Flags, visuals and private texts of creeps are not
 * recorded.
 *
 * **Source** recorded from a server 4.3.0 with a history mod; official chunks reported to be the same.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expected } from "../values/Expected.ts"
import { Millis } from "../values/Millis.ts"
import * as RoomPatch from "./RoomPatch.ts"
import * as RoomState from "./RoomState.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A chunk of a room's history.
 *
 * **Details**
 *
 * A chunk contains 100 ticks on official servers and 20 or 100 ticks on private ones (`serverData.historyChunkSize` of
 * `Version`). Nothing changed in a tick that is `null` or an empty object.
 */
export class RoomHistory extends Schema.Opaque<RoomHistory>()(
  Schema.Struct({
    /** Approximate time of the recording, in milliseconds since 1970; on private servers the end of the chunk. */
    timestamp: expected(Millis),
    /** Name of the room. */
    room: Schema.String,
    /** First tick of the chunk. */
    base: Tick,
    /** Objects keyed by tick, then by identifier: whole documents in the first tick, changed fields in later ticks. */
    ticks: Schema.Record(Schema.String, Schema.NullOr(RoomPatch.patches))
  }).annotate({ identifier: "RoomHistory" })
) {}

/** The chunk does not contain the requested tick. */
export class TickNotInChunk extends Data.TaggedError("TickNotInChunk")<{
  /** Requested tick. */
  readonly tick: number
  /** First tick of the chunk; `undefined` for an empty chunk. */
  readonly first: number | undefined
  /** Last tick of the chunk; `undefined` for an empty chunk. */
  readonly last: number | undefined
}> {
  override get message() {
    const held = this.first === undefined ? "no ticks" : `ticks ${this.first} to ${this.last}`
    return `the chunk contains ${held}, not ${this.tick}`
  }
}

const isTick = (value: number): value is Tick => Number.isSafeInteger(value)

/** Lists the ticks of a chunk, the earliest first. */
export const ticks = (chunk: RoomHistory): ReadonlyArray<Tick> =>
  Object.keys(chunk.ticks)
    .map(Number)
    .filter(isTick)
    .toSorted((a, b) => a - b)

function* unfold(chunk: RoomHistory) {
  let state: RoomState.RoomState = { ...RoomState.empty, room: chunk.room, patchDepth: "two-levels" }
  for (const tick of ticks(chunk)) {
    state = RoomState.fold(state, { objects: chunk.ticks[tick] ?? null, gameTime: tick })
    yield state
  }
}

/**
 * Returns the states of the room at each tick of a chunk, the earliest first, computed while they are read.
 *
 * **Details**
 *
 * Values that did not change between two ticks are the same values in both states (see `RoomState`). The result can be
 * iterated more than once; every iteration computes the states again.
 */
export const states = (chunk: RoomHistory): Iterable<RoomState.RoomState> => ({
  [Symbol.iterator]: () => unfold(chunk)
})

/**
 * Returns the state of the room at one tick of a chunk.
 *
 * **Details**
 *
 * Computes all states before that tick too: to read every tick of a chunk use `states`.
 *
 * **Errors** `TickNotInChunk` for a tick that this chunk does not contain.
 */
export const stateAt = (
  chunk: RoomHistory,
  tick: number
): Result.Result<RoomState.RoomState, TickNotInChunk> => {
  for (const state of unfold(chunk)) if (state.tick === tick) return Result.succeed(state)
  const all = ticks(chunk)
  return Result.fail(new TickNotInChunk({ tick, first: all[0], last: all.at(-1) }))
}
