import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(ObjectId.ObjectId)

describe("the identifier of an object", () => {
  for (const text of ["68050773313e4cb", "5bbcad769099fc012e63792f", "1"]) {
    it(`accepts ${text}`, () => {
      assert.deepStrictEqual(decode(text), Result.succeed(ObjectId.make(text)))
    })
  }

  it("rejects an empty text and a number", () => {
    assert.isTrue(Result.isFailure(decode("")))
    assert.isTrue(Result.isFailure(decode(1)))
    assert.throws(() => ObjectId.make(""))
  })
})
