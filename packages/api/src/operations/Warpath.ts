/** Battles between players. */
import { BattleReport } from "@screeps-effect/schema/Battle"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Tells the battles that players fought lately, and how heavy they were.
 *
 * **Details**
 *
 * `interval` is how many ticks to look back, `start` the tick from which on. The answer is a bare list (admin mod) or
 * a report by shard (third-party services): `Battle.all` of the schemas reads both.
 *
 * **Errors** `EndpointNotFound` on official servers and on private ones without the mod.
 *
 * **Source** `GET /api/warpath/battles`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; the report by
 * shard reported.
 */
export const battles = Operation.get("/api/warpath/battles", {
  input: {
    interval: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    start: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  output: BattleReport,
  auth: "optional",
  provenance: { official: "absent" },
  mod: "screepsmod-admin-utils"
})
