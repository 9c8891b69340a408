/** Seasonal competitions of the official servers. */
import { CurrentSeason, Season } from "@screeps-effect/schema/Season"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The season that runs or is about to start. */
export class SeasonNow extends Schema.Opaque<SeasonNow>()(
  Schema.Struct({ ok: Schema.Literal(1), ...CurrentSeason.fields }).annotate({ identifier: "SeasonNow" })
) {}

/**
 * Tells the seasonal competition that runs or is about to start; `null` when there is none.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/current`, reported (official servers only).
 */
export const current = Operation.get("/api/seasons/current", {
  output: Schema.NullOr(SeasonNow),
  provenance: { private: "absent" }
})

/** The seasons so far. */
export class SeasonList extends Schema.Opaque<SeasonList>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(Season) }).annotate({ identifier: "SeasonList" })
) {}

/**
 * Lists the seasonal competitions so far, the first one first.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons`, reported (official servers only).
 */
export const list = Operation.get("/api/seasons", {
  output: SeasonList,
  provenance: { private: "absent" },
  inSpecification: false
})
