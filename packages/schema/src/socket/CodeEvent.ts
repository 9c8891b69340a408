/** A branch that was saved: the channel `user:<user>/code`. */
import * as Schema from "effect/Schema"
import { CodeModules } from "../account/CodeModules.ts"
import type { Millis } from "../values/Millis.ts"
import { nullish } from "../values/Nullish.ts"

/**
 * A branch that was uploaded or copied, with the whole of its code.
 *
 * **Details**
 *
 * `hash` is whatever the upload carried. Refused uploads and deleted branches send nothing.
 *
 * **Gotchas**
 *
 * `timestamp` is a number of milliseconds after an upload and ISO 8601 text after a copy: `savedAt` reads both.
 * xxscreeps sends neither it nor `hash`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CodeEvent extends Schema.Opaque<CodeEvent>()(
  Schema.Struct({
    branch: Schema.String,
    modules: CodeModules,
    timestamp: nullish(Schema.Union([Schema.Finite, Schema.String])),
    hash: Schema.optionalKey(Schema.Unknown)
  }).annotate({ identifier: "CodeEvent" })
) {}

const isMillis = (value: number): value is Millis => Number.isSafeInteger(value)

/** When the branch was saved, in milliseconds since 1970; `undefined` when it is unknown. */
export const savedAt = ({ timestamp }: CodeEvent): Millis | undefined => {
  const millis = typeof timestamp === "string" ? Date.parse(timestamp) : (timestamp ?? Number.NaN)
  return isMillis(millis) ? millis : undefined
}
