/** Watched values of Memory: the channel `user:<user>/memory/<path>`. */
import * as Schema from "effect/Schema"

/**
 * Checks a path to watch: steps joined by dots. A step may be a list index and may contain spaces and slashes.
 *
 * **Details**
 *
 * Rejects the empty path, which servers ignore, paths with line breaks, and the names of built-in members of objects
 * (`toString`, `constructor`, …), which crash the whole private server.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const WatchPath: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^[^\r\n]+$/u, { expected: "a path such as stats.gcl, in one line" }),
  Schema.makeFilter(
    (path: string) =>
      !Object.hasOwn(Object.prototype, path) || "the name of a built-in member, which would crash the server"
  )
).annotate({ identifier: "WatchPath" })

/**
 * The value at a watched path as text, sent every tick, changed or not.
 *
 * **Details**
 *
 * Numbers, booleans, `null` and texts are sent as text, a list as its elements joined by commas, and an object as
 * `[object Object]`: `Memory.read` returns lists and objects.
 *
 * **Gotchas**
 *
 * A text in Memory that equals one of the special texts cannot be distinguished from it (see `isAbsent`). Other servers
 * may compress the value (`gz:`, see `GzipJson`).
 *
 * **Source** recorded from a server 4.3.0.
 */
export const MemoryEvent: Schema.Codec<string> = Schema.String.annotate({ identifier: "MemoryEvent" })

/** The text that servers send if the last step of the path does not exist. */
const missing = "undefined"

/** The text that servers send if an earlier step of the path does not exist. */
export const incorrectPath = "Incorrect memory path"

/** Checks whether the path does not exist. */
export const isAbsent = (event: string): boolean => event === missing || event === incorrectPath
