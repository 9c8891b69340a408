import * as Deposit from "@screeps-effect/schema/Deposit"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const harvested = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

describe("the cooldown of a deposit", () => {
  it("grows with the harvested amount", () => {
    assert.deepStrictEqual([0, 1, 316, 317, 1000, 10_000].map(Deposit.cooldown), [0, 1, 1, 2, 4, 64])
  })

  it.prop("is a whole number of ticks and never decreases", [harvested, harvested], ([one, other]) => {
    const [less, more] = [Math.min(one, other), Math.max(one, other)]
    assert.isTrue(Number.isInteger(Deposit.cooldown(more)))
    assert.isAtMost(Deposit.cooldown(less), Deposit.cooldown(more))
  })
})
