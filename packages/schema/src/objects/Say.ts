/** Texts that creeps say. */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"

/**
 * The text in the bubble above a creep.
 *
 * **Gotchas**
 *
 * Private servers send private texts to everyone who watches the room. Room history keeps public texts only.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Say extends record<Say>("Say")({
  /** Text, at most 10 characters (UTF-16 code units). */
  message: Schema.String,
  /** Whether other players see the text. */
  isPublic: nullish(Schema.Boolean)
}) {}

/** Returns the text that a creep or a power creep says in this tick; `undefined` when it says nothing. */
export const of = (creature: {
  readonly actionLog?: { readonly say?: Say | null } | null
}): Say | undefined => creature.actionLog?.say ?? undefined
