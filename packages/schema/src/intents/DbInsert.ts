/** Responses of servers after inserting a document. */
import * as Schema from "effect/Schema"
import { DbCounts } from "./DbUpdate.ts"
import { nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * The result of inserting a document, in the forms of the different databases.
 *
 * **Details**
 *
 * Private servers return the whole document (`_id`), with either storage; official servers are reported to return the
 * database driver's result (`insertedIds`, a list or an index map). `createdId` returns the new id from both.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbInsert extends record<DbInsert>("DbInsert")({
  ok: Schema.Literal(1),
  /** Id of the new document, as private servers send it. */
  _id: nullish(ObjectId),
  /** Ids of the new documents, as official servers send them (reported). */
  insertedIds: nullish(Schema.Union([Schema.Array(ObjectId), Schema.Record(Schema.String, ObjectId)])),
  /** Number of new documents, as official servers send it (reported). */
  insertedCount: nullish(Schema.Finite),
  /** Result of the database driver. */
  result: nullish(DbCounts)
}) {}

/** Returns the id of the new document; `undefined` when the server does not return it. */
export const createdId = (response: DbInsert): ObjectId | undefined =>
  response._id ?? Object.values(response.insertedIds ?? {})[0]

/** Returns the number of new documents; `undefined` when the server does not return it. */
export const changed = (response: DbInsert): number | undefined =>
  response.insertedCount ?? response.result?.n ?? (createdId(response) === undefined ? undefined : 1)
