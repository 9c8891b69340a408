/** Data that is nested so deeply, or that differs so often, that it could stop the process. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Market from "@screeps-effect/api/Market"
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { tolerantly } from "./support/calls.ts"
import { always, fake, reasonOf, run } from "./support/fake.ts"
import { deep, isTooDeep, lists, objects, outcomeOf } from "./support/nesting.ts"
import { packed } from "./support/packed.ts"

/** A server whose response has a text of JSON in a field. */
const server = (field: string, json: string) => fake(() => new Response(`{"ok":1,"${field}":${json}}`))

describe("a value nested in 20,000 levels", () => {
  for (const [name, json] of Object.entries({ lists, objects })) {
    const inSegment = isTooDeep ? "200: the segment is nested too deeply" : "success"

    it.effect(`of ${name} in a segment is an unexpected response where Node cannot write it`, () =>
      Effect.gen(function* () {
        const read = run(Segments.read({ segment: 1 }), server("data", json))
        assert.strictEqual(yield* outcomeOf(read), inSegment)
      })
    )

    it.effect(
      `of ${name} in one of several segments is an unexpected response where Node cannot write it`,
      () =>
        Effect.gen(function* () {
          const official = Server.official({ shard: "shard3" })
          const read = run(Segments.readMany({ segments: [1, 2] }), server("data", `[${json},"a"]`), {
            server: official
          })
          assert.strictEqual(yield* outcomeOf(read), inSegment)
        })
    )

    it.effect(`of ${name} in Memory is decoded, or is an unexpected response`, () =>
      Effect.gen(function* () {
        const data = yield* packed(json)
        const memory = run(Memory.read({ path: "a" }, Schema.Json), always({ ok: 1, data }))
        // Asserted by names: the test runner cannot show the value.
        const outcome = yield* Effect.match(memory, {
          onFailure: ({ reason }) => reason._tag,
          onSuccess: (value) => value._tag
        })
        assert.include(["Some", "UnexpectedResponse"], outcome)
      })
    )

    it.effect(`of ${name} in Memory is an unexpected response for a schema that overflows`, () =>
      Effect.gen(function* () {
        const data = yield* packed(json)
        const depth = (value: Schema.Json): number =>
          typeof value === "object" && value !== null
            ? 1 + Math.max(0, ...Object.values(value).map(depth))
            : 0
        const asText = Schema.Json.check(Schema.makeFilter((value: Schema.Json) => depth(value) > 0))
        const reason = yield* reasonOf(Memory.read({ path: "a" }, asText), always({ ok: 1, data }))
        assert.strictEqual(reason.message, "200: the value is nested too deeply")
      })
    )

    it.effect(`of ${name} in any other response is no defect`, () =>
      Effect.gen(function* () {
        const result = yield* Effect.result(
          run(
            Auth.me(),
            fake(() => new Response(json))
          )
        )
        assert.strictEqual(result._tag, "Failure")
      })
    )
  }

  it.effect("is not written to Memory where Node cannot write it", () =>
    Effect.gen(function* () {
      const fine = always({ ok: 1 })
      const expected = isTooDeep ? "expected less deeply nested data" : "success"
      const set = run(Memory.set({ path: "a", value: deep as Schema.Json }), fine)
      assert.strictEqual(yield* outcomeOf(set), expected)
      const write = run(Memory.write({ path: "a", value: deep }, Schema.Unknown), fine)
      assert.strictEqual(yield* outcomeOf(write), expected)
      assert.lengthOf(fine.requests, isTooDeep ? 0 : 2)
    })
  )
})

describe("a response with many malformed entries", () => {
  const order = {
    _id: "57874d42d0ae911e3bd15bbc",
    type: "sell",
    resourceType: "H",
    price: 1,
    amount: 1,
    remainingAmount: 1,
    roomName: "W1N1"
  }
  /** One entry can be read: a list without any is unexpected. */
  const responding = (entries: number) =>
    fake(() => new Response(`{"ok":1,"list":[${"[],".repeat(entries)}${JSON.stringify(order)}]}`))

  it.effect("is decoded without them, and reported once", () =>
    Effect.gen(function* () {
      const events: Array<ScreepsEvents.Event> = []
      const { list } = yield* run(
        Market.orders({ resourceType: "H" }).pipe(
          tolerantly,
          Effect.provideService(ScreepsEvents.OnEvent, [(event) => void events.push(event)])
        ),
        responding(50_000)
      )
      assert.lengthOf(list, 1)
      const drift = events.filter(({ _tag }) => _tag === "Drift")
      assert.deepStrictEqual(
        drift.map((event) => (event._tag === "Drift" ? [event.path, event.count] : [])),
        [["list[]", 50_000]]
      )
    })
  )

  it.effect("is unexpected if it has a hundred thousand of them", () =>
    Effect.gen(function* () {
      const reason = yield* reasonOf(Market.orders({ resourceType: "H" }), responding(100_000))
      assert.strictEqual(reason.message, "200: expected fewer than 100000 differences, found object")
    })
  )
})
