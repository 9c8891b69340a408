/** Saved branches: the channel `user:<user>/code`. */
import * as Schema from "effect/Schema"
import { CodeModules } from "../account/CodeModules.ts"
import type { Millis } from "../values/Millis.ts"
import { nullish } from "../values/Nullish.ts"

/**
 * A branch that was uploaded or copied, with all of its code.
 *
 * **Details**
 *
 * Rejected uploads and deleted branches cause no event.
 *
 * **Gotchas**
 *
 * xxscreeps sends neither `timestamp` nor `hash`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CodeEvent extends Schema.Opaque<CodeEvent>()(
  Schema.Struct({
    /** Name of the branch. */
    branch: Schema.String,
    /** Modules of the branch, keyed by name. */
    modules: CodeModules,
    /** Time of saving: milliseconds since 1970 after an upload, ISO 8601 text after a copy; `savedAt` reads both. */
    timestamp: nullish(Schema.Union([Schema.Finite, Schema.String])),
    /** Value that the upload contained as `_hash`; absent after a copy. */
    hash: Schema.optionalKey(Schema.Unknown)
  }).annotate({ identifier: "CodeEvent" })
) {}

const isMillis = (value: number): value is Millis => Number.isSafeInteger(value)

/** Returns the time of saving, in milliseconds since 1970; `undefined` when it is unknown. */
export const savedAt = ({ timestamp }: CodeEvent): Millis | undefined => {
  const millis = typeof timestamp === "string" ? Date.parse(timestamp) : (timestamp ?? Number.NaN)
  return isMillis(millis) ? millis : undefined
}
