/** Seasonal competitions: worlds of their own, for some weeks, with their own rules. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

const fields = {
  _id: ObjectId,
  title: Schema.String,
  index: Schema.Finite,
  players: nullish(Schema.Finite),
  startDate: Schema.String,
  endDate: Schema.String,
  createdAt: nullish(Schema.String),
  updatedAt: nullish(Schema.String)
}

/**
 * A seasonal competition: its number, title, count of players, and when it begins and ends (ISO 8601 text).
 *
 * **Source** reported (official servers only).
 */
export class Season extends Schema.Opaque<Season>()(
  Schema.Struct(fields).annotate({ identifier: "Season" })
) {}

/**
 * The seasonal competition that runs or is about to start, with the signed-in user's rank in it.
 *
 * **Source** reported (official servers only).
 */
export class CurrentSeason extends Schema.Opaque<CurrentSeason>()(
  Schema.Struct({ ...fields, rank: nullish(Schema.Finite) }).annotate({ identifier: "CurrentSeason" })
) {}

/** Where a season stands at a moment. */
export type Phase = "planned" | "running" | "over"

/** Where a season stands at `now` (milliseconds since 1970). */
export const phase = (season: Season, now: number): Phase => {
  if (now < Date.parse(season.startDate)) return "planned"
  return now < Date.parse(season.endDate) ? "running" : "over"
}
