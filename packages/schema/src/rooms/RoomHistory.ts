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
import { expected, record } from "../values/Record.ts"
import { Millis } from "../values/Millis.ts"
import type { ObjectId } from "../values/ObjectId.ts"
import { checkedKind, documentOf, isId, patchObject, reclassify } from "./patchObject.ts"
import * as RoomPatch from "./RoomPatch.ts"
import type { RoomObject } from "../objects/RoomObject.ts"
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
export class RoomHistory extends record<RoomHistory>("RoomHistory")({
  /** Approximate time of the recording, in milliseconds since 1970; on private servers the end of the chunk. */
  timestamp: expected(Millis),
  /** Name of the room. */
  room: Schema.String,
  /** First tick of the chunk. */
  base: Tick,
  /** Objects keyed by tick, then by identifier: whole documents in the first tick, changed fields in later ticks. */
  ticks: Schema.Record(Schema.String, Schema.NullOr(RoomPatch.patches))
}) {}

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

const initial = (chunk: RoomHistory): RoomState.RoomState => ({
  ...RoomState.empty,
  room: chunk.room,
  patchDepth: "two-levels"
})

function* unfold(chunk: RoomHistory) {
  let state = initial(chunk)
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
  const room = cursor(chunk)
  return Result.map(room.seek(tick), () => room.state())
}

/**
 * A room that moves through the ticks of a chunk and changes in place, for programs that read every tick and keep none.
 *
 * **Details**
 *
 * `cursor` creates one. It stands before the first tick: `next` moves it to the next tick, `seek` to any tick.
 */
export class Cursor {
  /** Name of the room. */
  readonly room: string
  /**
   * Objects at the current tick, by identifier; empty before the first tick. This map and the objects in it change with
   * every move: `state` returns values that stay.
   */
  readonly objects: ReadonlyMap<ObjectId, RoomObject>
  readonly #chunk: RoomHistory
  readonly #ticks: ReadonlyArray<Tick>
  readonly #objects = new Map<ObjectId, RoomObject>()
  /** Documents that were copied since the last state; all others are those of the chunk or of a state. */
  readonly #own = new Map<ObjectId, RoomPatch.OwnDocument>()
  /** Objects of the last state, until an object changes. */
  #kept: RoomState.RoomState["objects"] | undefined
  /** How many ticks were applied. */
  #applied = 0

  /** Creates a cursor that stands before the first tick of a chunk. */
  constructor(chunk: RoomHistory) {
    this.room = chunk.room
    this.objects = this.#objects
    this.#chunk = chunk
    this.#ticks = ticks(chunk)
  }

  /** The current tick; `undefined` before the first one. */
  get tick(): Tick | undefined {
    return this.#ticks[this.#applied - 1]
  }

  /** Moves to the next tick; returns `false` and stays at the last tick if there is none. */
  next(): boolean {
    const tick = this.#ticks[this.#applied]
    if (tick === undefined) return false
    this.#applied++
    const patches = this.#chunk.ticks[tick] ?? {}
    for (const id of Object.keys(patches)) if (isId(id)) this.#patch(id, patches[id] ?? null)
    return true
  }

  /**
   * Moves to a tick.
   *
   * **Details**
   *
   * Costs the ticks between here and there; an earlier tick costs all ticks before it.
   *
   * **Errors** `TickNotInChunk` for a tick that the chunk does not contain; the cursor stays where it is.
   */
  seek(tick: number): Result.Result<void, TickNotInChunk> {
    const index = this.#ticks.findIndex((one) => one === tick)
    if (index === -1) {
      return Result.fail(new TickNotInChunk({ tick, first: this.#ticks[0], last: this.#ticks.at(-1) }))
    }
    if (index + 1 < this.#applied) this.#rewind()
    while (this.#applied <= index) this.next()
    return Result.succeed(undefined)
  }

  /**
   * Returns the state of the room at the current tick, which no later move changes.
   *
   * **Details**
   *
   * Copies the map of objects. The objects are shared with the cursor, which copies each of them before it changes it
   * again: for the states of all ticks use `states`.
   */
  state(): RoomState.RoomState {
    this.#own.clear()
    this.#kept ??= new Map(this.#objects)
    return { ...initial(this.#chunk), tick: this.tick, objects: this.#kept }
  }

  #patch(id: ObjectId, patch: RoomPatch.RoomPatch) {
    const before = this.#objects.get(id)
    const own = this.#own.get(id)
    if (before !== undefined && own !== undefined && patch !== null && !RoomPatch.isWhole(patch)) {
      const kind = checkedKind(before)
      RoomPatch.applyInPlace(own, patch)
      const after = reclassify(kind, own.document, patch)
      if (after !== before) this.#objects.set(id, after)
      return
    }
    const after = patchObject(before, patch, "two-levels")
    if (after === before) return
    this.#kept = undefined
    this.#own.delete(id)
    if (after === undefined) {
      this.#objects.delete(id)
      return
    }
    this.#objects.set(id, after)
    const document = documentOf(after)
    // A whole document belongs to the chunk.
    if (document !== undefined && document !== patch) this.#own.set(id, { document, nested: [] })
  }

  #rewind() {
    this.#applied = 0
    this.#own.clear()
    this.#objects.clear()
    this.#kept = undefined
  }
}

/**
 * Creates a cursor: one room that moves through the ticks of a chunk and changes in place. Reading all ticks takes a
 * fraction of the time of `states`.
 */
export const cursor = (chunk: RoomHistory): Cursor => new Cursor(chunk)
