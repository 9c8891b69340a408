/** What a command may need, and how commands are defined. */
import * as Command from "effect/cli/Command"
import type { Output } from "../output/output.ts"
import type { Settings } from "../config/settings.ts"

/** What every handler is given; anything else it provides itself (see `client.ts`). @internal */
export type Given = Output | Settings | Command.Environment

/** A command, ready for the frame. @internal */
export interface Defined {
  readonly command: Command.Command.Any
}

/** Says that a command needs nothing but what every handler is given. @internal */
export const define = <Name extends string, Input, Context, E, R extends Given>(
  command: Command.Command<Name, Input, Context, E, R>
): Defined => ({ command })

/** A group of subcommands in help. @internal */
export interface Group {
  readonly group: string
  readonly commands: ReadonlyArray<Defined>
}

/** A command that does nothing but hold others, whose number is not known when this is written. @internal */
export const holder = <Name extends string>(
  name: Name,
  groups: ReadonlyArray<Group>
): Command.Command<Name, {}, {}, unknown, Given> => {
  const listed = groups.map(({ commands, group }) => ({
    group,
    commands: commands.map(({ command }) => command)
  }))
  // A list of commands forgets what each needs; `define` has checked it.
  return Command.make(name).pipe(Command.withSubcommands(listed)) as Command.Command<
    Name,
    {},
    {},
    unknown,
    Given
  >
}
