import * as OrderType from "@screeps-effect/schema/OrderType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the side of an order", () => {
  it("buys or sells in what is sent", () => {
    const decode = Schema.decodeUnknownResult(OrderType.OrderTypeInput)
    assert.deepStrictEqual(
      OrderType.all.map((type) => Result.getOrThrow(decode(type))),
      ["buy", "sell"]
    )
    assert.isTrue(Result.isFailure(decode("lend")))
  })

  it("may be another one in answers", () => {
    const decode = Schema.decodeUnknownResult(OrderType.OrderType)
    assert.deepStrictEqual(decode("buy"), Result.succeed("buy"))
    assert.deepStrictEqual(decode("lend"), Result.succeed("lend"))
  })
})
