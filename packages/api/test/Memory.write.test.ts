import * as Memory from "@screeps-effect/api/Memory"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { always, run, reasonOf } from "./support/fake.ts"
import { checkInvalidInput, checkRequest, official, untyped } from "./support/calls.ts"

const path = "POST /api/user/memory"
const noShard = { server: Server.official() }

describe("Memory.remove", () => {
  it.effect("sends the path without a value (memory-set.path-no-value-deletes)", () =>
    Effect.gen(function* () {
      const call = Memory.remove({ path: "list" })
      yield* checkRequest(call, "user/memory-set.path-no-value-deletes", `${path} {"path":"list"}`)
      const response = yield* run(call, always("user/memory-set.path-no-value-deletes"))
      assert.strictEqual(DbInsert.createdId(response), "f3e1e3c2de18cf2")
    })
  )

  it.effect("sends the default or the given shard, and requires one on official servers", () =>
    Effect.gen(function* () {
      const response = "user/memory-set.path-no-value-deletes"
      yield* checkRequest(
        Memory.remove({ path: "list" }),
        response,
        `${path} {"path":"list","shard":"shard3"}`,
        official
      )
      yield* checkRequest(
        Memory.remove({ path: "list", shard: "shard1" }),
        response,
        `${path} {"path":"list","shard":"shard1"}`,
        official
      )
      const server = always({ ok: 1 })
      assert.strictEqual(
        (yield* reasonOf(Memory.remove({ path: "a" }), server, noShard))._tag,
        "ShardRequired"
      )
      assert.isEmpty(server.requests)
    })
  )

  it.effect(
    "rejects a missing or unsafe path without a request, because it would empty the whole Memory",
    () =>
      Effect.gen(function* () {
        for (const input of [undefined, {}, { path: undefined }, { path: null }, { path: "" }, { path: 5 }])
          yield* checkInvalidInput(untyped(Memory.remove, input), "path")
        for (const wrong of ["it's", 'a"b', "a`b", "a\\", "a\nb", "a\rb", "a\u2028b", "a\u2029b"])
          yield* checkInvalidInput(Memory.remove({ path: wrong }), "path")
        yield* checkInvalidInput(untyped(Memory.remove, { path: "a", value: 1 }), "value")
      })
  )
})

describe("Memory.clear", () => {
  it.effect("sends an empty object as the whole Memory (memory-set.root)", () =>
    Effect.gen(function* () {
      yield* checkRequest(Memory.clear(), "user/memory-set.root", `${path} {"value":{}}`)
      yield* checkRequest(
        Memory.clear({ shard: "shard1" }),
        "user/memory-set.root",
        `${path} {"value":{},"shard":"shard1"}`,
        official
      )
      const server = always({ ok: 1 })
      assert.strictEqual((yield* reasonOf(Memory.clear(), server, noShard))._tag, "ShardRequired")
    })
  )

  it.effect("ignores a path and a value from a caller without types", () =>
    checkRequest(
      untyped(Memory.clear, { path: "creeps", value: [1] }) as ReturnType<typeof Memory.clear>,
      "user/memory-set.root",
      `${path} {"value":{}}`
    )
  )
})

const Settings = Schema.Struct({ since: Schema.DateFromString, level: Schema.Int })
const settings = { since: new Date(0), level: 3 }

/** A key that looks like a token; no test signs in with it. */
const tokenLikeKey = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"

describe("Memory.write", () => {
  it.effect("sends the value as its schema encodes it", () =>
    checkRequest(
      Memory.write({ path: "settings", value: settings }, Settings),
      "user/memory-set.path",
      `${path} {"path":"settings","value":{"since":"1970-01-01T00:00:00.000Z","level":3}}`
    )
  )

  it.effect("sends the given shard", () =>
    checkRequest(
      Memory.write({ value: settings, shard: "shard1" }, Settings),
      "user/memory-set.root",
      `${path} {"value":{"since":"1970-01-01T00:00:00.000Z","level":3},"shard":"shard1"}`,
      official
    )
  )

  it.effect("rejects a value that does not fit its schema, without showing the value", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const secret = { since: new Date(0), level: "secret" as unknown as number }
      const reason = yield* reasonOf(Memory.write({ path: "settings", value: secret }, Settings), server)
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.match(reason.message, /^value: .*\["level"\]/)
      assert.notInclude(reason.message, "secret")
      assert.isEmpty(server.requests)
    })
  )

  it.effect("redacts keys that look like secrets when a value does not fit its schema", () =>
    Effect.gen(function* () {
      const value = { [tokenLikeKey]: "x" } as unknown as Record<string, number>
      const write = Memory.write({ path: "a", value }, Schema.Record(Schema.String, Schema.Finite))
      const reason = yield* reasonOf(write, always({ ok: 1 }))
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.match(reason.message, /^value: .*\["<redacted>"\]$/)
    })
  )

  it.effect("rejects values that are not JSON, and a whole Memory that is not a plain object", () =>
    Effect.gen(function* () {
      const write = (value: unknown) => Memory.write({ path: "a", value }, Schema.Unknown)
      for (const value of [undefined, () => 1, Number.NaN, new Date(0), new Map(), 5n])
        yield* checkInvalidInput(write(value), "value")
      for (const value of [[1], "creeps", null, 5, true])
        yield* checkInvalidInput(Memory.write({ value }, Schema.Unknown), "value")
      yield* checkInvalidInput(Memory.write({ path: "it's", value: 1 }, Schema.Finite), "path")
      yield* checkInvalidInput(write("x".repeat(1024 * 1024)), "value")
    })
  )
})

describe("Memory.set", () => {
  it("has the quota shared by all writes of Memory", () => {
    assert.deepStrictEqual(Memory.set.quota, { limit: 240, per: "day" })
    assert.isTrue(Memory.set.idempotent)
  })
})
