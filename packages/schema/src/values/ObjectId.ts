/** Ids of room objects, orders and other stored documents. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** The id of a stored document, such as a room object, a market order or a branch. */
export type ObjectId = string & Brand.Brand<"ObjectId">

/**
 * Checks the id of an object: text that is not empty.
 *
 * **Details**
 *
 * Opaque text. Recorded: 15 or 24 hex digits; in room history, a new pile has the id `1` for one tick.
 */
export const ObjectId: Schema.Codec<ObjectId, string> = Schema.String.check(Schema.isMinLength(1))
  .pipe(Schema.brand("ObjectId"))
  .annotate({ identifier: "ObjectId" })

/** Creates the id of an object from text; throws when it is empty. */
export const make = (text: string): ObjectId => Schema.decodeSync(ObjectId)(text)
