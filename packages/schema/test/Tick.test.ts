import * as Tick from "@screeps-effect/schema/Tick"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(Tick.Tick)

describe("a tick", () => {
  it("is a whole number", () => {
    assert.deepStrictEqual(decode(0), Result.succeed(Tick.make(0)))
    assert.deepStrictEqual(decode(71_234_567), Result.succeed(Tick.make(71_234_567)))
  })

  it("is the time that a recorded server returns", () => {
    const { time } = recording("game/game-time").response.body as { readonly time: unknown }
    assert.deepStrictEqual(decode(time), Result.succeed(Tick.make(1259)))
  })

  for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, "1259", null]) {
    it(`is not ${typeof value === "string" ? "the text " : ""}${value}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }

  it("rejects fractions", () => {
    assert.throws(() => Tick.make(1.5))
  })
})
