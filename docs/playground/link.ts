/** Programs in links: compressed, after the `#` of an address, which no server sees. */

const name = "#program="

/** A program of a link is at most this long, in characters. */
const longest = 50_000

const through = (bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(by)

/** Returns the part of an address that contains a program. */
export const write = async (code: string): Promise<string> => {
  const packed = through(new TextEncoder().encode(code), new CompressionStream("deflate-raw"))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  return name + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Returns the program of an address; `undefined` if it has none, or one that cannot be read. */
export const read = async (hash: string): Promise<string | undefined> => {
  if (!hash.startsWith(name) || hash.length > longest) return undefined
  try {
    const text = atob(hash.slice(name.length).replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
    let code = ""
    const unpacked = through(bytes, new DecompressionStream("deflate-raw"))
    for await (const part of unpacked.pipeThrough(new TextDecoderStream())) {
      code += part
      // A few bytes can become a gigabyte.
      if (code.length > longest) return undefined
    }
    return code
  } catch {
    return undefined
  }
}
