/** A watched value of Memory: the channel `user:<user>/memory/<path>`. */
import * as Schema from "effect/Schema"

/**
 * Checks a path to watch: steps joined by dots; list indexes, blanks and slashes are allowed in a step.
 *
 * **Details**
 *
 * Refused are the empty path, which servers ignore, a path with line breaks, and a path that is the name of a built-in
 * member of objects (`toString`, `constructor`, …): it ends the whole private server.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const WatchPath: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^[^\r\n]+$/u, { expected: "a path such as stats.gcl, in one line" }),
  Schema.makeFilter(
    (path: string) =>
      !Object.hasOwn(Object.prototype, path) || "the name of a built-in member, which would end the server"
  )
).annotate({ identifier: "WatchPath" })

/**
 * The value at a watched path as text, sent every tick, changed or not.
 *
 * **Details**
 *
 * Numbers, booleans, `null` and texts are written out; a list is its elements joined by commas, an object `[object
 * Object]`: read those with `Memory.read`.
 *
 * **Gotchas**
 *
 * A text that reads like one of the special words cannot be distinguished from them (see `isAbsent`). Other servers
 * may pack the value (`gz:`, see `GzipJson`).
 *
 * **Source** recorded from a server 4.3.0.
 */
export const MemoryEvent: Schema.Codec<string> = Schema.String.annotate({ identifier: "MemoryEvent" })

/** What stands for a value that is not there although the step before is. */
export const missing = "undefined"

/** What stands for a value behind a step that is not there. */
export const incorrectPath = "Incorrect memory path"

/** Checks whether there is nothing at the path. */
export const isAbsent = (event: string): boolean => event === missing || event === incorrectPath
