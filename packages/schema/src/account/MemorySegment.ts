/**
 * Raw memory segments: a hundred texts beside Memory, which scripts load and store on request.
 *
 * **Source** recorded from a server 4.3.0; official answers reported.
 */
import * as Schema from "effect/Schema"

/** How many segments a player has; they are numbered from 0. */
export const count = 100

/**
 * The most that a segment may hold, in characters (UTF-16 units): 100 KiB.
 *
 * **Source** recorded: "length limit exceeded".
 */
export const maxLength = 100 * 1024

/**
 * How many segments a script may have loaded in one tick, and how many may be saved in one.
 *
 * **Source** read in the server's source.
 */
export const maxActive = 10

/** Checks the number of a segment: a whole number, 0–99. */
export const MemorySegment: Schema.Codec<number> = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: count - 1 }, { expected: "the number of a segment, 0 to 99" })
).annotate({ identifier: "MemorySegment" })

/** Checks what callers may write into a segment: text of at most 102400 characters. */
export const SegmentText: Schema.Codec<string> = Schema.String.check(
  Schema.isMaxLength(maxLength, { expected: "at most 102400 characters" })
).annotate({ identifier: "SegmentText" })

/**
 * The text of a segment as a server answers it, `undefined` when it was never written.
 *
 * **Details**
 *
 * Private servers leave an unset segment out, official ones are reported to answer `null`; the empty text is a text.
 *
 * **Gotchas**
 *
 * Private servers keep whatever JSON value was posted. What is no text is read as its JSON text.
 */
export const read = (data: unknown): string | undefined => {
  if (data === undefined || data === null) return undefined
  return typeof data === "string" ? data : JSON.stringify(data)
}

/**
 * The texts of several segments in the order of asking, `undefined` for those that were never written.
 *
 * **Details**
 *
 * Official servers are reported to answer a list to a list of numbers; private ones answer the first segment only.
 */
export const readAll = (data: unknown): ReadonlyArray<string | undefined> =>
  Array.isArray(data) ? data.map(read) : [read(data)]
