/** Compressed texts, with the streams that Node and pages both have. */
import * as Effect from "effect/Effect"

const through = (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) =>
  new Response(new Blob([bytes]).stream().pipeThrough(stream))

/** Compresses a text. */
export const compress = (text: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const response = through(new TextEncoder().encode(text), new CompressionStream("gzip"))
    return new Uint8Array(await response.arrayBuffer())
  })

/** Decompresses a text that `compress` has made. */
export const decompress = (bytes: Uint8Array): Effect.Effect<string> =>
  Effect.promise(() => through(new Uint8Array(bytes), new DecompressionStream("gzip")).text())
