import { type Recording, recordings } from "@screeps-effect/fixtures"
import { Badge } from "@screeps-effect/schema/Badge"
import { BattleReport, ModBattle } from "@screeps-effect/schema/Battle"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { MapStats, MapStatsRoom } from "@screeps-effect/schema/MapStats"
import { Message, MessageIndexEntry } from "@screeps-effect/schema/Message"
import { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import { NukeInfo, NukesByShard } from "@screeps-effect/schema/NukeInfo"
import { MarketStat, Order, OrderIndexEntry, OwnOrder } from "@screeps-effect/schema/Order"
import { PowerCreepRecord } from "@screeps-effect/schema/PowerCreepRecord"
import { Pvp, PvpRoom } from "@screeps-effect/schema/Pvp"
import { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import { Shard } from "@screeps-effect/schema/Shard"
import { Signature } from "@screeps-effect/schema/Signature"
import { UserFound } from "@screeps-effect/schema/UserFound"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

type Json = { readonly [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null
const isSuccess = ({ response: { body, status } }: Recording) =>
  status === 200 && isObject(body) && !("error" in body)

const recorded = recordings()

/** Returns the bodies of all successful responses of an endpoint. */
const bodies = (path: string): ReadonlyArray<unknown> =>
  recorded.filter((recording) => recording.request.path === path && isSuccess(recording)).map(bodyOf)
const bodyOf = ({ response }: Recording): unknown => response.body

/** Returns the values at a path of keys; `*` is every element of a list and every value of an object. */
const at = (values: ReadonlyArray<unknown>, ...keys: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  keys.reduce<ReadonlyArray<unknown>>(
    (found, key) =>
      found.flatMap((value) => {
        if (!isObject(value)) return []
        return key === "*" ? Object.values(value) : key in value ? [value[key]] : []
      }),
    values
  )

const game = (name: string) => bodies(`/api/game/${name}`)
const user = (name: string) => bodies(`/api/user/${name}`)
const stored = ["meta", "$loki"]
const roomRecord = [...stored, "status", "sourceKeepers", "bus", "nextForceUpdateTime", "invaderGoal"]

interface Row {
  readonly record: string
  readonly schema: Schema.Codec<unknown, unknown>
  readonly documents: ReadonlyArray<unknown>
  /** Smallest number of recordings. */
  readonly atLeast: number
  /** All top-level keys that decoding drops. */
  readonly drops: ReadonlyArray<string>
}
const row = (
  record: string,
  schema: Schema.Codec<unknown, unknown>,
  documents: ReadonlyArray<unknown>,
  atLeast: number,
  drops: ReadonlyArray<string> = stored
): Row => ({ record, schema, documents, atLeast, drops })

const orders = at(game("market/orders"), "list", "*")
const ownOrders = at(game("market/my-orders"), "list", "*")
const rooms = at(game("map-stats"), "stats", "*")
const creeps = at(game("power-creeps/list"), "list", "*")
const created = [...user("console"), ...game("create-construction"), ...game("add-global-intent")]
const updated = [
  ...user("badge"),
  ...user("notify-prefs"),
  ...user("email"),
  ...user("set-steam-visible"),
  ...game("set-notify-when-attacked"),
  ...game("power-creeps/experimentation")
]
const upserted = [
  ...game("create-flag"),
  ...game("change-flag-color"),
  ...game("remove-flag"),
  ...game("add-object-intent")
]
const badges = [...at(user("find"), "user", "badge"), ...at(bodies("/api/auth/me"), "badge")]
const table: ReadonlyArray<Row> = [
  row("Order", Order, orders, 15, [...stored, "user", "active", "totalAmount"]),
  row("OwnOrder", OwnOrder, ownOrders, 3),
  row("OrderIndexEntry", OrderIndexEntry, at(game("market/orders-index"), "list", "*"), 12, []),
  row("MarketStat", MarketStat, at(game("market/stats"), "stats", "*"), 4),
  row("MoneyEntry", MoneyEntry, at(user("money-history"), "list", "*"), 34),
  row("UserFound", UserFound, at(user("find"), "user"), 7, []),
  row("Badge", Badge, badges, 11, []),
  row("Message", Message, at(user("messages/list"), "messages", "*"), 16),
  row("MessageIndexEntry", MessageIndexEntry, at(user("messages/index"), "messages", "*"), 1, []),
  row("MapStats", MapStats, at(game("map-stats"), "stats"), 8, []),
  row("MapStatsRoom", MapStatsRoom, rooms, 16, []),
  row("Signature", Signature, at(rooms, "sign"), 2, []),
  row("Shard", Shard, at(game("shards/info"), "shards", "*"), 2, []),
  row("LeaderboardSeason", LeaderboardSeason, at(bodies("/api/leaderboard/seasons"), "seasons", "*"), 2, []),
  row("BattleReport", BattleReport, bodies("/api/warpath/battles"), 1, []),
  row("ModBattle", ModBattle, at(bodies("/api/warpath/battles"), "*"), 1, []),
  row("Pvp", Pvp, bodies("/api/experimental/pvp"), 3, []),
  row("PvpRoom", PvpRoom, at(bodies("/api/experimental/pvp"), "pvp", "*", "rooms", "*"), 2, roomRecord),
  row("NukesByShard", NukesByShard, at(bodies("/api/experimental/nukes"), "nukes"), 1, []),
  row("NukeInfo", NukeInfo, at(bodies("/api/experimental/nukes"), "nukes", "*", "*"), 1),
  row("PowerCreepRecord", PowerCreepRecord, creeps, 4, [...stored, "actionLog"]),
  row("PowerCreepRecord, created", PowerCreepRecord, game("power-creeps/create"), 1, [...stored, "ok"]),
  row("DbInsert", DbInsert, created, 11, [...stored, "user", "expression", "intents"]),
  row("DbUpdate", DbUpdate, updated, 13, []),
  row("DbUpsert", DbUpsert, upserted, 15, [])
]

const keys = (value: unknown): ReadonlyArray<string> =>
  isObject(value) && !Array.isArray(value) ? Object.keys(value) : []

describe("a recorded response", () => {
  for (const { atLeast, documents, drops, record, schema } of table) {
    describe(`of ${record}`, () => {
      const results = documents.map((document) => ({ document, result: Decoder.make(schema)(document) }))

      it("is decoded in every recording", () => {
        const failed = results.flatMap(({ result }) =>
          Result.isFailure(result) ? [result.failure.message] : []
        )
        assert.deepStrictEqual(failed, [])
        assert.isAtLeast(documents.length, atLeast)
      })

      it("drops exactly the fields that the record does not name", () => {
        const dropped = results.flatMap(({ document, result }) => {
          const kept = keys(Result.getOrThrow(result))
          return keys(document).filter((key) => !kept.includes(key))
        })
        assert.sameMembers([...new Set(dropped)], [...drops])
      })
    })
  }
})
