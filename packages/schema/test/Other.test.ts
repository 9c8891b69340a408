import * as Other from "@screeps-effect/schema/Other"
import { RoomStat } from "@screeps-effect/schema/RoomStat"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a name that this version does not list", () => {
  const either = Other.or(RoomStat)
  const encode = Schema.encodeUnknownResult(either)
  const decode = Schema.decodeUnknownResult(either)

  it("is sent as text, like a known name", () => {
    assert.deepStrictEqual(encode(Other.make("score_x")), Result.succeed("score_x"))
    assert.deepStrictEqual(encode("energyControl"), Result.succeed("energyControl"))
  })

  it("must be marked as such: a misspelt name is rejected", () => {
    assert.isTrue(Result.isFailure(encode("energyControll")))
  })

  it("consists of letters, digits, _, - and $", () => {
    for (const name of ["", "a b", "a/b", "a\nb", "ä", '"', "x".repeat(101)])
      assert.isTrue(Result.isFailure(encode(Other.make(name))), name)
    assert.isTrue(Result.isSuccess(encode(Other.make("x".repeat(100)))))
  })

  it("is decoded from any text that is not a known name", () => {
    assert.deepStrictEqual<unknown>(decode("energyControl"), Result.succeed("energyControl"))
    assert.deepStrictEqual<unknown>(decode("score_x"), Result.succeed(Other.make("score_x")))
  })
})
