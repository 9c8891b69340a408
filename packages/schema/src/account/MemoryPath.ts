/** Paths into a player's Memory. */
import * as Schema from "effect/Schema"

/**
 * Checks a path into Memory: keys joined by dots, list indexes as numbers (`creeps.Bob.role`, `queue.0`).
 *
 * **Details**
 *
 * A path must not be empty: omit it to address all of Memory. Backslashes, quotes and line breaks are rejected,
 * because the server inserts the path unescaped into a script that runs as the player. The steps `__proto__` and
 * `constructor.prototype` are rejected as well: what is written there stays in the player's runtime, and can prevent
 * every later run from starting until other code is uploaded. Keys that contain dots cannot be addressed.
 *
 * **Source** recorded from a server 4.3.0 and read in its source.
 */
export const MemoryPath: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^[^\\'"`\r\n\u2028\u2029]+$/u, {
    expected: "a path such as creeps.Bob, without back-slashes, quotes and line breaks"
  }),
  Schema.makeFilter(
    (path: string) =>
      !/(^|\.)(__proto__|constructor\.prototype)(\.|$)/.test(path) ||
      "__proto__ and constructor.prototype are not allowed: writing there breaks the player's script"
  )
).annotate({ identifier: "MemoryPath" })
