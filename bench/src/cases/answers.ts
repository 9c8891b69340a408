/**
 * Measures decoding of the heaviest responses on top of `JSON.parse`. Without code generation, as in most pages:
 * `node --disallow-code-generation-from-strings bench/src/main.ts --filter answer`.
 */
import { Auth, Game, Market } from "@screeps-effect/api"
import { recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Case } from "../harness.ts"

const Anything = Schema.Record(Schema.String, Schema.Unknown)
const bodyOf = <A>(schema: Schema.Codec<A, unknown>, name: string): A =>
  Schema.decodeUnknownSync(schema)(recording(name).response.body)
const repeated = (given: ReadonlyArray<unknown>, count: number) =>
  Array.from({ length: count }, (_, i) => given[i % given.length])

const { stats, ...others } = bodyOf(
  Schema.StructWithRest(Schema.Struct({ stats: Anything }), [Anything]),
  "game/game-map-stats.owned-signed-reserved"
)
const rooms = repeated(Object.values(stats), 500).map((room, i) => [`W${i % 25}N${Math.floor(i / 25)}`, room])
const { list } = bodyOf(Schema.Struct({ list: Schema.Array(Anything) }), "game/market-orders.energy")
// One order lacks an expected key: the tolerant path runs, which searches for all differences.
const { remainingAmount: _, ...differing } = list[0] ?? {}

const answer = <A>(
  name: string,
  unit: string,
  schema: Schema.ConstraintCodec<A, unknown>,
  body: unknown
): Case => {
  const text = JSON.stringify(body)
  const decode = Decoder.tolerant(schema)
  return {
    name: `answer: ${name}`,
    unit,
    ours: () => Result.getOrThrow(decode(JSON.parse(text))),
    reference: () => JSON.parse(text),
    referenceName: "JSON.parse alone"
  }
}

const orders = { ok: 1, list: repeated(list, 1000) }
export const cases: ReadonlyArray<Case> = [
  answer("me", "one user", Auth.me.output, recording("user/auth-me.ok").response.body),
  answer("map statistics", "500 rooms", Game.mapStats.output, {
    ...others,
    stats: Object.fromEntries(rooms)
  }),
  answer("orders", "1000 orders", Market.orders.output, orders),
  answer("orders with a difference", "1000 orders", Market.orders.output, {
    ...orders,
    list: [...orders.list, differing]
  })
]
