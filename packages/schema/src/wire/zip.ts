import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

/** The two ways in which servers compress: whole Memory as gzip, frames of the socket as zlib. @internal */
export type Zip = "gzip" | "zlib"

/** Why a text could not be unpacked: the layer that was not there, or more text than anybody sends. @internal */
export type UnzipFailure<Z extends Zip> = Z | "base64" | "length"

/** The Web's compression streams call zlib `deflate`. */
const formats = { gzip: "gzip", zlib: "deflate" } as const

/** Far more than servers send: Memory has two million characters at most, frames of rooms stay below. */
const maxBytes = 64 * 1024 * 1024

const pipe = (bytes: Uint8Array<ArrayBuffer>, transform: ReadableWritablePair<Uint8Array, BufferSource>) =>
  new Blob([bytes]).stream().pipeThrough(transform)

/** The text of a stream; `undefined` as soon as it turns out too long. */
const readText = async (stream: ReadableStream<Uint8Array>): Promise<string | undefined> => {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * Unpacks the text in base64 of a compressed stream; fails with the name of the layer that was not there, or with
 * `length` when the text has more than 64 MiB.
 *
 * @internal
 */
export const unpack = <Z extends Zip>(packed: string, zip: Z): Effect.Effect<string, UnzipFailure<Z>> => {
  const bytes = Base64.decode(packed)
  return Result.isFailure(bytes)
    ? Effect.fail("base64" as const)
    : Effect.tryPromise({
        try: () => readText(pipe(new Uint8Array(bytes.success), new DecompressionStream(formats[zip]))),
        catch: () => zip
      }).pipe(
        Effect.flatMap((text) => (text === undefined ? Effect.fail("length" as const) : Effect.succeed(text)))
      )
}

/** Packs a text as base64 of a compressed stream. @internal */
export const pack = (text: string, zip: Zip): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      new Response(pipe(new TextEncoder().encode(text), new CompressionStream(formats[zip]))).arrayBuffer()
    ),
    (bytes) => Base64.encode(new Uint8Array(bytes))
  )
