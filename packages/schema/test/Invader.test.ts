import * as Invader from "@screeps-effect/schema/Invader"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("an invader", () => {
  it("is small or big, and of one of three types", () => {
    const size = Schema.decodeUnknownResult(Invader.InvaderSize)
    const type = Schema.decodeUnknownResult(Invader.InvaderType)
    assert.isTrue(Invader.sizes.every((known) => Result.isSuccess(size(known))))
    assert.isTrue(Invader.types.every((known) => Result.isSuccess(type(known))))
    assert.isTrue(Result.isFailure(size("huge")))
    assert.isTrue(Result.isFailure(type("melee")))
  })
})

describe("a stronghold", () => {
  it("may have a template that a mod adds", () => {
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(Invader.StrongholdTemplate)("tent"),
      Result.succeed("tent")
    )
  })
})
