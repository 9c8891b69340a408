/** Compressed texts, with the streams that Node and pages both have. */
import * as Effect from "effect/Effect"

/** Far more than a chunk of a history has; a client receives no longer response by default. */
const maxBytes = 64 * 1024 * 1024

const through = (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(stream)

/** Compresses a text. */
export const compress = (text: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const response = new Response(through(new TextEncoder().encode(text), new CompressionStream("gzip")))
    return new Uint8Array(await response.arrayBuffer())
  })

/** Returns the text of a stream; `undefined` once it exceeds the maximum. */
const readText = async (stream: ReadableStream<Uint8Array>): Promise<string | undefined> => {
  const reader = stream.getReader()
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let text = ""
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Decompresses a text that `compress` has made; fails with what is wrong with the bytes. */
export const decompress = (bytes: Uint8Array): Effect.Effect<string, string> =>
  Effect.tryPromise({
    try: () => readText(through(new Uint8Array(bytes), new DecompressionStream("gzip"))),
    catch: () => "it is not complete gzip data"
  }).pipe(
    Effect.flatMap((text) =>
      text === undefined ? Effect.fail("it expands to more than 64 MiB") : Effect.succeed(text)
    )
  )
