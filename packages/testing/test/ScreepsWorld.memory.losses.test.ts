/** Writes to Memory that a player's script cannot make: what the console tells of them, and what is lost with them. */
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob } from "./support/server.ts"
import { type Stage, tokenOf, withServer } from "./support/wire.ts"

/** Bob, who has a spawn and listens to the console and to a value of Memory. */
const listening = ({ server, signedIn, tick, world }: Stage, watched = "watched") =>
  Effect.gen(function* () {
    const { _id } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
    const headers = yield* server.signIn(bob)
    const client = yield* signedIn(yield* tokenOf(server, bob))
    yield* client.say(`subscribe user:${_id}/console`, `subscribe user:${_id}/memory/${watched}`)
    client.news()
    return {
      write: (body: object) => server.post("/api/user/memory", body, headers),
      say: (expression: string) => server.post("/api/user/console", { expression }, headers),
      memory: world.users.memory("bob"),
      /** What the console tells of the next tick: results, and the first line of an error. */
      turn: Effect.gen(function* () {
        yield* tick
        const told = client.news().filter(([channel]) => channel === `user:${_id}/console`)
        return told.flatMap(([, payload]) => {
          const { error, messages } = payload as {
            readonly error?: string
            readonly messages?: { readonly results: ReadonlyArray<string> }
          }
          return error === undefined ? (messages?.results ?? []) : [error.replace(/\n[^]*/, "")]
        })
      }),
      /** What is told of the watched value in the next tick. */
      watch: Effect.gen(function* () {
        yield* tick
        return client.news().flatMap(([channel, text]) => (channel.endsWith(watched) ? [text] : []))
      })
    }
  })

const test = (
  name: string,
  body: (bob: Effect.Success<ReturnType<typeof listening>>) => Effect.Effect<void>,
  options?: ScreepsWorld.Options
) => it.effect(name, () => withServer((stage) => Effect.flatMap(listening(stage), body), options))

const unwritable = "TypeError: Cannot convert object to primitive value"

describe("a write to Memory that fails", () => {
  const failures: ReadonlyArray<readonly [what: string, body: object, error: string]> = [
    [
      "below a missing key",
      { path: "no.parent", value: 1 },
      "TypeError: Cannot set properties of undefined (setting 'parent')"
    ],
    ["below null", { path: "nothing.x", value: 1 }, "TypeError: Cannot set properties of null (setting 'x')"],
    [
      "below a key that a number has not",
      { path: "number.x.y", value: 1 },
      "TypeError: Cannot set properties of undefined (setting 'y')"
    ],
    [
      "far below a missing key",
      { path: "no.such.path", value: 1 },
      "TypeError: Cannot read properties of undefined (reading 'such')"
    ],
    [
      "far below null",
      { path: "nothing.such.path" },
      "TypeError: Cannot read properties of null (reading 'such')"
    ],
    [
      "that deletes below a missing key",
      { path: "no.parent" },
      "TypeError: Cannot convert undefined or null to object"
    ],
    [
      "that deletes below null",
      { path: "nothing.x" },
      "TypeError: Cannot convert undefined or null to object"
    ],
    [
      "below what Memory does not share with other objects",
      { path: "__proto__.polluted", value: 1 },
      "TypeError: Cannot set properties of undefined (setting 'polluted')"
    ],
    [
      "that makes a list of no length",
      { path: "list.length", value: "x" },
      "RangeError: Invalid array length"
    ]
  ]
  for (const [what, body, error] of failures)
    test(`${what} is told on the console, and changes nothing`, ({ memory, turn, write }) =>
      Effect.gen(function* () {
        const before = { number: 5, nothing: null, list: [1] }
        for (const [path, value] of Object.entries(before)) yield* write({ path, value })
        assert.deepStrictEqual(yield* turn, [])
        yield* write(body)
        assert.deepStrictEqual(yield* turn, [error])
        assert.deepStrictEqual(yield* memory, before)
        assert.deepStrictEqual(yield* turn, [])
      }))

  test("keeps later ones of its tick from being made", ({ memory, say, turn, write }) =>
    Effect.gen(function* () {
      yield* say("'first'")
      yield* write({ path: "early", value: 1 })
      yield* write({ path: "no.parent", value: 1 })
      yield* write({ path: "late", value: 1 })
      yield* say("'last'")
      assert.deepStrictEqual(yield* turn, [
        "'first'",
        "'last'",
        "TypeError: Cannot set properties of undefined (setting 'parent')"
      ])
      assert.deepStrictEqual(yield* memory, { early: 1 })
      assert.deepStrictEqual(yield* turn, [])
      assert.deepStrictEqual(yield* memory, { early: 1 })
    }))

  test("although it is made: one that replaces all of Memory", ({ memory, turn, write }) =>
    Effect.gen(function* () {
      for (const value of [{ fresh: 2 }, [7], "", null, undefined]) {
        yield* write({ path: "old", value: 1 })
        yield* write({ value })
        yield* write({ path: "late", value: 1 })
        assert.deepStrictEqual(yield* turn, [unwritable])
        assert.deepStrictEqual(yield* memory, { ...Object(value) })
      }
    }))

  test("although it is made: one of a value that has no text", ({ memory, turn, write }) =>
    Effect.gen(function* () {
      const value = { toString: 1, valueOf: 1 }
      yield* write({ path: "odd", value })
      assert.deepStrictEqual(yield* turn, [unwritable])
      assert.deepStrictEqual(yield* memory, { odd: value })
    }))
})

describe("writes to Memory", () => {
  const failing: ReadonlyArray<readonly [what: string, ScreepsWorld.Outcome, told: Array<string>]> = [
    ["throws", { error: "Error: boom\n    at main" }, ["Error: boom"]],
    ["is killed", { cpu: "error" }, []]
  ]
  for (const [what, outcome, told] of failing)
    test(
      `are lost in a tick in which the script ${what}`,
      ({ memory, turn, write }) =>
        Effect.gen(function* () {
          yield* write({ path: "plan", value: 1 })
          assert.deepStrictEqual(yield* turn, told)
          assert.deepStrictEqual(yield* memory, { ran: 1 })
          yield* write({ path: "plan", value: 1 })
          yield* turn
          assert.deepStrictEqual(yield* memory, { ran: 2, plan: 1 })
        }),
      {
        evaluate: ({ memory }) => {
          memory["ran"] = Number(memory["ran"] ?? 0) + 1
          return memory["ran"] === 1 ? outcome : {}
        }
      }
    )
})

describe("a watched value of Memory", () => {
  test("that has no text is told like a wrong path", ({ watch, write }) =>
    Effect.gen(function* () {
      yield* write({ path: "watched", value: { toString: 1, valueOf: 1 } })
      assert.deepStrictEqual(yield* watch, ["Incorrect memory path"])
      yield* write({ path: "watched", value: 5 })
      assert.deepStrictEqual(yield* watch, ["5"])
    }))
})
