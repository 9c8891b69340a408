/**
 * What servers wrap around their answers.
 *
 * **Details**
 *
 * A success usually carries `ok: 1` beside its data; a refusal carries a top-level `error` text, with HTTP status
 * 200 as often as not. Some successes have no `ok` (room history, bare arrays, `null`).
 *
 * **Source** recorded from a server 4.3.0.
 */
import * as Schema from "effect/Schema"

/** The bare success: `{ ok: 1 }`. */
export class Ok extends Schema.Opaque<Ok>()(
  Schema.Struct({ ok: Schema.Literal(1) }).annotate({ identifier: "Ok" })
) {}

/**
 * Returns the text of a refusal; `undefined` for other bodies.
 *
 * **Details**
 *
 * A top-level `error` text is a refusal whatever `ok` says (`{ ok: 0, error }` exists). Only the first line counts,
 * without the `Error: ` that some servers put in front: what follows may be a stack trace of the server.
 */
export const errorText = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? firstLine(body.error)
    : undefined

/** The first line of a server's text without a leading `Error: `. */
export const firstLine = (text: string): string =>
  (text.split(/\r?\n/, 1)[0] ?? "").replace(/^Error: /, "").trim()
