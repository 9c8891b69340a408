/** Reports of the admin mod of private servers (`screepsmod-admin-utils`) about the server. */
import { ServerStats } from "@screeps-effect/schema/ServerStats"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The names of mods, in the order in which they were loaded. */
export type ModNames = ReadonlyArray<string>

/** Decodes the names of mods. */
export const ModNames: Schema.Codec<ModNames> = Schema.Array(Schema.String).annotate({
  identifier: "ModNames"
})

/**
 * Lists the mods of a private server by name.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/mods`, recorded from a server 4.3.0 with `screepsmod-admin-utils`. xxscreeps: absent.
 */
export const list = Operation.get("/api/mods", {
  output: ModNames,
  auth: "never",
  provenance: { official: "absent", xxscreeps: "absent" },
  mod: "screepsmod-admin-utils"
})

/**
 * Returns statistics of a private server: rooms, objects, tick durations, and every user's progress.
 *
 * **Details**
 *
 * The response is the same as a payload of the channel `Channels.serverStats`.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /stats`, recorded from a server 4.3.0 with `screepsmod-admin-utils`. xxscreeps: absent.
 */
export const stats = Operation.get("/stats", {
  output: ServerStats,
  auth: "never",
  provenance: { official: "absent", xxscreeps: "absent" },
  mod: "screepsmod-admin-utils"
})
