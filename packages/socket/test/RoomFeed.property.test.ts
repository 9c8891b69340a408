/** Property of the feed: its last state equals the room, after any ticks that a server can send. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { documents, views, withFeed } from "./support/feed.ts"
import { type Document, type Json, GameRooms, type Objects } from "./support/rooms.ts"
import { settle } from "@screeps-effect/fixtures/time"

const Leaf = Schema.Union([Schema.Null, Schema.Boolean, Schema.Literals([0, 1, 2, "", "a"])])
const Field = Schema.Union([
  Leaf,
  Schema.Array(Leaf).check(Schema.isMaxLength(3)),
  Schema.Struct({ a: Schema.optionalKey(Leaf), b: Schema.optionalKey(Leaf), "0": Schema.optionalKey(Leaf) })
])
const Probe = Schema.Struct({
  a: Schema.optionalKey(Field),
  b: Schema.optionalKey(Field),
  x: Schema.Literals([1, 2])
})
const State = Schema.Struct({
  one: Schema.optionalKey(Probe),
  two: Schema.optionalKey(Probe),
  three: Schema.optionalKey(Probe)
})

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
const isObject = (value: Json): value is Document =>
  typeof value === "object" && value !== null && !isList(value)

/** Returns the value closest to `after` that a patch of `before` can express: nested keys and types stay. */
const reachable = (before: Json | undefined, after: Json | undefined): Json => {
  if (before === undefined || after === undefined || before === null) return after ?? null
  if (isList(before)) {
    return isObject(after) ? null : isList(after) ? [...after, ...before.slice(after.length)] : after
  }
  if (isObject(before)) return isList(after) ? null : isObject(after) ? { ...before, ...after } : after
  return after
}

const successor = (before: Document, after: Document): Document =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map(
      (key) => [key, reachable(before[key], after[key])] as const
    )
  )

const Ticks = Schema.Array(
  Schema.Struct({ state: State, event: Schema.Literals(["none", "none", "none", "drop", "skip"]) })
).check(Schema.isMinLength(2), Schema.isMaxLength(12))

/** Returns rooms close to the generated ones that a server can send one after another; skipped ones are not sent. */
const history = (ticks: typeof Ticks.Type): ReadonlyArray<Objects> => {
  let emitted: Objects = {}
  return ticks.map(({ event, state }) => {
    const room = Object.fromEntries(
      Object.entries(state).map(([id, probe]) => {
        const next: Document = { _id: id, type: "probe", room: "W1N1", ...probe }
        const old = emitted[id]
        return [id, old === undefined ? next : successor(old, next)] as const
      })
    )
    if (event !== "skip") emitted = room
    return room
  })
}

describe("a room with random changes", () => {
  it.effect.prop("has the game's states, after skipped ticks and lost connections", [Ticks], ([ticks]) => {
    const rooms = new GameRooms({ W1N1: {} })
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          for (const [i, state] of history(ticks).entries()) {
            const event = ticks[i]?.event
            if (event === "skip") {
              rooms.rooms["W1N1"] = state
              continue
            }
            rooms.advance({ W1N1: state })
            if (event === "drop") {
              server.current().drop()
              yield* settle
              yield* TestClock.adjust("2 seconds")
            }
            yield* settle
            assert.deepStrictEqual(documents(views(emitted).at(-1)), state)
          }
        }),
      { onCommand: rooms.onCommand, backoff: Schedule.spaced("1 second") }
    )
  })
})
