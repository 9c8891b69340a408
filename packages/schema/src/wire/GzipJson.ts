/**
 * JSON as servers pack it: `gz:`, then base64 of gzip of the JSON text.
 *
 * **Details**
 *
 * Works wherever the Web's compression streams exist: browsers, Node, Deno and Bun.
 *
 * **Source** recorded from a server 4.3.0 (`GET /api/user/memory`).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { pack, unpack } from "./zip.ts"

/** The text could not be unpacked, or the value could not be packed. */
export class GzipJsonError extends Data.TaggedError("GzipJsonError")<{
  /** What was wrong, without any of the data. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

const prefix = "gz:"

/** Checks whether a text is packed JSON. */
export const is = (text: string): boolean => text.startsWith(prefix)

/**
 * Unpacks JSON.
 *
 * **Details**
 *
 * It stops at 64 MiB of JSON, far more than any server sends: a small text can hold hundreds of times its own length.
 *
 * **Errors** `GzipJsonError` when the text is not `gz:`, base64, gzip and JSON in turn, or holds more than 64 MiB.
 */
export const decode = (text: string): Effect.Effect<unknown, GzipJsonError> =>
  Effect.gen(function* () {
    if (!is(text)) return yield* new GzipJsonError({ detail: "packed JSON begins with gz:" })
    const json = yield* Effect.mapError(
      unpack(text.slice(prefix.length), "gzip"),
      (layer) =>
        new GzipJsonError({
          detail:
            layer === "length" ? "the packed JSON is longer than 64 MiB" : `the packed JSON is not ${layer}`
        })
    )
    return yield* Effect.try({
      try: (): unknown => JSON.parse(json),
      catch: () => new GzipJsonError({ detail: "the unpacked text is not JSON" })
    })
  })

/**
 * Packs a value as JSON.
 *
 * **Errors** `GzipJsonError` when the value has no JSON text (`undefined`, functions, cycles).
 */
export const encode = (value: unknown): Effect.Effect<string, GzipJsonError> =>
  Effect.gen(function* () {
    const json = yield* Effect.try({
      try: (): string | undefined => JSON.stringify(value),
      catch: () => new GzipJsonError({ detail: "the value has no JSON text" })
    })
    if (json === undefined) return yield* new GzipJsonError({ detail: "the value has no JSON text" })
    return prefix + (yield* pack(json, "gzip"))
  })
