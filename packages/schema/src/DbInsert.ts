/**
 * What servers answer when they stored a new document.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { nullish } from "./Nullish.ts"
import { ObjectId } from "./ObjectId.ts"

/**
 * The answer to a stored document, in the dialects of the databases behind the servers.
 *
 * **Details**
 *
 * Private servers answer the whole stored document (`_id`); official servers are reported to answer the database
 * driver's result (`insertedIds`). Read the new identity with `createdId`.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 *
 * @category schemas
 * @since 0.1.0
 */
export class DbInsert extends Schema.Opaque<DbInsert>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    _id: nullish(ObjectId),
    insertedIds: nullish(Schema.Array(ObjectId))
  }).annotate({ identifier: "DbInsert" })
) {}

/**
 * The identity of the document that was stored, where the server tells it.
 *
 * @category getters
 * @since 0.1.0
 */
export const createdId = (answer: DbInsert): ObjectId | undefined => answer._id ?? answer.insertedIds?.[0]
