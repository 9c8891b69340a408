/** Bounds of files that are read, and their errors. */
import * as Effect from "effect/Effect"
import { collectBytes } from "../collectBytes.ts"
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

/** Collects the parts of a file; the end fails if there were more bytes than the bound. @internal */
export const collect = (path: string, mostBytes: number) => {
  const { add, end } = collectBytes(mostBytes)
  return {
    add,
    end: (): Effect.Effect<Uint8Array, LocalFileError> => {
      const whole = end()
      return whole === undefined ? Effect.fail(tooLarge(path, mostBytes)) : Effect.succeed(whole)
    }
  }
}

/** Decodes the text of a file, in UTF-8 or UTF-16: see `decodeText`. @internal */
export const textOf = (path: string, bytes: Uint8Array): Effect.Effect<string, LocalFileError> => {
  const text = decodeText(bytes)
  return text === undefined ? Effect.fail(unreadable(path, "NotText")) : Effect.succeed(text)
}
