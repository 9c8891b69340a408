/** Failing writes to Memory: their errors on the console, and the writes that are lost with them. */
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, inOrder } from "./support/server.ts"
import { type Setup, tokenOf, withServer } from "./support/wire.ts"

/** A client of bob, who has a spawn, that is subscribed to the console and to a value of Memory. */
const listening = ({ server, signedIn, tick, world }: Setup, watched = "watched") =>
  Effect.gen(function* () {
    const { _id } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
    const headers = yield* server.signIn(bob)
    const client = yield* signedIn(yield* tokenOf(server, bob))
    yield* client.send(`subscribe user:${_id}/console`, `subscribe user:${_id}/memory/${watched}`)
    client.newEvents()
    return {
      write: (body: object) => server.post("/api/user/memory", body, headers),
      sendLine: (expression: string) => server.post("/api/user/console", { expression }, headers),
      memory: world.users.memory("bob"),
      /** Returns the console events of the next tick: results, and the first line of an error. */
      turn: Effect.gen(function* () {
        yield* tick
        const received = client.newEvents().filter(([channel]) => channel === `user:${_id}/console`)
        return received.flatMap(([, payload]) => {
          const { error, messages } = payload as {
            readonly error?: string
            readonly messages?: { readonly results: ReadonlyArray<string> }
          }
          return error === undefined ? (messages?.results ?? []) : [error.replace(/\n[^]*/, "")]
        })
      }),
      /** Returns the watched value in the next tick. */
      watch: Effect.gen(function* () {
        yield* tick
        return client.newEvents().flatMap(([channel, text]) => (channel.endsWith(watched) ? [text] : []))
      })
    }
  })

const test = (
  name: string,
  body: (bob: Effect.Success<ReturnType<typeof listening>>) => Effect.Effect<void>,
  options?: ScreepsWorld.Options
) => it.effect(name, () => withServer((setup) => Effect.flatMap(listening(setup), body), options, inOrder))

const unwritable = "TypeError: Cannot convert object to primitive value"

describe("a failing write to Memory", () => {
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
    test(`${what} sends its error to the console and changes nothing`, ({ memory, turn, write }) =>
      Effect.gen(function* () {
        const before = { number: 5, nothing: null, list: [1] }
        for (const [path, value] of Object.entries(before)) yield* write({ path, value })
        assert.deepStrictEqual(yield* turn, [])
        yield* write(body)
        assert.deepStrictEqual(yield* turn, [error])
        assert.deepStrictEqual(yield* memory, before)
        assert.deepStrictEqual(yield* turn, [])
      }))

  test("drops the later lines and writes of its tick", ({ memory, sendLine, turn, write }) =>
    Effect.gen(function* () {
      yield* sendLine("'first'")
      yield* write({ path: "early", value: 1 })
      yield* write({ path: "no.parent", value: 1 })
      yield* write({ path: "late", value: 1 })
      yield* sendLine("'last'")
      assert.deepStrictEqual(yield* turn, [
        "'first'",
        "TypeError: Cannot set properties of undefined (setting 'parent')"
      ])
      assert.deepStrictEqual(yield* memory, { early: 1 })
      assert.deepStrictEqual(yield* turn, [])
      assert.deepStrictEqual(yield* memory, { early: 1 })
    }))

  test("that replaces all of Memory is performed and then throws", ({ memory, turn, write }) =>
    Effect.gen(function* () {
      for (const value of [{ fresh: 2 }, [7], "", null, undefined]) {
        yield* write({ path: "old", value: 1 })
        yield* write({ value })
        yield* write({ path: "late", value: 1 })
        assert.deepStrictEqual(yield* turn, [unwritable])
        assert.deepStrictEqual(yield* memory, { ...Object(value) })
      }
    }))

  test("with a value that has no text is performed and then throws", ({ memory, turn, write }) =>
    Effect.gen(function* () {
      const value = { toString: 1, valueOf: 1 }
      yield* write({ path: "odd", value })
      assert.deepStrictEqual(yield* turn, [unwritable])
      assert.deepStrictEqual(yield* memory, { odd: value })
    }))
})

describe("writes to Memory", () => {
  const failing: ReadonlyArray<readonly [what: string, ScreepsWorld.Outcome, received: Array<string>]> = [
    ["throws", { error: "Error: boom\n    at main" }, ["Error: boom"]],
    ["is killed", { cpu: "error" }, []]
  ]
  for (const [what, outcome, received] of failing)
    test(
      `are lost in a tick in which the script ${what}`,
      ({ memory, turn, write }) =>
        Effect.gen(function* () {
          yield* write({ path: "plan", value: 1 })
          assert.deepStrictEqual(yield* turn, received)
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
  test("without text is sent like a wrong path", ({ watch, write }) =>
    Effect.gen(function* () {
      yield* write({ path: "watched", value: { toString: 1, valueOf: 1 } })
      assert.deepStrictEqual(yield* watch, ["Incorrect memory path"])
      yield* write({ path: "watched", value: 5 })
      assert.deepStrictEqual(yield* watch, ["5"])
    }))
})
