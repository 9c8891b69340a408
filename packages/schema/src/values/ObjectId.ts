/** Identities of room objects, orders and other stored documents. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** The identity of a stored document: a room object, a market order, a branch. */
export type ObjectId = string & Brand.Brand<"ObjectId">

/**
 * Checks an object's identity: text that is not empty.
 *
 * **Details**
 *
 * Opaque text: 15 or 24 hex digits as recorded, `1` for one tick of a new pile in room history.
 */
export const ObjectId: Schema.Codec<ObjectId, string> = Schema.String.check(Schema.isMinLength(1))
  .pipe(Schema.brand("ObjectId"))
  .annotate({ identifier: "ObjectId" })

/** Makes an object's identity of text; throws when it is empty. */
export const make = (text: string): ObjectId => Schema.decodeSync(ObjectId)(text)
