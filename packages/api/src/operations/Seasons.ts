/** Seasonal competitions of the official servers. */
import { CurrentSeason, Season } from "@screeps-effect/schema/Season"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The current or next season. */
export class SeasonNow extends Schema.Opaque<SeasonNow>()(
  Schema.Struct({ ok: Schema.Literal(1), ...CurrentSeason.fields }).annotate({ identifier: "SeasonNow" })
) {}

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
export class SeasonList extends Schema.Opaque<SeasonList>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /** The seasons, earliest first. */
    list: Schema.Array(Season)
  }).annotate({ identifier: "SeasonList" })
) {}

/**
 * Lists all seasonal competitions so far, earliest first.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons`, reported (official servers only). xxscreeps: absent.
 */
export const list = Operation.get("/api/seasons", {
  output: SeasonList,
  provenance: { private: "absent", xxscreeps: "absent" },
  inSpecification: false
})
