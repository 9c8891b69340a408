/** The fields of a rejection beside its message: bounded in number, depth and length, and without secrets. */
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { secretNames } from "./redactParameters.ts"
import type { Redact } from "./redact.ts"

/** The most values that are kept, at all depths together. */
const maxValues = 50
const maxDepth = 3
const maxText = 200
const maxKey = 50

const redacted = "<redacted>"

/** The names of `secretNames`, and others under which servers keep what is secret. */
const isSecretName = (key: string) => secretNames.test(key) || /auth|session|cookie|hash|salt|key/i.test(key)

/** A run of characters without a space that may be a token of an unknown form. */
const mayBeToken = /[\w+/=-]{32}/

/**
 * Returns the fields of a body beside `ok` and `error`; `undefined` when it has no others.
 *
 * @internal
 */
export const furtherFields = (body: unknown, redact: Redact): Schema.JsonObject | undefined => {
  let left = maxValues

  const textOf = (text: string): string => {
    // A text is never cut: a part of a secret would not be recognized.
    if (text.length > maxText) return `<${text.length} characters>`
    return mayBeToken.test(text) ? redacted : redact(text)
  }

  const valueOf = (value: unknown, depth: number): Schema.Json => {
    left--
    if (typeof value === "string") return textOf(value)
    if (typeof value === "number") {
      const text = String(value)
      // `1e999` is JSON, and no number that JSON can hold.
      if (!Number.isFinite(value)) return text
      return redact(text) === text ? value : redacted
    }
    if (typeof value === "boolean" || value === null) return value
    if (Array.isArray(value)) return depth === maxDepth ? `<${value.length} values>` : listOf(value, depth)
    return depth === maxDepth || !Predicate.isObject(value) ? "<object>" : fieldsOf(value, depth)
  }

  const listOf = (list: ReadonlyArray<unknown>, depth: number): Schema.JsonArray => {
    const kept: Array<Schema.Json> = []
    for (const value of list) {
      if (left <= 0) break
      kept.push(valueOf(value, depth + 1))
    }
    return kept
  }

  const fieldsOf = (fields: object, depth: number): Schema.JsonObject => {
    const kept: Array<readonly [string, Schema.Json]> = []
    for (const [key, value] of Object.entries(fields)) {
      if (left <= 0) break
      if (depth === 0 && (key === "ok" || key === "error")) continue
      if (key.length > maxKey || redact(key) !== key || mayBeToken.test(key)) continue
      kept.push([key, isSecretName(key) ? redacted : valueOf(value, depth + 1)])
    }
    // Unlike an assignment, it sets no prototype for a key `__proto__`.
    return Object.fromEntries(kept)
  }

  if (!Predicate.isObject(body)) return undefined
  const fields = fieldsOf(body, 0)
  return Object.keys(fields).length === 0 ? undefined : fields
}
