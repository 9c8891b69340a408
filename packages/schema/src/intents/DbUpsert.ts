/** What servers answer when they changed a stored document, or made it where there was none. */
import * as Schema from "effect/Schema"
import * as DbUpdate from "./DbUpdate.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/** What the database driver counted and made. */
export class DbUpserted extends Schema.Opaque<DbUpserted>()(
  Schema.Struct({
    ...DbUpdate.DbCounts.fields,
    upserted: nullish(Schema.Array(Schema.Struct({ _id: ObjectId, index: nullish(Schema.Finite) })))
  }).annotate({ identifier: "DbUpserted" })
) {}

/**
 * The answer to a change that may have made a document, in the dialects of the databases behind the servers.
 *
 * **Details**
 *
 * Private servers with the built-in storage count in `modified` or `inserted` and name no identity; with the Mongo
 * mod they add the driver's `result`, which is all that official servers are reported to answer. Some writes are
 * answered with `ok` alone.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbUpsert extends Schema.Opaque<DbUpsert>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    modified: nullish(Schema.Finite),
    inserted: nullish(Schema.Finite),
    result: nullish(DbUpserted)
  }).annotate({ identifier: "DbUpsert" })
) {}

/** How many documents were changed, made ones not counted; `undefined` when the server does not return it. */
export const changed = (answer: DbUpsert): number | undefined =>
  DbUpdate.changed(answer) ?? (isCreated(answer) ? 0 : undefined)

/** The identity of the document that was made, where one was made and the server returns it. */
export const createdId = (answer: DbUpsert): ObjectId | undefined => answer.result?.upserted?.[0]?._id

/** Checks whether a document was made. */
export const isCreated = (answer: DbUpsert): boolean =>
  (answer.inserted ?? 0) > 0 || createdId(answer) !== undefined
