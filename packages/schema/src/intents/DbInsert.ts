/** What servers answer when they stored a new document. */
import * as Schema from "effect/Schema"
import { DbCounts } from "./DbUpdate.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * The answer to a stored document, in the dialects of the databases behind the servers.
 *
 * **Details**
 *
 * Private servers answer the whole stored document (`_id`), with either storage; official servers are reported to
 * answer the database driver's result (`insertedIds`, a list or an index map). Read the new identity with
 * `createdId`.
 *
 * **Source** recorded from a server 4.3.0; Mongo mod read in its source; official form reported.
 */
export class DbInsert extends Schema.Opaque<DbInsert>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    _id: nullish(ObjectId),
    insertedIds: nullish(Schema.Union([Schema.Array(ObjectId), Schema.Record(Schema.String, ObjectId)])),
    insertedCount: nullish(Schema.Finite),
    result: nullish(DbCounts)
  }).annotate({ identifier: "DbInsert" })
) {}

/** The identity of the document that was stored, where the server returns it. */
export const createdId = (answer: DbInsert): ObjectId | undefined =>
  answer._id ?? Object.values(answer.insertedIds ?? {})[0]

/** How many documents were stored; `undefined` when the server does not return it. */
export const changed = (answer: DbInsert): number | undefined =>
  answer.insertedCount ?? answer.result?.n ?? (createdId(answer) === undefined ? undefined : 1)
