/** Wars: rooms with recent fights between players, and nukes in flight. */
import { NukesByShard } from "@screeps-effect/schema/NukeInfo"
import { Pvp } from "@screeps-effect/schema/Pvp"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/**
 * Lists the rooms in which players fought recently, on all shards.
 *
 * **Details**
 *
 * Responses have one of three forms: `Pvp.shards` of the schema package reads all of them. Give either `interval` or
 * `start`.
 *
 * **Gotchas**
 *
 * Official servers sort the rooms of a shard by time, on some shards the latest first and on others the earliest. With
 * neither field, official servers are reported to return no rooms; the admin mod looks 1000 ticks back. The mod
 * accepts intervals from 1 to 10 000 ticks, and looks back from `start` as well.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/experimental/pvp`, recorded from a server 4.3.0 with `screepsmod-admin-utils`. Official:
 * published in 2026 (Xerxes-2/lazycreep). xxscreeps: absent.
 */
export const pvp = Operation.get("/api/experimental/pvp", {
  input: {
    /** How many ticks to look back. */
    interval: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    /** First tick to include; the admin mod looks back from this tick instead. */
    start: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  output: Pvp,
  auth: "optional",
  mod: "screepsmod-admin-utils",
  provenance: { official: "published", xxscreeps: "absent" }
})

/** The nukes in flight. */
export class Nukes extends answer<Nukes>("Nukes")({
  /** The nukes by shard name. */
  nukes: NukesByShard
}) {}

/**
 * Lists the nukes in flight on all shards, with their targets, landing times and origins.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/experimental/nukes`, recorded from a server 4.3.0 with `screepsmod-admin-utils`. Official:
 * published in 2026 (Xerxes-2/lazycreep). xxscreeps: absent.
 */
export const nukes = Operation.get("/api/experimental/nukes", {
  output: Nukes,
  auth: "optional",
  mod: "screepsmod-admin-utils",
  provenance: { official: "published", xxscreeps: "absent" }
})
