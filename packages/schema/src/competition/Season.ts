/** Seasonal competitions: separate worlds with special rules, for some weeks. */
import * as Schema from "effect/Schema"
import { expected } from "../values/Expected.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

const fields = {
  /** Id of the season. */
  _id: ObjectId,
  /** Title of the season. */
  title: expected(Schema.String),
  /** Number of the season. */
  index: Schema.Finite,
  /** Number of players who take part. */
  players: nullish(Schema.Finite),
  /** When the season begins, as ISO 8601 text. */
  startDate: Schema.String,
  /** When the season ends, as ISO 8601 text. */
  endDate: Schema.String,
  /** When the record was created, as ISO 8601 text. */
  createdAt: nullish(Schema.String),
  /** When the record was last changed, as ISO 8601 text. */
  updatedAt: nullish(Schema.String)
} as const

/**
 * A seasonal competition.
 *
 * **Source** reported (official servers only).
 */
export class Season extends Schema.Opaque<Season>()(
  Schema.Struct(fields).annotate({ identifier: "Season" })
) {}

/**
 * The current or next seasonal competition, with the rank of the signed-in user.
 *
 * **Source** reported (official servers only).
 */
export class CurrentSeason extends Schema.Opaque<CurrentSeason>()(
  Schema.Struct({
    ...fields,
    /** Rank of the signed-in user in this season. */
    rank: nullish(Schema.Finite)
  }).annotate({ identifier: "CurrentSeason" })
) {}

/** The phase of a season. */
export type Phase = "planned" | "running" | "over"

/** Returns the phase of a season at `now` (milliseconds since 1970). */
export const phase = (season: Season, now: number): Phase => {
  if (now < Date.parse(season.startDate)) return "planned"
  return now < Date.parse(season.endDate) ? "running" : "over"
}
