/** Compares tolerant decoding of responses that match their schemas with plain decoding, without `JSON.parse`. */
import { Auth, Game, Market } from "@screeps-effect/api"
import { recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Case } from "../harness.ts"

const decodeBody = <A>(schema: Schema.Codec<A, unknown>, name: string): A =>
  Schema.decodeUnknownSync(schema)(recording(name).response.body)

const Anything = Schema.Record(Schema.String, Schema.Unknown)
const repeated = (given: ReadonlyArray<unknown>, count: number) =>
  Array.from({ length: count }, (_, i) => given[i % given.length])

const { list } = decodeBody(Schema.Struct({ list: Schema.Array(Anything) }), "game/market-orders.energy")
const { stats, ...others } = decodeBody(
  Schema.StructWithRest(Schema.Struct({ stats: Anything }), [Anything]),
  "game/game-map-stats.owned-signed-reserved"
)
const rooms = repeated(Object.values(stats), 121).map((room, i) => [`W${i % 11}N${Math.floor(i / 11)}`, room])

const compare = <A>(
  name: string,
  unit: string,
  schema: Schema.ConstraintCodec<A, unknown>,
  data: unknown
) => {
  const [plain, tolerant] = [Decoder.make(schema), Decoder.tolerant(schema)]
  return {
    name: `tolerant ${name}`,
    unit,
    ours: () => Result.getOrThrow(tolerant(data)),
    reference: () => Result.getOrThrow(plain(data)),
    referenceName: "plain decoder"
  }
}

export const cases: ReadonlyArray<Case> = [
  compare("me", "one user", Auth.me.output, recording("user/auth-me.ok").response.body),
  compare("market orders", "1000 orders", Market.orders.output, { ok: 1, list: repeated(list, 1000) }),
  compare("map statistics", "121 rooms", Game.mapStats.output, {
    ...others,
    stats: Object.fromEntries(rooms)
  })
]
