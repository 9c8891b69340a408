/** Texts in a short form, so that a failing input of megabytes is a small file. */
import { deflateSync, gzipSync } from "node:zlib"

/** A part of a text: as it is, repeated, or compressed and in Base64. */
export type Part =
  | string
  | { readonly repeat: Text; readonly times: number }
  | { readonly compressed: "gzip" | "deflate"; readonly text: Text }

export type Text = string | ReadonlyArray<Part>

const compress = { gzip: gzipSync, deflate: deflateSync }

// Compressing megabytes takes longer than most cases, and would count as their time.
const compressed = new Map<string, string>()
const base64 = (part: Extract<Part, { readonly compressed: string }>): string => {
  const key = JSON.stringify(part)
  const known = compressed.get(key)
  if (known !== undefined) return known
  const made = compress[part.compressed](render(part.text)).toString("base64")
  if (compressed.size > 200) compressed.clear()
  compressed.set(key, made)
  return made
}

/** Writes a text out. */
export const render = (text: Text): string =>
  typeof text === "string"
    ? text
    : text
        .map((part) => {
          if (typeof part === "string") return part
          if ("repeat" in part) return render(part.repeat).repeat(part.times)
          return base64(part)
        })
        .join("")

export const repeat = (text: Text, times: number): Part => ({ repeat: text, times })

/** A text as a JSON string; only the text's own parts are escaped. */
export const quoted = (text: Text): Text => {
  const inner = (part: Text): Text =>
    typeof part === "string" ? JSON.stringify(part).slice(1, -1) : part.map(escaped)
  const escaped = (part: Part): Part => {
    if (typeof part === "string") return JSON.stringify(part).slice(1, -1)
    return "repeat" in part ? { ...part, repeat: inner(part.repeat) } : part
  }
  return ['"', ...(typeof text === "string" ? [inner(text) as string] : text.map(escaped)), '"']
}
