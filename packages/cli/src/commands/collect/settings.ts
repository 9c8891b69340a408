/** The settings of `screeps collect` in the credentials file: `configs`, `screeps-effect`, `collect`. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { ShardName } from "@screeps-effect/schema/ShardName"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fileIfAny } from "../../config/servers.ts"
import { parseDuration } from "../../input/flags.ts"

const Tick = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Positive = Schema.Int.check(Schema.isGreaterThan(0))
const Text = Schema.NonEmptyString.check(Schema.isMaxLength(500))
const Time = Schema.String.check(
  Schema.makeFilter((text) => Option.isSome(parseDuration(text)) || "Expected a duration such as 30m or 1h")
)

const History = Schema.Struct({
  room: RoomName,
  from: Schema.optionalKey(Tick),
  to: Schema.optionalKey(Tick)
}).check(
  Schema.makeFilter(
    ({ from, to }) => to === undefined || (from !== undefined && from <= to) || "Expected from, at most to"
  )
)

const Shard = Schema.Struct({
  shard: Schema.optionalKey(ShardName),
  rooms: Schema.optionalKey(Schema.Union([Schema.Literal("all"), Schema.Array(RoomName)])),
  terrain: Schema.optionalKey(Schema.Boolean),
  histories: Schema.optionalKey(Schema.Array(History)),
  orders: Schema.optionalKey(Schema.Boolean),
  prices: Schema.optionalKey(Schema.Array(Text))
}).check(
  Schema.makeFilter(
    ({ rooms, terrain }) =>
      terrain !== true || rooms !== undefined || "Expected rooms, whose terrain is collected"
  )
)

/** What to collect, as it is written in the file: the same names as those of `Collector.Plan`. */
const Plan = Schema.Struct({
  shards: Schema.optionalKey(Schema.Array(Shard)),
  ranks: Schema.optionalKey(Positive),
  every: Schema.optionalKey(Time),
  roomsPerRequest: Schema.optionalKey(Positive),
  deadline: Schema.optionalKey(Time)
})

const Section = Schema.Struct({
  // Read by the command itself, and by `screeps stats`.
  aliases: Schema.optionalKey(Schema.Unknown),
  stats: Schema.optionalKey(Schema.Unknown),
  collect: Schema.optionalKey(
    Schema.Struct({
      accounts: Schema.optionalKey(Schema.Array(Text)),
      database: Schema.optionalKey(Text),
      redis: Schema.optionalKey(Text),
      plan: Schema.optionalKey(Plan)
    })
  )
})

export type Plan = typeof Plan.Type

export type Settings = NonNullable<(typeof Section.Type)["collect"]>

/** Reads the settings; empty without a file. A misspelt key is an error. */
export const read = Effect.gen(function* () {
  const file = yield* fileIfAny
  if (file === undefined) return {}
  const { collect } = yield* ConfigFile.section("screeps-effect", Section, {
    file: file.file,
    onExcessProperty: "error"
  })
  return collect ?? ({} satisfies Settings)
})
