/** Measures decoding a long list of market orders. */
import { Market } from "@screeps-effect/api"
import { bodyText, recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Case } from "../harness.ts"

const Recorded = Schema.Struct({ list: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const { list } = Schema.decodeUnknownSync(Recorded)(
  JSON.parse(bodyText(recording("game/market-orders.energy")))
)

/** Three thousand orders: copies of the recorded ones with different ids and prices. */
const orders = JSON.stringify({
  ok: 1,
  list: Array.from({ length: 3000 }, (_, i) => ({
    ...list[i % list.length],
    _id: `${(i + 0x1000).toString(16)}e4976057250`,
    price: i / 1000
  }))
})
const decode = Decoder.make(Market.orders.output)

export const cases: ReadonlyArray<Case> = [
  {
    name: "decode market orders",
    unit: `3000 orders, ${Math.round(orders.length / 1024)} kB`,
    ours: () => Result.getOrThrow(decode(JSON.parse(orders))),
    reference: () => JSON.parse(orders),
    referenceName: "JSON.parse alone"
  }
]
