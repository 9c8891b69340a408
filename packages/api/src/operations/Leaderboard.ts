/** The leaderboard: the points of users, month by month. */
import { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import { LeaderboardMonth, LeaderboardSeason, Rank } from "@screeps-effect/schema/Rank"
import { UserFound } from "@screeps-effect/schema/UserFound"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expected } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Stream from "effect/Stream"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** Returns the month of a time (milliseconds since 1970) as leaderboards write it, in UTC: `2026-11`. */
export const month = (millis: number): string => new Date(millis).toISOString().slice(0, 7)

/** A page of a leaderboard. */
export class LeaderboardPage extends answer<LeaderboardPage>("LeaderboardPage")({
  /** The ranks, best first. */
  list: Schema.Array(Rank),
  /** How many ranks the leaderboard has. */
  count: expected(Schema.Finite),
  /** The users of the ranks by user id. */
  users: expected(Schema.Record(Schema.String, UserFound))
}) {}

const leaderboard = {
  /** `world` (control points, the default) or `power` (processed power). */
  mode: Schema.optional(LeaderboardMode)
} as const

const fromFirst = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** `null` also stands for the first rank. */
const offset: Schema.Codec<number | null, number> = fromFirst.pipe(
  Schema.decodeTo(
    Schema.NullOr(fromFirst),
    SchemaTransformation.transform<number | null, number>({
      decode: (encoded) => encoded,
      encode: (value) => value ?? 0
    })
  )
)

/**
 * Lists the best users of a month.
 *
 * **Details**
 *
 * `entries` reads the whole leaderboard.
 *
 * **Gotchas**
 *
 * Private servers return an empty list. How many ranks official servers return at most is not known.
 *
 * **Source** `GET /api/leaderboard/list`, recorded from a server 4.3.0; ranks reported. Official: published in 2017
 * (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const list = Operation.get("/api/leaderboard/list", {
  input: {
    /** How many ranks to return; default: 10. */
    limit: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    ...leaderboard,
    /** Index of the first rank to return, counted from 0; default: 0. */
    offset: Schema.optional(offset),
    /** Month, such as `2026-11`; default: the current month in UTC. */
    season: Schema.optional(LeaderboardMonth)
  },
  defaults: {
    limit: 10,
    mode: "world",
    offset: 0,
    season: new Operation.DefaultFromClock("the current month in UTC", month)
  },
  output: LeaderboardPage,
  auth: "optional",
  provenance: { official: "published" }
})

/** A user's rank in one month. */
export class RankInSeason extends answer<RankInSeason>("RankInSeason")({ ...Rank.fields }) {}

/** A user's ranks in all months. */
export class RanksInSeasons extends answer<RanksInSeasons>("RanksInSeasons")({
  /** The ranks, one for each month. */
  list: Schema.Array(Rank)
}) {}

/** A user's rank in the requested month, or the ranks in all months; `ranks` reads both. */
export type RanksFound = RanksInSeasons | RankInSeason

/** Decodes a user's rank in one month, or in all months. */
export const RanksFound: Schema.Codec<RanksFound, unknown> = Schema.Union([
  RanksInSeasons,
  RankInSeason
]).annotate({ identifier: "RanksFound" })

/**
 * Returns a user's rank in a month, or the ranks in all months; `ranks` reads both responses.
 *
 * **Errors** `Rejected` ("result not found").
 *
 * **Source** `GET /api/leaderboard/find`, recorded from a server 4.3.0; ranks reported. Official: published in 2017
 * (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const find = Operation.get("/api/leaderboard/find", {
  input: {
    /** Name of the user. */
    username: Schema.NonEmptyString,
    ...leaderboard,
    /** Month, such as `2026-11`; without it, the ranks in all months are returned. */
    season: Schema.optional(LeaderboardMonth)
  },
  defaults: { mode: "world" },
  output: RanksFound,
  auth: "optional",
  provenance: { official: "published" }
})

/** Returns the ranks of a response of `find`, whether or not a month was requested. */
export const ranks = (found: RanksFound): ReadonlyArray<Rank> => ("list" in found ? found.list : [found])

/** The months of the leaderboard. */
export class LeaderboardSeasons extends answer<LeaderboardSeasons>("LeaderboardSeasons")({
  /** The months, latest first. */
  seasons: Schema.Array(LeaderboardSeason)
}) {}

/**
 * Lists the months of the leaderboard, latest first.
 *
 * **Gotchas**
 *
 * Private servers return two placeholders without a `date`.
 *
 * **Source** `GET /api/leaderboard/seasons`, recorded from a server 4.3.0; months reported. Official: published in
 * 2017 (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const seasons = Operation.get("/api/leaderboard/seasons", {
  output: LeaderboardSeasons,
  auth: "optional",
  provenance: { official: "published" }
})

/** Which leaderboard to read, from which rank, and how many ranks per request. */
export interface PageOptions {
  /** `world` (control points, the default) or `power` (processed power). */
  readonly mode?: LeaderboardMode | undefined
  /** Month, such as `2026-11`; default: the current month in UTC. */
  readonly season?: string | undefined
  /** Index of the first rank to return, counted from 0; default: 0. */
  readonly offset?: number | undefined
  /** How many ranks to request at once; default: 10. */
  readonly limit?: number | undefined
}

/** A rank and its user. */
export interface Ranked {
  readonly rank: Rank
  /** The user, where the server returns it. */
  readonly user: UserFound | undefined
}

/**
 * Emits the ranks of a leaderboard, best first; pages are requested as they are needed.
 *
 * **Details**
 *
 * Ends when all ranks (`count`) were emitted, or at the first empty page. All pages are of the same month: the
 * requested one, else the one in which the stream started.
 *
 * **Errors** those of `list`.
 *
 * **Source** `GET /api/leaderboard/list`.
 */
export const entries = (options: PageOptions = {}): Stream.Stream<Ranked, ScreepsError, ScreepsClient> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) => {
      const season = options.season ?? month(now)
      return Stream.paginate(options.offset ?? 0, (offset) =>
        Effect.map(list({ ...options, season, offset }), ({ count, list: ranks, users }) => {
          const next = offset + ranks.length
          const isLast = ranks.length === 0 || next >= (count ?? Infinity)
          const ranked = ranks.map((rank) => ({ rank, user: users?.[rank.user] }))
          return [ranked, isLast ? Option.none() : Option.some(next)] as const
        })
      )
    })
  )
