/** What happens in wars: rooms in which players fight, and nukes in flight. */
import { NukesByShard } from "@screeps-effect/schema/NukeInfo"
import { Pvp } from "@screeps-effect/schema/Pvp"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Tells the rooms in which players fought lately, over all shards.
 *
 * **Details**
 *
 * Name one: `interval`, how many ticks to look back, or `start`, the tick from which on. Three forms of the answer
 * exist: `Pvp.shards` of the schemas reads them all.
 *
 * **Gotchas**
 *
 * With neither, official servers are reported to name no room at all; the admin mod looks 1000 ticks back. The mod
 * takes intervals from 1 to 10 000 ticks, and reads `start` as the tick to look back from.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/experimental/pvp`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; official form
 * reported.
 */
export const pvp = Operation.get("/api/experimental/pvp", {
  input: {
    interval: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    start: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  output: Pvp,
  auth: "optional",
  mod: "screepsmod-admin-utils"
})

/** The nukes in flight by shard. */
export class Nukes extends Schema.Opaque<Nukes>()(
  Schema.Struct({ ok: Schema.Literal(1), nukes: NukesByShard }).annotate({ identifier: "Nukes" })
) {}

/**
 * Lists the nukes in flight, over all shards: where and when each will land, and from where it was launched.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/experimental/nukes`, recorded from a server 4.3.0 with `screepsmod-admin-utils`; the official
 * form is reported to be the same.
 */
export const nukes = Operation.get("/api/experimental/nukes", {
  output: Nukes,
  auth: "optional",
  mod: "screepsmod-admin-utils"
})
