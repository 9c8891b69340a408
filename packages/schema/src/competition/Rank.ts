/** The leaderboard: what users reached in a month. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { UserId } from "../values/UserId.ts"

const month = /^\d{4}-(0[1-9]|1[0-2])$/u

/**
 * Checks the month of a leaderboard, for what callers send: `2026-11`.
 *
 * **Source** specification.
 */
export const LeaderboardMonth: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(month, { expected: "a month, written 2026-11" })
).annotate({ identifier: "LeaderboardMonth" })

/**
 * A user's result in one month: points, and the rank counted from 0.
 *
 * **Source** reported; private servers answer no ranks.
 */
export class Rank extends Schema.Opaque<Rank>()(
  Schema.Struct({
    _id: Schema.String,
    season: Schema.String,
    user: UserId,
    score: Schema.Finite,
    rank: Schema.Finite
  }).annotate({ identifier: "Rank" })
) {}

/**
 * A month of the leaderboard: `2017-03`, called `March 2017`.
 *
 * **Details**
 *
 * Private servers answer two placeholders without a date. `date` is ISO 8601 text.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class LeaderboardSeason extends Schema.Opaque<LeaderboardSeason>()(
  Schema.Struct({ _id: Schema.String, name: Schema.String, date: nullish(Schema.String) }).annotate({
    identifier: "LeaderboardSeason"
  })
) {}

/** The place of a result as people count: 1 is the first. */
export const place = (result: Rank): number => result.rank + 1

/** Checks whether a month is a real one, not a placeholder of a private server. */
export const isMonth = (season: LeaderboardSeason): boolean => month.test(season._id)
