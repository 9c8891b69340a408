/** The version of the program, which all packages of the SDK share. */
import * as Context from "effect/Context"

/** @internal */
export const Version: Context.Reference<string> = Context.Reference("@screeps-effect/cli/Version", {
  defaultValue: () => "unknown"
})
