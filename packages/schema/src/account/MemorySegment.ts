/**
 * Raw memory segments: a hundred texts beside Memory that scripts load and save on request.
 *
 * **Source** recorded from a server 4.3.0; responses of official servers reported.
 */
import * as Schema from "effect/Schema"

/** The number of segments of a player; they are numbered from 0. */
export const count = 100

/**
 * The maximum length of a segment, in characters (UTF-16 units): 100 KiB.
 *
 * **Source** recorded: "length limit exceeded".
 */
export const maxLength = 100 * 1024

/** Checks the number of a segment: a whole number, 0–99. */
export const MemorySegment: Schema.Codec<number> = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: count - 1 }, { expected: "the number of a segment, 0 to 99" })
).annotate({ identifier: "MemorySegment" })

/** Checks a text to be written to a segment: at most 102400 characters. */
export const SegmentText: Schema.Codec<string> = Schema.String.check(
  Schema.isMaxLength(maxLength, { expected: "at most 102400 characters" })
).annotate({ identifier: "SegmentText" })

/**
 * Returns the text of a segment from a response; `undefined` when the segment was never written.
 *
 * **Details**
 *
 * For a segment that was never written, private servers omit the text and official ones are reported to return
 * `null`. An empty text is returned as it is.
 *
 * **Gotchas**
 *
 * Private servers store any JSON value that was posted. A value that is not a text is returned as its JSON text.
 */
export const read = (data: unknown): string | undefined => {
  if (data === undefined || data === null) return undefined
  return typeof data === "string" ? data : JSON.stringify(data)
}

/**
 * Returns the texts of several segments in the order of the request; `undefined` for those that were never written.
 *
 * **Details**
 *
 * For a list of numbers, official servers are reported to return a list; private ones return the first segment only.
 */
export const readAll = (data: unknown): ReadonlyArray<string | undefined> =>
  Array.isArray(data) ? data.map(read) : [read(data)]
