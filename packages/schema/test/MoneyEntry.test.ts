import { recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as MoneyEntry from "@screeps-effect/schema/MoneyEntry"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const History = Schema.Struct({ list: Schema.Array(MoneyEntry.MoneyEntry) })
const history = (name: string) =>
  Schema.decodeUnknownSync(History)(recording(`user/money-history.${name}`).response.body).list
const entries = [...history("some"), ...history("full-page"), ...history("page-param")]
const decode = Schema.decodeUnknownSync(MoneyEntry.MoneyEntry)

const kinds = {
  fill: MoneyEntry.isFill,
  created: Decoder.guard(MoneyEntry.OrderCreated),
  expired: Decoder.guard(MoneyEntry.OrderExpired),
  extended: Decoder.guard(MoneyEntry.OrderExtended),
  repriced: Decoder.guard(MoneyEntry.OrderRepriced)
}
const kind = ({ market }: MoneyEntry.MoneyEntry) =>
  Object.entries(kinds).flatMap(([name, is]) => (is(market) ? [name] : []))

describe("an entry of the money history", () => {
  it("is of exactly one known kind in every recording", () => {
    assert.deepStrictEqual(
      entries.filter((entry) => kind(entry).length !== 1),
      []
    )
    assert.sameMembers([...new Set(entries.flatMap(kind))], ["fill", "created", "extended", "repriced"])
  })

  it("contains the owner and the dealer of a deal for resources of rooms only", () => {
    const fills = entries.map(({ market }) => market).filter(MoneyEntry.isFill)
    assert.isNotEmpty(fills)
    for (const fill of fills) assert.strictEqual(fill.owner === undefined, fill.resourceType === "pixel")
  })

  it("has the text undefined as room of an order for pixels", () => {
    const rooms = entries
      .map(({ market }) => market)
      .filter(kinds.created)
      .map(({ order }) => [order.resourceType, order.roomName])
    assert.deepInclude(rooms, ["pixel", "undefined"])
  })

  it("has a change equal to price times amount for a deal", () => {
    const errors = entries.flatMap(({ change, market }) =>
      MoneyEntry.isFill(market) ? [Math.abs(change) - market.price * market.amount] : []
    )
    assert.isNotEmpty(errors)
    assert.isBelow(Math.max(...errors.map(Math.abs)), 1e-9)
  })

  it("returns the identifier of a changed order, not of a new one", () => {
    for (const entry of entries) {
      const isAboutOrder = kinds.extended(entry.market) || kinds.repriced(entry.market)
      assert.strictEqual(MoneyEntry.orderId(entry) !== undefined, isAboutOrder)
    }
    assert.strictEqual(
      MoneyEntry.orderId(decode(reported.moneyEntry)),
      reported.moneyEntry.market.order.orderId
    )
  })

  it("is an expired order, not a new one, when the order has an identifier", () => {
    assert.deepStrictEqual(kind(decode(reported.moneyEntry)), ["expired"])
  })

  it("keeps entries of unknown kinds", () => {
    const market = { season: { bonus: 5 }, resourceType: "H" }
    const entry = decode({ ...reported.moneyEntry, type: "season.bonus", market })
    assert.deepStrictEqual(entry.market, market)
    assert.deepStrictEqual(kind(entry), [])
    assert.isNull(decode({ ...reported.moneyEntry, market: null, tick: null }).market)
  })
})
