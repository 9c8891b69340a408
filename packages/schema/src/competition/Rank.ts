/** Results of users on the leaderboard, by month. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { UserId } from "../values/UserId.ts"

const month = /^\d{4}-(0[1-9]|1[0-2])$/u

/**
 * Checks the month of a leaderboard that a caller sends, such as `2026-11`.
 *
 * **Source** specification.
 */
export const LeaderboardMonth: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(month, { expected: "a month, written 2026-11" })
).annotate({ identifier: "LeaderboardMonth" })

/**
 * A user's result in one month.
 *
 * **Source** reported; private servers return no ranks.
 */
export class Rank extends record<Rank>("Rank")({
  /** Id of the result; absent on xxscreeps. */
  _id: expected(Schema.String),
  /** Month of the result, such as `2026-11`. */
  season: expected(Schema.String),
  /** Id of the user. */
  user: UserId,
  /** Points of the month: control points, or processed power in the mode `power`. */
  score: expected(Schema.Finite),
  /** Place on the leaderboard, counted from 0. */
  rank: Schema.Finite
}) {}

/**
 * A month of the leaderboard.
 *
 * **Details**
 *
 * Private servers return two placeholders without a date.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class LeaderboardSeason extends record<LeaderboardSeason>("LeaderboardSeason")({
  /** The month, such as `2017-03`; another text for placeholders of private servers. */
  _id: Schema.String,
  /** Name of the month, such as `March 2017`. */
  name: expected(Schema.String),
  /** Date as ISO 8601 text; absent on private servers. */
  date: nullish(Schema.String)
}) {}

/** Returns the place of a result, counted from 1. */
export const place = (result: Rank): number => result.rank + 1
