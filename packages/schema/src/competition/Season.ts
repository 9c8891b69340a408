/** Seasonal competitions: separate worlds with special rules, for some weeks. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"

const fields = {
  /** Id of the season. */
  _id: ObjectId,
  /** Title of the season. */
  title: expected(Schema.String),
  /** Number of the season. */
  index: expected(Schema.Finite),
  /** Number of players who take part. */
  players: nullish(Schema.Finite),
  /** When the season begins, as ISO 8601 text. */
  startDate: expected(Schema.String),
  /** When the season ends, as ISO 8601 text. */
  endDate: expected(Schema.String),
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
export class Season extends record<Season>("Season")(fields) {}

/**
 * The current or next seasonal competition, with the rank of the signed-in user.
 *
 * **Source** reported (official servers only).
 */
export class CurrentSeason extends record<CurrentSeason>("CurrentSeason")({
  ...fields,
  /** Rank of the signed-in user in this season. */
  rank: nullish(Schema.Finite)
}) {}

/** The phase of a season; `unknown` when the date that decides it is missing or not a date. */
export type Phase = "planned" | "running" | "over" | "unknown"

const timeOf = (date: string | undefined) => (date === undefined ? Number.NaN : Date.parse(date))

/** Returns the phase of a season at `now` (milliseconds since 1970). */
export const phase = (season: Season, now: number): Phase => {
  const [start, end] = [timeOf(season.startDate), timeOf(season.endDate)]
  if (now < start) return "planned"
  if (now >= end) return "over"
  return now >= start && now < end ? "running" : "unknown"
}
