/** Responses of servers after updating a document or, if none matched, inserting it. */
import * as Schema from "effect/Schema"
import * as DbUpdate from "./DbUpdate.ts"
import { nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"

/** The counts of the database driver, and the inserted documents. */
export class DbUpserted extends record<DbUpserted>("DbUpserted")({
  ...DbUpdate.DbCounts.fields,
  /** Inserted documents. */
  upserted: nullish(
    Schema.Array(
      Schema.Struct({
        /** Id of the inserted document. */
        _id: ObjectId,
        /** Position of the document in the request to the database. */
        index: nullish(Schema.Finite)
      })
    )
  )
}) {}

/**
 * The result of an update that inserts the document if none matched, in the forms of the different databases.
 *
 * **Details**
 *
 * Private servers with the built-in storage return `modified` or `inserted` and no id; with the Mongo mod they add the
 * driver's `result`. Official servers are reported to return only the latter. For some requests, the response is only
 * `ok`.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbUpsert extends record<DbUpsert>("DbUpsert")({
  ok: Schema.Literal(1),
  /** Number of documents that matched, as private servers send it. */
  modified: nullish(Schema.Finite),
  /** Number of inserted documents, as private servers send it. */
  inserted: nullish(Schema.Finite),
  /** Result of the database driver; absent with the built-in storage of private servers. */
  result: nullish(DbUpserted)
}) {}
