import * as HttpMethod from "@screeps-effect/schema/HttpMethod"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the method of a request", () => {
  const decode = Schema.decodeUnknownResult(HttpMethod.HttpMethod)

  it("is GET or POST", () => {
    assert.deepStrictEqual(
      HttpMethod.all.map((method) => Result.getOrThrow(decode(method))),
      ["GET", "POST"]
    )
  })

  for (const word of ["PUT", "get", ""]) {
    it(`is not ${JSON.stringify(word)}`, () => {
      assert.isTrue(Result.isFailure(decode(word)))
    })
  }
})
