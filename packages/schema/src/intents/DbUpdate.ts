/** Responses of servers after updating documents. */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"

/**
 * The counts of the database driver.
 *
 * **Source** reported (official servers); read in the source of the Mongo mod of private servers.
 */
export class DbCounts extends record<DbCounts>("DbCounts")({
  /** Number of documents that matched. */
  n: nullish(Schema.Finite),
  /** Number of documents that changed. */
  nModified: nullish(Schema.Finite)
}) {}

/**
 * The result of an update, in the forms of the different databases.
 *
 * **Details**
 *
 * Private servers with the built-in storage return `modified`; with the Mongo mod they add the driver's `result`.
 * Official servers are reported to return only the latter. `changed` returns the number from both.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbUpdate extends record<DbUpdate>("DbUpdate")({
  ok: Schema.Literal(1),
  /** Number of documents that matched, as private servers send it. */
  modified: nullish(Schema.Finite),
  /** Result of the database driver; absent with the built-in storage of private servers. */
  result: nullish(DbCounts)
}) {}

/**
 * Returns the number of changed documents; `undefined` when the server does not return it.
 *
 * **Gotchas**
 *
 * The built-in storage of private servers returns no number when no document matched. Otherwise it counts the
 * documents that matched, including those that did not change.
 */
export const changed = (response: DbUpdate): number | undefined =>
  response.result?.nModified ?? response.modified ?? undefined
