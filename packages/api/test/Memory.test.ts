import * as Memory from "@screeps-effect/api/Memory"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { always, run, lines, text, reasonOf } from "./support/fake.ts"

const Flag = Schema.Struct({ a: Schema.Int })

/** A key that looks like a token; no test signs in with it. */
const tokenLikeKey = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"

describe("Memory.read", () => {
  it.effect("returns the decompressed and decoded value at a path (memory-get.path)", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.path")
      const flag = yield* run(Memory.read({ path: "flags.Flag1" }, Flag), server)
      assert.deepStrictEqual(flag, Option.some({ a: 1 }))
      assert.deepStrictEqual(lines(server), ["GET /api/user/memory?path=flags.Flag1"])
    })
  )

  it.effect("returns Some of null for a stored null (memory-get.path-null)", () =>
    Effect.gen(function* () {
      const nul = yield* run(Memory.read({ path: "nul" }, Schema.Null), always("user/memory-get.path-null"))
      assert.deepStrictEqual(nul, Option.some(null))
    })
  )

  it.effect("returns the whole Memory without a path (memory-get.after-writes)", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.after-writes")
      const memory = yield* run(Memory.read({}, Schema.Record(Schema.String, Schema.Json)), server)
      assert.includeMembers(Object.keys(Option.getOrThrow(memory)), ["creeps", "flags", "it's"])
      assert.deepStrictEqual(lines(server), ["GET /api/user/memory"])
    })
  )

  it.effect("returns None when the last key is missing (memory-get.path-missing-leaf)", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.path-missing-leaf")
      assert.deepStrictEqual(yield* run(Memory.read({ path: "flags.nope" }, Flag), server), Option.none())
      assert.deepStrictEqual(
        yield* run(Memory.read({ path: "x" }, Flag), always({ ok: 1, data: null })),
        Option.none()
      )
    })
  )

  it.effect("fails with Rejected when an earlier key is missing (memory-get.path-missing-parent)", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        Memory.read({ path: "a.b.c" }, Flag),
        always("user/memory-get.path-missing-parent")
      )
      assert.strictEqual(reason._tag, "Rejected")
      assert.strictEqual(reason.message, "Incorrect memory path")
    })
  )

  it.effect("fails with UnexpectedResponse that says so when all of Memory is not JSON", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(
        Memory.read({}, Schema.Json),
        always("user/memory-get.path-missing-parent")
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.match(reason.message, /^200: Memory is not JSON: the script stores it in a format of its own/)
    })
  )

  it.effect("fails with UnexpectedResponse that names the path but not the data", () =>
    Effect.gen(function* () {
      const other = Schema.Struct({ a: Schema.Literal("secretly other") })
      const reason = yield* reasonOf(
        Memory.read({ path: "flags.Flag1" }, other),
        always("user/memory-get.path")
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.match(reason.message, /\["a"\]/)
    })
  )

  it.effect("fails with one line that redacts keys that look like secrets", () =>
    Effect.gen(function* () {
      const data = yield* GzipJson.encode({ flags: { [tokenLikeKey]: "x" } })
      const numbers = Schema.Record(Schema.String, Schema.Finite)
      const reason = yield* reasonOf(
        Memory.read({}, Schema.Struct({ flags: numbers })),
        always({ ok: 1, data })
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.match(reason.message, /^200: Expected number +at \["flags"\]\["<redacted>"\]$/)
    })
  )

  it.effect("fails with UnexpectedResponse for malformed compressed data", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Memory.read({}, Flag), always({ ok: 1, data: "gz:AAAA" }))
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.strictEqual(reason.message, "200: the compressed JSON is not valid gzip")
      const bare = yield* reasonOf(Memory.read({}, Flag), always({ ok: 1, data: '{"a":1}' }))
      assert.strictEqual(bare.message, "200: compressed JSON must begin with gz:")
    })
  )

  it.effect("fails with the operation's reason and name", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(Memory.read({}, Flag), text("busy", { status: 503 })))
      assert.strictEqual(error.message, "GET /api/user/memory: ServerFault (503: busy)")
    })
  )
})
