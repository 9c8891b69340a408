/** Paths into a player's Memory. */
import * as Schema from "effect/Schema"

/**
 * Checks a path into Memory: keys joined by dots, list indexes as numbers (`creeps.Bob.role`, `queue.0`).
 *
 * **Details**
 *
 * Not empty: the whole of Memory is addressed by leaving the path out. Back-slashes, quotes and line breaks are
 * refused, since the server puts the path unescaped into a script that runs as the player; so are the steps `__proto__`
 * and `constructor.prototype`: what is written there stays in the player's runtime, and may keep every later run from
 * beginning until other code is uploaded. Keys that contain dots cannot be addressed.
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
      "a step to what all objects share: writing there breaks the player's script"
  )
).annotate({ identifier: "MemoryPath" })
