/** What creeps say. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"

/**
 * The bubble above a creep: at most 10 characters (UTF-16 units), and whether everybody sees it.
 *
 * **Gotchas**
 *
 * Private servers send private sayings to everybody who watches the room. Room history keeps public ones only.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Say extends Schema.Opaque<Say>()(
  Schema.Struct({ message: Schema.String, isPublic: nullish(Schema.Boolean) }).annotate({ identifier: "Say" })
) {}

/** What a creep or a power creep says in this tick; `undefined` when it is silent. */
export const of = (creature: {
  readonly actionLog?: { readonly say?: Say | null } | null
}): Say | undefined => creature.actionLog?.say ?? undefined
