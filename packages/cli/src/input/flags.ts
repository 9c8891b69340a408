/** Kinds of flags that several commands use. */
import * as Flag from "effect/cli/Flag"

/** Creates a switch that is off by default. @internal */
export const toggle = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

/** Shows what a command would do. @internal */
export const dryRun: Flag.Flag<boolean> = Flag.Boolean("dry-run").pipe(
  Flag.withAlias("n"),
  Flag.withoutNegation,
  Flag.withDefault(false),
  Flag.withDescription("Show what would be uploaded without uploading it")
)

/** Accepts numbers above 0 only. @internal */
export const positive = (message: string): ((flag: Flag.Flag<number>) => Flag.Flag<number>) =>
  Flag.filter(
    (value) => value > 0,
    () => message
  )
