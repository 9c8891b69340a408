import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(UserId.UserId)

describe("the identifier of a user", () => {
  for (const text of ["7c8fe39e74fdae1", "57874d42d0ae911e3bd15bbc", "2"]) {
    it(`accepts ${text}`, () => {
      assert.deepStrictEqual(decode(text), Result.succeed(UserId.make(text)))
    })
  }

  it("rejects an empty text and a number", () => {
    assert.isTrue(Result.isFailure(decode("")))
    assert.isTrue(Result.isFailure(decode(2)))
    assert.throws(() => UserId.make(""))
  })

  it("is known for the two NPCs", () => {
    assert.strictEqual(UserId.invader, "2")
    assert.strictEqual(UserId.sourceKeeper, "3")
  })
})
