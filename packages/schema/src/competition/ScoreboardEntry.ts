/** The scoreboard of a seasonal competition. */
import * as Schema from "effect/Schema"
import { BadgeJson } from "../account/Badge.ts"
import { nullish } from "../values/Nullish.ts"

/**
 * A player on the scoreboard, with the rank counted from 1.
 *
 * **Gotchas**
 *
 * Leaderboards count from 0. A player who chose no name yet has none; `Badge.of` reads the badge.
 *
 * **Source** recorded with a season's mod, whose server sends whole user records here; official form reported.
 */
export class ScoreboardEntry extends Schema.Opaque<ScoreboardEntry>()(
  Schema.Struct({
    username: nullish(Schema.String),
    badge: nullish(BadgeJson),
    rank: Schema.Finite,
    score: nullish(Schema.Finite)
  }).annotate({ identifier: "ScoreboardEntry" })
) {}

/**
 * The most entries that a scoreboard gives at once.
 *
 * **Source** specification.
 */
export const maxLimit = 20
