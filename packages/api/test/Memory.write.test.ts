import * as Memory from "@screeps-effect/api/Memory"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { always, ask, why } from "./support/fake.ts"
import { checkNothingSent, checkRequest, official, untyped } from "./support/asking.ts"

const path = "POST /api/user/memory"
const noShard = { server: Server.official() }

describe("a part of Memory", () => {
  it.effect("is removed by its path alone (memory-set.path-no-value-deletes)", () =>
    Effect.gen(function* () {
      const call = Memory.remove({ path: "list" })
      yield* checkRequest(call, "user/memory-set.path-no-value-deletes", `${path} {"path":"list"}`)
      const answer = yield* ask(call, always("user/memory-set.path-no-value-deletes"))
      assert.strictEqual(DbInsert.createdId(answer), "f3e1e3c2de18cf2")
    })
  )

  it.effect("is removed on the shard that is meant", () =>
    Effect.gen(function* () {
      const answer = "user/memory-set.path-no-value-deletes"
      yield* checkRequest(
        Memory.remove({ path: "list" }),
        answer,
        `${path} {"path":"list","shard":"shard3"}`,
        official
      )
      yield* checkRequest(
        Memory.remove({ path: "list", shard: "shard1" }),
        answer,
        `${path} {"path":"list","shard":"shard1"}`,
        official
      )
      const server = always({ ok: 1 })
      assert.strictEqual((yield* why(Memory.remove({ path: "a" }), server, noShard))._tag, "ShardRequired")
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is not removed without a path, which would empty all of Memory", () =>
    Effect.gen(function* () {
      for (const input of [undefined, {}, { path: undefined }, { path: null }, { path: "" }, { path: 5 }])
        yield* checkNothingSent(untyped(Memory.remove, input), "path")
      for (const wrong of ["it's", 'a"b', "a`b", "a\\", "a\nb", "a\rb", "a\u2028b", "a\u2029b"])
        yield* checkNothingSent(Memory.remove({ path: wrong }), "path")
      yield* checkNothingSent(untyped(Memory.remove, { path: "a", value: 1 }), "value")
    })
  )
})

describe("all of Memory", () => {
  it.effect("is emptied by that name only (memory-set.root)", () =>
    Effect.gen(function* () {
      yield* checkRequest(Memory.clear(), "user/memory-set.root", `${path} {"value":{}}`)
      yield* checkRequest(
        Memory.clear({ shard: "shard1" }),
        "user/memory-set.root",
        `${path} {"value":{},"shard":"shard1"}`,
        official
      )
      const server = always({ ok: 1 })
      assert.strictEqual((yield* why(Memory.clear(), server, noShard))._tag, "ShardRequired")
    })
  )

  it.effect("is emptied, and nothing else is made of what a caller without types adds", () =>
    checkRequest(
      untyped(Memory.clear, { path: "creeps", value: [1] }) as ReturnType<typeof Memory.clear>,
      "user/memory-set.root",
      `${path} {"value":{}}`
    )
  )
})

const Settings = Schema.Struct({ since: Schema.DateFromString, level: Schema.Int })
const settings = { since: new Date(0), level: 3 }

/** A key that may be a token, though no test signs in with it. */
const likeToken = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"

describe("a typed value", () => {
  it.effect("is written as its schema encodes it", () =>
    checkRequest(
      Memory.write({ path: "settings", value: settings }, Settings),
      "user/memory-set.path",
      `${path} {"path":"settings","value":{"since":"1970-01-01T00:00:00.000Z","level":3}}`
    )
  )

  it.effect("is written on the shard that is meant", () =>
    checkRequest(
      Memory.write({ value: settings, shard: "shard1" }, Settings),
      "user/memory-set.root",
      `${path} {"value":{"since":"1970-01-01T00:00:00.000Z","level":3},"shard":"shard1"}`,
      official
    )
  )

  it.effect("is not written when it does not fit, and is not told", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const secret = { since: new Date(0), level: "secret" as unknown as number }
      const reason = yield* why(Memory.write({ path: "settings", value: secret }, Settings), server)
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.match(reason.message, /^value: .*\["level"\]/)
      assert.notInclude(reason.message, "secret")
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is not written when it does not fit, and a key that looks like a secret is not told", () =>
    Effect.gen(function* () {
      const value = { [likeToken]: "x" } as unknown as Record<string, number>
      const write = Memory.write({ path: "a", value }, Schema.Record(Schema.String, Schema.Finite))
      const reason = yield* why(write, always({ ok: 1 }))
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.match(reason.message, /^value: .*\["<redacted>"\]$/)
    })
  )

  it.effect("is not written when it is no JSON, nor over all of Memory when it is no plain object", () =>
    Effect.gen(function* () {
      const write = (value: unknown) => Memory.write({ path: "a", value }, Schema.Unknown)
      for (const value of [undefined, () => 1, Number.NaN, new Date(0), new Map(), 5n])
        yield* checkNothingSent(write(value), "value")
      for (const value of [[1], "creeps", null, 5, true])
        yield* checkNothingSent(Memory.write({ value }, Schema.Unknown), "value")
      yield* checkNothingSent(Memory.write({ path: "it's", value: 1 }, Schema.Finite), "path")
      yield* checkNothingSent(write("x".repeat(1024 * 1024)), "value")
    })
  )
})

describe("the endpoint of writes", () => {
  it("is one in the table, with the quota that all of them share", () => {
    assert.deepStrictEqual(Memory.set.quota, { limit: 240, per: "day" })
    assert.isTrue(Memory.set.idempotent)
  })
})
