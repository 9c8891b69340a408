/** Defines commands and the services that they may require. */
import * as Context from "effect/Context"
import * as Command from "effect/cli/Command"
import type { Settings } from "../config/settings.ts"
import type { Output } from "../output/output.ts"

/** The version of the program, which all packages of the SDK share. */
export const Version: Context.Reference<string> = Context.Reference("@screeps-effect/cli/Version", {
  defaultValue: () => "unknown"
})

/** The services that every handler receives; it provides all others itself (see `client.ts`). */
export type Given = Output | Settings | Command.Environment

/** A command whose requirements have been checked. */
export interface Defined {
  readonly command: Command.Command.Any
}

/** Checks at compile time that a command requires only `Given`. */
export const define = <Name extends string, Input, Context, E, R extends Given>(
  command: Command.Command<Name, Input, Context, E, R>
): Defined => ({ command })

/** A group of subcommands in help. */
export interface Group {
  readonly group: string
  readonly commands: ReadonlyArray<Defined>
}

/** Creates a command that only has subcommands, any number of them. */
export const parent = <Name extends string>(
  name: Name,
  groups: ReadonlyArray<Group>
): Command.Command<Name, {}, {}, unknown, Given> => {
  const listed = groups.map(({ commands, group }) => ({
    group,
    commands: commands.map(({ command }) => command)
  }))
  // A list of commands loses the requirements of each one; `define` has checked them.
  return Command.make(name).pipe(Command.withSubcommands(listed)) as Command.Command<
    Name,
    {},
    {},
    unknown,
    Given
  >
}
