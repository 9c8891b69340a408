import * as Millis from "@screeps-effect/schema/Millis"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"

const decode = Schema.decodeUnknownResult(Millis.Millis)

describe("a time in milliseconds", () => {
  it("is a whole number", () => {
    assert.deepStrictEqual(decode(1_795_266_665_678), Result.succeed(Millis.make(1_795_266_665_678)))
  })

  for (const value of [0.5, Number.NaN, "1795266665678", "2026-11-21T13:11:57.000Z", null]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }

  it("rejects fractions", () => {
    assert.throws(() => Millis.make(0.5))
  })

  it.effect("is whole on a clock that stands between two milliseconds", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1500 micros")
      assert.strictEqual(yield* Millis.now, Millis.make(1))
    })
  )
})
