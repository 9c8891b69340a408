/** Seasonal competitions of the official servers. */
import { CurrentSeason, Season } from "@screeps-effect/schema/Season"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/** The current or next season. */
export class SeasonNow extends answer<SeasonNow>("SeasonNow")({ ...CurrentSeason.fields }) {}

/**
 * Returns the current or next seasonal competition; `null` when none runs or is planned.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/current`, reported (official servers only). xxscreeps: absent.
 */
export const current = Operation.get("/api/seasons/current", {
  output: Schema.NullOr(SeasonNow),
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** The seasons so far. */
export class SeasonList extends answer<SeasonList>("SeasonList")({
  /** The seasons, earliest first. */
  list: Schema.Array(Season)
}) {}

/**
 * Lists all seasonal competitions so far, earliest first.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons`, reported (official servers only). xxscreeps: absent.
 */
export const list = Operation.get("/api/seasons", {
  output: SeasonList,
  provenance: { private: "absent", xxscreeps: "absent" }
})
