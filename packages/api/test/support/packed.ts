/** Compressed JSON as a faulty server could send it. */
import * as Effect from "effect/Effect"

/** Compresses any text like the value of a path in Memory. */
export const packed = (text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
    return `gz:${Buffer.from(await new Response(zipped).arrayBuffer()).toString("base64")}`
  })
