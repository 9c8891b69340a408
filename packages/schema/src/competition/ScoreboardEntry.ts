/** The scoreboard of a seasonal competition. */
import * as Schema from "effect/Schema"
import { profile } from "../account/userFields.ts"
import { expected, nullish, record } from "../values/Record.ts"

/**
 * A player on the scoreboard.
 *
 * **Gotchas**
 *
 * `rank` is counted from 1; the ranks of leaderboards are counted from 0.
 *
 * **Source** recorded with a season's mod, whose server sends whole user records here; official form reported.
 */
export class ScoreboardEntry extends record<ScoreboardEntry>("ScoreboardEntry")({
  ...profile,
  /** Place on the scoreboard, counted from 1. */
  rank: expected(Schema.Finite),
  /** Points in this season. */
  score: nullish(Schema.Finite)
}) {}

/**
 * The maximum number of entries per response.
 *
 * **Source** specification.
 */
export const maxLimit = 20
