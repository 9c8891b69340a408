/** Prints help and errors in arguments. */
import type * as CliError from "effect/cli/CliError"
import type * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { manual } from "../runner/manual.ts"
import { nearest } from "@screeps-effect/schema/SimilarWords"
import { helpText } from "./help.ts"
import * as Print from "./print.ts"
import { format, join, plain, toJson } from "./text.ts"

const didYouMean = (words: ReadonlyArray<string>) =>
  words.length === 0 ? "" : `\nDid you mean ${words.join(", ")}?`

/** The longest list of words that is shown in full; for longer ones, only similar words are suggested. */
const most = 12

/** Removes names and passwords from addresses. */
const withoutUserInfo = (text: string) => text.replaceAll(/\/\/[^\s"]{1,500}@/g, "//<redacted>@")

/** Describes an error in a line or two. */
const messageOf = (error: CliError.NonShowHelpErrors, names: ReadonlyArray<string>): string => {
  if (error._tag === "UnknownSubcommand") {
    const what = (error.parent?.length ?? 0) > 1 ? `${error.parent?.slice(1).join(" ")} ` : ""
    return `unknown command: ${what}${error.subcommand}${didYouMean(nearest(error.subcommand, names))}`
  }
  if (error._tag === "InvalidValue") {
    const subject = error.kind === "flag" ? `--${error.option}` : error.option
    // For paths, this text describes what was found instead of what was expected.
    if (/^(?:Path|File) (?:does|is) not/.test(error.expected)) {
      return `${subject}: ${error.expected.charAt(0).toLowerCase()}${error.expected.slice(1)}`
    }
    const choices = [...error.expected.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)
    if (choices.length > most) {
      return `${subject}: unknown value "${error.value}"${didYouMean(nearest(error.value, choices))}`
    }
  }
  return error.message
}

/** Prints a failure for programs: one JSON value on standard error. @internal */
export const jsonFailure = (error: string, message: string) => Print.toErrors(toJson({ error, message }))

const namesIn = ({ subcommands }: CliOutput.Presenter.InvalidInvocation["helpDoc"]) =>
  (subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))

/** Prints the help of a command, folded at a terminal. */
const help = ({ commandPath, helpDoc }: CliOutput.Presenter.Help, width: Effect.Effect<number>) =>
  Effect.gen(function* () {
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const columns = yield* width
    // The texts are those of this program.
    yield* Print.unchanged(helpText(helpDoc, { columns, hasColor: canColor }))
    if (commandPath.length < 2) yield* Print.toOutput(plain(manual))
  })

/**
 * Prints requested help to standard output. Errors in arguments are printed without help, and as JSON for programs.
 *
 * @internal
 */
export const presenter = (isJson: boolean, width: Effect.Effect<number>): CliOutput.Presenter => ({
  present: (event) => {
    switch (event._tag) {
      case "Help":
        if (isJson && event.reason === "Implicit" && event.commandPath.length > 1) {
          const names = namesIn(event.helpDoc)
          const listed = names.length > most ? `see ${event.commandPath.join(" ")} --help` : names.join(", ")
          const command = event.commandPath.slice(1).join(" ")
          return jsonFailure("Usage", `${command} requires a subcommand: ${listed}`)
        }
        return help(event, width)
      case "Version":
        return Print.toOutput(format`${plain(event.name)} ${plain(event.version)}`)
      case "InvalidInvocation": {
        const names = namesIn(event.helpDoc)
        const messages = event.errors.map((error) => withoutUserInfo(messageOf(error, names)))
        if (isJson) return jsonFailure("Usage", messages.join("\n"))
        const lines = messages.map((text) => format`screeps: ${plain(text)}`)
        const advice = format`See ${plain(event.commandPath.join(" "))} --help.`
        return Print.toErrors(join([...lines, advice], "\n"))
      }
    }
  }
})
