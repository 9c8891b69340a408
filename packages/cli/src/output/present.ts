/** What the frame says of help, and of arguments that make no sense. */
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { manual } from "../runner/manual.ts"
import { nearest } from "../runner/nearest.ts"
import * as Output from "./output.ts"

const didYouMean = (words: ReadonlyArray<string>) =>
  words.length === 0 ? "" : `\nDid you mean ${words.join(", ")}?`

/** How many words are listed rather than searched for what is near. */
const most = 12

/** A complaint in a line or two: of long lists only what is near. */
const complaint = (error: CliError.NonShowHelpErrors, names: ReadonlyArray<string>): string => {
  if (error._tag === "UnknownSubcommand") {
    const what = (error.parent?.length ?? 0) > 1 ? `${error.parent?.slice(1).join(" ")} ` : ""
    return `there is no ${what}${error.subcommand}${didYouMean(nearest(error.subcommand, names))}`
  }
  if (error._tag === "InvalidValue") {
    const subject = error.kind === "flag" ? `--${error.option}` : error.option
    // Messages about paths say what was found, not what was expected.
    if (/^(?:Path|File) (?:does|is) not/.test(error.expected)) {
      return `${subject}: ${error.expected.charAt(0).toLowerCase()}${error.expected.slice(1)}`
    }
    const choices = [...error.expected.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)
    if (choices.length > most) {
      return `${subject}: there is no "${error.value}"${didYouMean(nearest(error.value, choices))}`
    }
  }
  return error.message
}

/** A failure for programs: one JSON value, whatever the frame or a command complains of. @internal */
export const jsonFailure = (error: string, message: string) =>
  Console.error(Output.toJson({ error, message }))

const namesIn = ({ subcommands }: CliOutput.Presenter.InvalidInvocation["helpDoc"]) =>
  (subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))

/**
 * Help goes where it was asked for; what was wrong with the arguments is said without it, and to programs as JSON.
 *
 * @internal
 */
export const presenter = (isJson: boolean): CliOutput.Presenter => ({
  present: (event) => {
    switch (event._tag) {
      case "Help":
        if (isJson && event.reason === "Implicit" && event.commandPath.length > 1) {
          const names = namesIn(event.helpDoc)
          const which =
            names.length > most ? `what ${event.commandPath.join(" ")} --help lists` : names.join(", ")
          return jsonFailure("Usage", `${event.commandPath.slice(1).join(" ")} needs one of ${which}`)
        }
        return Effect.andThen(
          CliOutput.defaultPresenter.present(event),
          event.commandPath.length > 1 ? Effect.void : Console.log(manual)
        )
      case "Version":
        return Console.log(`${event.name} ${event.version}`)
      case "InvalidInvocation": {
        const names = namesIn(event.helpDoc)
        const complaints = event.errors.map((error) => complaint(error, names))
        if (isJson) return jsonFailure("Usage", complaints.join("\n"))
        const lines = complaints.map((text) => `screeps: ${Output.plain(text)}`)
        return Console.error([...lines, `See ${event.commandPath.join(" ")} --help.`].join("\n"))
      }
    }
  }
})
