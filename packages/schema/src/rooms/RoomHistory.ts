/**
 * What happened in a room, as servers record it: chunks of some ticks, the first whole, every later one as patches.
 *
 * **Gotchas**
 *
 * Documents of history are those of the moment in which a tick is processed: keys that begin with an underscore show
 * up, hits fall below zero in the tick of an object's death, and what was created in that very tick has no id yet and
 * is filed under the key `undefined` (the last one of the tick only). Flags, visuals and private sayings are not
 * recorded.
 *
 * **Source** recorded from a server 4.3.0 with a history mod; official chunks reported to be the same.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Millis } from "../values/Millis.ts"
import { RoomPatch } from "./RoomPatch.ts"
import * as RoomState from "./RoomState.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A chunk of a room's history: patches by id, by tick.
 *
 * **Details**
 *
 * Chunks hold 100 ticks on official servers and 20 or 100 on private ones (`serverData.historyChunkSize` of the
 * version). `base` is the first tick. `timestamp` is roughly when the chunk was recorded: private servers write it
 * when the chunk is finished. A tick that is `null`, or an empty object, changed nothing.
 */
export class RoomHistory extends Schema.Opaque<RoomHistory>()(
  Schema.Struct({
    timestamp: Millis,
    room: Schema.String,
    base: Tick,
    ticks: Schema.Record(Schema.String, Schema.NullOr(Schema.Record(Schema.String, RoomPatch)))
  }).annotate({ identifier: "RoomHistory" })
) {}

/** The chunk holds no such tick. */
export class TickNotInChunk extends Data.TaggedError("TickNotInChunk")<{
  /** The tick that was asked for. */
  readonly tick: number
  /** The chunk's first tick; `undefined` when it holds none. */
  readonly first: number | undefined
  /** The chunk's last tick; `undefined` when it holds none. */
  readonly last: number | undefined
}> {
  override get message() {
    const held = this.first === undefined ? "no ticks" : `ticks ${this.first} to ${this.last}`
    return `the chunk holds ${held}, not ${this.tick}`
  }
}

const isTick = (value: number): value is Tick => Number.isSafeInteger(value)

/** The ticks of a chunk, the earliest first. */
export const ticks = (chunk: RoomHistory): ReadonlyArray<Tick> =>
  Object.keys(chunk.ticks)
    .map(Number)
    .filter(isTick)
    .toSorted((a, b) => a - b)

function* unfold(chunk: RoomHistory) {
  let state: RoomState.RoomState = { ...RoomState.empty, room: chunk.room }
  for (const tick of ticks(chunk)) {
    state = RoomState.fold(state, { objects: chunk.ticks[tick] ?? null, gameTime: tick })
    yield state
  }
}

/**
 * The room at each tick of a chunk, the earliest first, put together while they are asked for.
 *
 * **Details**
 *
 * What did not change from one tick to the next is the very same value in both (see `RoomState`). Can be walked
 * through again; every walk puts the states together again.
 */
export const states = (chunk: RoomHistory): Iterable<RoomState.RoomState> => ({
  [Symbol.iterator]: () => unfold(chunk)
})

/**
 * The room at one tick of a chunk.
 *
 * **Details**
 *
 * Puts all ticks before together: to walk through a chunk use `states`.
 *
 * **Errors** `TickNotInChunk` for a tick that was not recorded in this chunk.
 */
export const stateAt = (
  chunk: RoomHistory,
  tick: number
): Result.Result<RoomState.RoomState, TickNotInChunk> => {
  for (const state of unfold(chunk)) if (state.tick === tick) return Result.succeed(state)
  const all = ticks(chunk)
  return Result.fail(new TickNotInChunk({ tick, first: all[0], last: all.at(-1) }))
}
