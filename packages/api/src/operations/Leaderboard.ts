/** The leaderboard: what users reached, month by month. */
import { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import { LeaderboardMonth, LeaderboardSeason, Rank } from "@screeps-effect/schema/Rank"
import { UserFound } from "@screeps-effect/schema/UserFound"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Stream from "effect/Stream"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** The month of a moment (milliseconds since 1970) as leaderboards name it, in UTC: `2026-11`. */
export const month = (millis: number): string => new Date(millis).toISOString().slice(0, 7)

/** A part of a leaderboard: ranks, how many there are in all, and the users by identity. */
export class LeaderboardPage extends Schema.Opaque<LeaderboardPage>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    list: Schema.Array(Rank),
    count: Schema.Finite,
    users: Schema.Record(Schema.String, UserFound)
  }).annotate({ identifier: "LeaderboardPage" })
) {}

const fromFirst = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** `null` is the first rank, too. */
const offset: Schema.Codec<number | null, number> = fromFirst.pipe(
  Schema.decodeTo(
    Schema.NullOr(fromFirst),
    SchemaTransformation.transform<number | null, number>({
      decode: (sent) => sent,
      encode: (given) => given ?? 0
    })
  )
)

/**
 * Lists the best users of a month, ten of them unless told otherwise.
 *
 * **Details**
 *
 * `mode` is `world` (points of control, the default) or `power`; `season` is a month such as `2026-11`, by default
 * the current one in UTC; `offset` counts from 0, as ranks do. `pages` and `entries` walk through all of it.
 *
 * **Gotchas**
 *
 * Private servers answer an empty list. How many ranks official servers give at once is not known.
 *
 * **Source** `GET /api/leaderboard/list`, recorded from a server 4.3.0; ranks reported.
 */
export const list = Operation.get("/api/leaderboard/list", {
  input: {
    limit: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    mode: Schema.optional(LeaderboardMode),
    offset: Schema.optional(offset),
    season: Schema.optional(LeaderboardMonth)
  },
  defaults: {
    limit: 10,
    mode: "world",
    offset: 0,
    season: new Operation.DefaultFromClock("the current month in UTC", month)
  },
  output: LeaderboardPage,
  auth: "optional"
})

/** A user's rank in one month. */
export class RankInSeason extends Schema.Opaque<RankInSeason>()(
  Schema.Struct({ ok: Schema.Literal(1), ...Rank.fields }).annotate({ identifier: "RankInSeason" })
) {}

/** A user's ranks in all months. */
export class RanksInSeasons extends Schema.Opaque<RanksInSeasons>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(Rank) }).annotate({
    identifier: "RanksInSeasons"
  })
) {}

/** A user's rank in the month that was named, or the ranks in all months; `ranks` reads both. */
export type RanksFound = RanksInSeasons | RankInSeason

/** Decodes a user's rank in one month, or in all months. */
export const RanksFound: Schema.Codec<RanksFound, unknown> = Schema.Union([
  RanksInSeasons,
  RankInSeason
]).annotate({ identifier: "RanksFound" })

/**
 * Finds a user's rank in a month, or the ranks in all months when none is named; `ranks` reads both answers.
 *
 * **Details**
 *
 * `mode` is `world` (points of control, the default) or `power`; `season` is a month such as `2026-11`.
 *
 * **Errors** `Rejected` ("result not found").
 *
 * **Source** `GET /api/leaderboard/find`, recorded from a server 4.3.0; ranks reported.
 */
export const find = Operation.get("/api/leaderboard/find", {
  input: {
    username: Schema.NonEmptyString,
    mode: Schema.optional(LeaderboardMode),
    season: Schema.optional(LeaderboardMonth)
  },
  defaults: { mode: "world" },
  output: RanksFound,
  auth: "optional"
})

/** The ranks that were found, whether or not a month was named. */
export const ranks = (found: RanksFound): ReadonlyArray<Rank> => ("list" in found ? found.list : [found])

/** The months of the leaderboard. */
export class LeaderboardSeasons extends Schema.Opaque<LeaderboardSeasons>()(
  Schema.Struct({ ok: Schema.Literal(1), seasons: Schema.Array(LeaderboardSeason) }).annotate({
    identifier: "LeaderboardSeasons"
  })
) {}

/**
 * Lists the months of the leaderboard, the newest first.
 *
 * **Gotchas**
 *
 * Private servers answer two placeholders: see `Rank.isMonth` of the schemas.
 *
 * **Source** `GET /api/leaderboard/seasons`, recorded from a server 4.3.0; months reported.
 */
export const seasons = Operation.get("/api/leaderboard/seasons", {
  output: LeaderboardSeasons,
  auth: "optional"
})

/** Which leaderboard to walk through, from where, and in steps of how many ranks. */
export interface Walk {
  readonly mode?: LeaderboardMode | undefined
  readonly season?: string | undefined
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/**
 * Walks through a leaderboard page by page, asking for the next one when it is wanted.
 *
 * **Details**
 *
 * Ends after as many ranks as the leaderboard has (`count`), or at the first page without any. All pages are of one
 * month, that in which the walk began unless one is named.
 *
 * **Errors** those of `list`.
 *
 * **Source** `GET /api/leaderboard/list`.
 */
export const pages = (walk: Walk = {}): Stream.Stream<LeaderboardPage, ScreepsError, ScreepsClient> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) => {
      const season = walk.season ?? month(now)
      return Stream.paginate(walk.offset ?? 0, (offset) =>
        Effect.map(list({ ...walk, season, offset }), (page) => {
          const next = offset + page.list.length
          const isLast = page.list.length === 0 || next >= page.count
          return [[page], isLast ? Option.none() : Option.some(next)] as const
        })
      )
    })
  )

/** A rank, and the user who holds it where the server tells. */
export interface Ranked {
  readonly rank: Rank
  readonly user: UserFound | undefined
}

/**
 * Walks through a leaderboard rank by rank, best first, asking for the next page when it is wanted.
 *
 * **Details**
 *
 * Ends like `pages`.
 *
 * **Errors** those of `list`.
 *
 * **Source** `GET /api/leaderboard/list`.
 */
export const entries = (walk: Walk = {}): Stream.Stream<Ranked, ScreepsError, ScreepsClient> =>
  Stream.flatMap(pages(walk), ({ list: ranks, users }) =>
    Stream.fromIterable(ranks.map((rank) => ({ rank, user: users[rank.user] })))
  )
