import * as OrderType from "@screeps-effect/schema/OrderType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the type of an order", () => {
  it("may be unknown in responses", () => {
    const decode = Schema.decodeUnknownResult(OrderType.OrderType)
    assert.deepStrictEqual(decode("buy"), Result.succeed("buy"))
    assert.deepStrictEqual(decode("rent"), Result.succeed("rent"))
  })
})
