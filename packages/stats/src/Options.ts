/** What to read of an account. */
import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { ShardName } from "@screeps-effect/schema/ShardName"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { record } from "@screeps-effect/schema/Record"

/** The most rooms of an account that are watched. @internal */
export const maxRooms = 200

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

/** The options of an account; those that are left out have defaults. */
export class Options extends record<Options>("StatsOptions")({
  /** Shards to read, on official servers; by default the server's default shard. */
  shards: withDefault(Schema.Array(ShardName).check(Schema.isMaxLength(20)), []),
  /** Paths in Memory below which the script writes numbers; `stats` by default. */
  memory: withDefault(Schema.Array(MemoryPath).check(Schema.isMaxLength(20)), ["stats"]),
  /** Memory segments to which the script writes numbers as JSON; none by default. */
  segments: withDefault(
    Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))).check(
      Schema.isMaxLength(20),
      Schema.isUnique()
    ),
    []
  ),
  /** The rooms to watch, 200 at most: `own`, the default, `none`, or a list of names. */
  rooms: withDefault(
    Schema.Union([
      Schema.Literals(["own", "none"]),
      Schema.Array(RoomName).check(Schema.isMaxLength(maxRooms))
    ]),
    "own"
  ),
  /** Resources whose prices are read, such as `energy`; none by default. */
  market: withDefault(
    Schema.Array(Schema.NonEmptyString.check(Schema.isMaxLength(50))).check(Schema.isMaxLength(50)),
    []
  ),
  /**
   * Seconds between two readings of what changes all the time, quotas permitting: by default 60 on official servers and
   * 5 on others.
   */
  every: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 86_400 }))),
  /** The part of the token's quotas that may be used, from 0.01 to 1; 0.8 by default. */
  share: withDefault(Schema.Finite.check(Schema.isBetween({ minimum: 0.01, maximum: 1 })), 0.8),
  /** Whether to use the socket, which needs no quota; `true` by default. Rooms need it. */
  socket: withDefault(Schema.Boolean, true),
  /** The most series of one source (a path in Memory of one shard) within an hour; 1000 by default. */
  maxSeries: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })), 1000)
}) {}

/** Options as they are written; all may be left out. */
export type Input = (typeof Options)["Encoded"]

/** Checks options; fails with the first invalid one. @internal */
export const decode = (input: Input): Effect.Effect<Options, ScreepsError> =>
  // A misspelt option is an error.
  Schema.decodeUnknownEffect(Options)(input, { onExcessProperty: "error" }).pipe(
    Effect.mapError(
      ({ message }) =>
        new ScreepsError({
          operation: "Stats.account",
          reason: new InvalidInput({ field: "options", detail: message.replaceAll("\n", " ") })
        })
    )
  )
