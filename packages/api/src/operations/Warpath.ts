/** Battles between players. */
import { BattleReport } from "@screeps-effect/schema/Battle"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Lists the recent battles between players, with their severity.
 *
 * **Details**
 *
 * The response is a list (admin mod) or a report by shard (third-party services): `Battle.all` of the schema package
 * reads both.
 *
 * **Errors** `EndpointNotFound` on official servers and on private ones without the mod.
 *
 * **Source** `GET /api/warpath/battles`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; the report by
 * shard reported. xxscreeps: absent.
 */
export const battles = Operation.get("/api/warpath/battles", {
  input: {
    /** How many ticks to look back; default of the admin mod: 1000. */
    interval: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    /** Tick to look back from; default of the admin mod: the current tick. */
    start: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  output: BattleReport,
  auth: "optional",
  provenance: { official: "absent", xxscreeps: "absent" },
  mod: "screepsmod-admin-utils"
})
