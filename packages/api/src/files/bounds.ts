/** Bounds of files that are read, and their errors. */
import * as Effect from "effect/Effect"
import { LocalFileError } from "./LocalFileError.ts"
import { decodeText } from "./text.ts"

/** The size of the largest file that is read by default. @internal */
export const defaultMostBytes = 64 * 1024 * 1024

/** The size of the parts in which a file without a known size is read. @internal */
export const partBytes = 64 * 1024

/** Creates the error of a file that cannot be read. @internal */
export const unreadable = (path: string, reason: LocalFileError["reason"], detail?: string) =>
  new LocalFileError({ path, action: "read", reason, ...(detail === undefined ? {} : { detail }) })

/** Creates the error of a file that is too large. @internal */
export const tooLarge = (path: string, mostBytes: number) => {
  const mebibytes = mostBytes / 1024 / 1024
  const limit = mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${mostBytes} bytes`
  return unreadable(path, "TooLarge", `more than ${limit}`)
}

/** Joins parts. @internal */
export const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Decodes the text of a file, in UTF-8 or UTF-16: see `decodeText`. @internal */
export const textOf = (path: string, bytes: Uint8Array): Effect.Effect<string, LocalFileError> => {
  const text = decodeText(bytes)
  return text === undefined ? Effect.fail(unreadable(path, "NotText")) : Effect.succeed(text)
}
