import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

/** The two ways in which servers compress: whole Memory as gzip, frames of the socket as zlib. @internal */
export type Zip = "gzip" | "zlib"

/** The Web's compression streams call zlib `deflate`. */
const formats = { gzip: "gzip", zlib: "deflate" } as const

const pipe = (bytes: Uint8Array<ArrayBuffer>, transform: ReadableWritablePair<Uint8Array, BufferSource>) =>
  new Response(new Blob([bytes]).stream().pipeThrough(transform))

/** Unpacks the text in base64 of a compressed stream; fails with the name of the layer that was not there. @internal */
export const unpack = <Z extends Zip>(packed: string, zip: Z): Effect.Effect<string, Z | "base64"> => {
  const bytes = Base64.decode(packed)
  return Result.isFailure(bytes)
    ? Effect.fail("base64" as const)
    : Effect.tryPromise({
        try: () => pipe(new Uint8Array(bytes.success), new DecompressionStream(formats[zip])).text(),
        catch: () => zip
      })
}

/** Packs a text as base64 of a compressed stream. @internal */
export const pack = (text: string, zip: Zip): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() =>
      pipe(new TextEncoder().encode(text), new CompressionStream(formats[zip])).arrayBuffer()
    ),
    (bytes) => Base64.encode(new Uint8Array(bytes))
  )
