/** The flags that `screeps collect` and its subcommands share. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { optional } from "../../input/flags.ts"

export const shared = {
  database: optional(
    Flag.String("database"),
    "SQLite file, or postgres://… (default: SCREEPS_DATABASE, else the credentials file, else world.sqlite)",
    "<file or url>"
  )
} as const

/** Where subcommands read these flags. */
export const base = Command.make("collect").pipe(Command.withSharedFlags(shared))
