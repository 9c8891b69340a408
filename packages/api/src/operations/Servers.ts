/** The public list of community servers. */
import { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/** The community servers. */
export class ServerList extends answer<ServerList>("ServerList")({
  /** The servers, with names, addresses and counts of likes. */
  servers: Schema.Array(ServerEntry)
}) {}

/**
 * Lists the community servers that were registered, with their addresses and counts of likes.
 *
 * **Gotchas**
 *
 * Ports are text. The addresses were written by strangers: connect to one only when the user chose it.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `POST /api/servers/list`, reported (official servers only). xxscreeps: absent.
 */
export const list = Operation.post("/api/servers/list", {
  changes: "nothing",
  output: ServerList,
  auth: "never",
  provenance: { private: "absent", xxscreeps: "absent" }
})
