/** Builds path and headers of a request from an operation's input. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidInput } from "../ScreepsError.ts"
import * as Base64 from "./base64.ts"

type Values = Readonly<Record<string, unknown>>

/** Returns the names of fields in a path: `shard` in `/room-history/{shard}`. @internal */
export const fieldsOfPath = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => field ?? [])

/**
 * Fills a path with encoded values.
 *
 * **Details**
 *
 * Schemas define which values a field accepts. Independently of them, no value can change the path: slashes, control
 * characters and the names `.` and `..` are rejected, encoded or not, because servers and proxies decode them.
 *
 * @internal
 */
export const fillPath = (
  path: `/${string}`,
  fields: ReadonlyArray<string>,
  values: Values
): Result.Result<`/${string}`, InvalidInput> => {
  let filled = path
  for (const field of fields) {
    const value = values[field]
    const text = typeof value === "number" ? String(value) : value
    if (typeof text !== "string" || /^\.{0,2}$/.test(text) || /[/\\\p{Cc}\p{Cs}]/u.test(text)) {
      return Result.fail(new InvalidInput({ field, detail: "cannot be used as a path segment" }))
    }
    filled = filled.replace(`{${field}}`, () => encodeURIComponent(text)) as `/${string}`
  }
  return Result.succeed(filled)
}

/** Returns the headers with HTTP Basic authorization. The name ends at its first colon. @internal */
export const basicHeader = (
  fields: { readonly name: string; readonly password: string },
  values: Values
): Result.Result<{ readonly authorization: Redacted.Redacted }, InvalidInput> => {
  const [name, password] = [values[fields.name], values[fields.password]]
  if (typeof name !== "string" || name.includes(":")) {
    return Result.fail(new InvalidInput({ field: fields.name, detail: "expected a name without a colon" }))
  }
  const secret = Redacted.isRedacted(password) ? String(Redacted.value(password)) : ""
  const header = `Basic ${Base64.encodeText(`${name}:${secret}`)}`
  return Result.succeed({ authorization: Redacted.make(header, { label: "authorization" }) })
}
