/** What servers answer when they changed stored documents. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"

/**
 * What the database driver counted: documents that matched (`n`) and documents that changed (`nModified`).
 *
 * **Source** reported (official servers); read in the source of the Mongo mod of private servers.
 */
export class DbCounts extends Schema.Opaque<DbCounts>()(
  Schema.Struct({ n: nullish(Schema.Finite), nModified: nullish(Schema.Finite) }).annotate({
    identifier: "DbCounts"
  })
) {}

/**
 * The answer to a change, in the dialects of the databases behind the servers.
 *
 * **Details**
 *
 * Private servers with the built-in storage count in `modified`; with the Mongo mod they add the driver's `result`,
 * which is all that official servers are reported to answer. Read either with `changed`.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbUpdate extends Schema.Opaque<DbUpdate>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    modified: nullish(Schema.Finite),
    result: nullish(DbCounts)
  }).annotate({ identifier: "DbUpdate" })
) {}

/**
 * How many documents were changed; `undefined` when the server does not return it.
 *
 * **Gotchas**
 *
 * The built-in storage of private servers returns nothing when nothing matched, and counts documents that matched,
 * whether or not anything in them became different.
 */
export const changed = (answer: DbUpdate): number | undefined =>
  answer.result?.nModified ?? answer.modified ?? undefined
