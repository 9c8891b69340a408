/** The flags that `screeps collect` and its subcommands share. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

/** @internal */
export const shared = {
  database: Flag.String("database").pipe(
    Flag.withMetavar("<file or url>"),
    Flag.optional,
    Flag.withDescription(
      "SQLite file, or postgres://… (default: SCREEPS_DATABASE, else the credentials file, else world.sqlite)"
    )
  )
} as const

/** Where subcommands read these flags. @internal */
export const base = Command.make("collect").pipe(Command.withSharedFlags(shared))
