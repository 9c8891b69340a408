/** Compression of texts as gzip or zlib in base64. */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

/** The two formats that servers use: gzip for Memory, zlib for frames of the socket. @internal */
export type Zip = "gzip" | "zlib"

/** Why a text could not be decompressed: the layer that was invalid, or the length of the result. @internal */
export type UnzipFailure<Z extends Zip> = Z | "base64" | "length"

/** Names of the formats in the web's compression streams. */
const formats = { gzip: "gzip", zlib: "deflate" } as const

/** Far more than servers send: Memory has at most two million characters. */
const defaultMaxBytes = 16 * 1024 * 1024

type Unzip = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

declare const process:
  | {
      readonly getBuiltinModule?: (
        name: "node:zlib"
      ) => { readonly gunzipSync: Unzip; readonly inflateSync: Unzip } | undefined
    }
  | undefined

/**
 * The zlib of Node, Deno and Bun, without an import that browsers could not resolve. Synchronous, since most texts are so
 * short that a thread or a stream costs more than the decompression: for a room's message four and ten times as much.
 */
const findZlib = () => (typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:zlib"))

const isTooLong = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && cause.code === "ERR_BUFFER_TOO_LARGE"

const utf8 = new TextDecoder()

const pipe = (bytes: Uint8Array<ArrayBuffer>, transform: ReadableWritablePair<Uint8Array, BufferSource>) =>
  new Blob([bytes]).stream().pipeThrough(transform)

/** Returns the text of a stream; `undefined` once it exceeds the maximum. */
const readText = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number
): Promise<string | undefined> => {
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
 * Decompresses a text in base64; fails with the name of the invalid layer, or with `length` when the result has more
 * than `maxBytes`, 16 MiB by default.
 *
 * @internal
 */
export const unpack = <Z extends Zip>(
  packed: string,
  zip: Z,
  maxBytes = defaultMaxBytes
): Effect.Effect<string, UnzipFailure<Z>> => {
  const decoded = Base64.decode(packed)
  if (Result.isFailure(decoded)) return Effect.fail("base64" as const)
  const bytes = decoded.success
  const zlib = findZlib()
  if (zlib !== undefined) {
    const unzip = zip === "gzip" ? zlib.gunzipSync : zlib.inflateSync
    return Effect.try({
      try: () => utf8.decode(unzip(bytes, { maxOutputLength: maxBytes })),
      catch: (cause) => (isTooLong(cause) ? ("length" as const) : zip)
    })
  }
  return Effect.tryPromise({
    try: () => readText(pipe(new Uint8Array(bytes), new DecompressionStream(formats[zip])), maxBytes),
    catch: () => zip
  }).pipe(
    Effect.flatMap((text) => (text === undefined ? Effect.fail("length" as const) : Effect.succeed(text)))
  )
}

/** Compresses a text and encodes it as base64. @internal */
export const pack = (text: string, zip: Zip): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      new Response(pipe(new TextEncoder().encode(text), new CompressionStream(formats[zip]))).arrayBuffer()
    ),
    (bytes) => Base64.encode(new Uint8Array(bytes))
  )
