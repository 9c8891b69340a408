/** What the frame says of help, and of arguments that make no sense. */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { manual } from "./manual.ts"
import { nearest } from "./nearest.ts"
import * as Output from "./output.ts"

const didYouMean = (words: ReadonlyArray<string>) =>
  words.length === 0 ? "" : `\nDid you mean ${words.join(", ")}?`

/** A complaint in a line or two: of long lists only what is near. */
const complaint = (error: CliError.NonShowHelpErrors, names: ReadonlyArray<string>): string => {
  if (error._tag === "UnknownSubcommand") {
    const what = (error.parent?.length ?? 0) > 1 ? `${error.parent?.slice(1).join(" ")} ` : ""
    return `there is no ${what}${error.subcommand}${didYouMean(nearest(error.subcommand, names))}`
  }
  if (error._tag === "InvalidValue") {
    const choices = [...error.expected.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)
    if (choices.length > 12) {
      const subject = error.kind === "flag" ? `--${error.option}` : error.option
      return `${subject}: there is no "${error.value}"${didYouMean(nearest(error.value, choices))}`
    }
  }
  return error.message
}

const namesIn = ({ subcommands }: CliOutput.Presenter.InvalidInvocation["helpDoc"]) =>
  (subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))

/** Help goes where it was asked for; what was wrong with the arguments is said without it. @internal */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    switch (event._tag) {
      case "Help":
        return Effect.andThen(
          CliOutput.defaultPresenter.present(event),
          event.commandPath.length > 1 ? Effect.void : Console.log(manual)
        )
      case "Version":
        return Console.log(`${event.name} ${event.version}`)
      case "InvalidInvocation": {
        const names = namesIn(event.helpDoc)
        const lines = event.errors.map((error) => `screeps: ${Output.plain(complaint(error, names))}`)
        return Console.error([...lines, `See ${event.commandPath.join(" ")} --help.`].join("\n"))
      }
    }
  }
}
