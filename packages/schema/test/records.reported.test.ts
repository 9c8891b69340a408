import { BattleReport, ServiceBattle } from "@screeps-effect/schema/Battle"
import { CpuLimits } from "@screeps-effect/schema/CpuLimits"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { DecorationInstance, DecorationTheme, RoomDecoration } from "@screeps-effect/schema/Decoration"
import { MapStatsRoom } from "@screeps-effect/schema/MapStats"
import { Message, MessageIndexEntry } from "@screeps-effect/schema/Message"
import { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import { NukesByShard } from "@screeps-effect/schema/NukeInfo"
import { Order, OrderIndexEntry } from "@screeps-effect/schema/Order"
import { Pvp } from "@screeps-effect/schema/Pvp"
import { LeaderboardSeason, Rank } from "@screeps-effect/schema/Rank"
import { ScoreboardEntry } from "@screeps-effect/schema/ScoreboardEntry"
import { CurrentSeason, Season } from "@screeps-effect/schema/Season"
import { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import { Shard } from "@screeps-effect/schema/Shard"
import { TokenInfo } from "@screeps-effect/schema/TokenInfo"
import { UserFound } from "@screeps-effect/schema/UserFound"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const table: ReadonlyArray<
  readonly [name: string, schema: Schema.Codec<unknown, unknown>, document: unknown]
> = [
  ["the short order of official servers", Order, reported.order],
  ["prices of a resource", OrderIndexEntry, reported.orderIndexEntry],
  ["an order that expired", MoneyEntry, reported.moneyEntry],
  ["a user with an account on the platform", UserFound, reported.userFound],
  ["a message of official servers", Message, reported.message],
  ["a conversation of official servers", MessageIndexEntry, reported.messageIndexEntry],
  ["a placed graffito", DecorationInstance, reported.graffito],
  ["a won badge", DecorationInstance, reported.badge],
  ["a thin decoration of a season", RoomDecoration, reported.thinDecoration],
  ["a theme", DecorationTheme, reported.theme],
  ["a rank", Rank, reported.rank],
  ["a month of the leaderboard", LeaderboardSeason, reported.leaderboardSeason],
  ["a place on the scoreboard", ScoreboardEntry, reported.scoreboardEntry],
  ["a place of a user without a name", ScoreboardEntry, { rank: 2, score: 0, badge: { color1: "#ff0000" } }],
  ["a season", Season, reported.season],
  ["the current season", CurrentSeason, { ...reported.season, rank: 17 }],
  ["a community server", ServerEntry, reported.serverEntry],
  ["a battle of the third-party service", ServiceBattle, reported.serviceBattle],
  ["the third-party service's report", BattleReport, reported.serviceReport],
  ["fights of official servers", Pvp, reported.officialPvp],
  ["fights before there were shards", Pvp, reported.oldPvp],
  ["nukes of official servers", NukesByShard, reported.nukes],
  ["a room of the official map", MapStatsRoom, reported.mapRoom],
  ["a token that may do a little", TokenInfo, reported.token],
  ["CPU limits", CpuLimits, { shard0: 20, shard1: 0, shard2: 10, shard3: 40 }],
  ["an official shard", Shard, reported.shard],
  ["a change in an official database", DbUpdate, reported.dbUpdate],
  ["a made document in an official database", DbUpsert, reported.dbUpsert],
  ["a stored document in an official database", DbInsert, reported.dbInsert]
]

describe("a reported response", () => {
  for (const [name, schema, document] of table) {
    it(`is decoded: ${name}`, () => {
      const decoded = Decoder.make(schema)(document)
      assert.isTrue(Result.isSuccess(decoded), String(Result.getFailure(decoded)))
      assert.deepStrictEqual(Decoder.make(schema)(Result.getOrThrow(decoded)), decoded)
    })
  }
})
