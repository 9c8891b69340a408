/**
 * The common outer shape of response bodies.
 *
 * **Details**
 *
 * A successful response usually has `ok: 1` beside its data; a rejected request gets a top-level `error` text, often
 * with HTTP status 200. Some successful responses have no `ok` (room history, bare arrays, `null`).
 *
 * **Source** recorded from a server 4.3.0.
 */
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readJson } from "./parseJson.ts"
import { record } from "../values/Record.ts"

/** A successful response without data: `{ ok: 1 }`. */
export class Ok extends record<Ok>("Ok")({ ok: Schema.Literal(1) }) {}

/**
 * Parses the JSON text of a body; fails with `syntax` when it is not JSON.
 *
 * **Details**
 *
 * Fails with `size` when the text has more than about two million values (commas and opening brackets, those in strings
 * included), which would take seconds and gigabytes: no response of a game server has nearly as many.
 */
export const parse: (text: string) => Result.Result<unknown, "syntax" | "size"> = readJson

/**
 * Returns the error text of a response body; `undefined` for a body without one.
 *
 * **Details**
 *
 * A top-level `error` text means that the request was rejected, whatever `ok` is (`{ ok: 0, error }` exists). Only its
 * first line is returned, without the `Error: ` that some servers put before it; later lines may be a stack trace of
 * the server.
 *
 * One text is a success: xxscreeps responds to `create-construction` with `{"error": "actually, it was fine"}`.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export const errorText = (body: unknown): string | undefined => {
  const error = errorOf(body)
  return error === undefined || error === successText ? undefined : firstLine(error)
}

/** The error text with which xxscreeps 0.0.9 reports that a construction site was created. */
const successText = "actually, it was fine"

const errorOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : undefined

/** Returns the data of a body without error text: the body, or `{ ok: 1 }` where a success is reported as an error. */
export const data = (body: unknown): unknown => (errorOf(body) === successText ? { ok: 1 } : body)

/** Returns the first line of a server's text, without a leading `Error: `. */
const firstLine = (text: string): string => {
  const end = text.indexOf("\n")
  const line = end < 0 ? text : text.slice(0, end)
  return (line.startsWith(prefix) ? line.slice(prefix.length) : line).trim()
}

const prefix = "Error: "
