/** A warning where another minor version of `effect` is installed than those that were tested. */
import * as Effect from "effect/Effect"
import * as Version from "effect/Version"

/** The minor versions of `effect` that CI has run. The peer range of the packages admits them only. */
export const tested: ReadonlyArray<string> = ["4.1"]

let isWarned = false

/** Logs a warning, once per process, when another version is installed: Effect's HTTP modules may change in each minor. */
export const warnIfUntested = Effect.suspend(() => {
  const version = Version.getCurrentVersion()
  if (isWarned || tested.some((minor) => version.startsWith(`${minor}.`))) return Effect.void
  isWarned = true
  return Effect.logWarning(
    `effect ${version} is installed, but @screeps-effect/api was tested with ${tested.join(", ")}. ` +
      `If calls fail, install effect@~${tested.at(-1)}.0, or a newer version of @screeps-effect/api.`
  )
})
