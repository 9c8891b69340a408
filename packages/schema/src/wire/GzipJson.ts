/**
 * Compressed JSON as servers send it: `gz:`, then the JSON text as gzip in base64.
 *
 * **Details**
 *
 * Uses the zlib of Node, Deno and Bun for decompression, and otherwise the web's compression streams, which browsers have.
 *
 * **Source** recorded from a server 4.3.0 (`GET /api/user/memory`).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readJson } from "./parseJson.ts"
import { pack, unpack } from "./zip.ts"

/** A text could not be decompressed, or a value could not be compressed. */
export class GzipJsonError extends Data.TaggedError("GzipJsonError")<{
  /** What went wrong, without any of the data. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

const prefix = "gz:"
const notJson = "the value cannot be written as JSON"

/** Checks whether a text is compressed JSON. */
export const is = (text: string): boolean => text.startsWith(prefix)

/**
 * Decompresses JSON.
 *
 * **Details**
 *
 * Decompression stops at 16 MiB of JSON, far more than any server sends: a small text can expand to hundreds of times
 * its own length.
 *
 * **Errors** `GzipJsonError` when the text does not begin with `gz:`, is not base64, gzip or JSON, expands to more than
 * 16 MiB, or has more than about two million values.
 */
export const decode = (text: string): Effect.Effect<unknown, GzipJsonError> =>
  Effect.gen(function* () {
    if (!is(text)) return yield* new GzipJsonError({ detail: "compressed JSON must begin with gz:" })
    const json = yield* Effect.mapError(
      unpack(text.slice(prefix.length), "gzip"),
      (layer) =>
        new GzipJsonError({
          detail:
            layer === "length"
              ? "the compressed JSON expands to more than 16 MiB"
              : `the compressed JSON is not valid ${layer}`
        })
    )
    const value = readJson(json)
    if (Result.isSuccess(value)) return value.success
    return yield* new GzipJsonError({
      detail:
        value.failure === "size"
          ? "the decompressed JSON has too many values"
          : "the decompressed text is not JSON"
    })
  })

/**
 * Compresses a value as JSON.
 *
 * **Errors** `GzipJsonError` when the value cannot be written as JSON (`undefined`, functions, cycles).
 */
export const encode = (value: unknown): Effect.Effect<string, GzipJsonError> =>
  Effect.gen(function* () {
    const json = yield* Effect.try({
      try: (): string | undefined => JSON.stringify(value),
      catch: () => new GzipJsonError({ detail: notJson })
    })
    if (json === undefined) return yield* new GzipJsonError({ detail: notJson })
    return prefix + (yield* pack(json, "gzip"))
  })
