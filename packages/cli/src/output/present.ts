/** Prints help and errors in arguments. */
import { nearest } from "@screeps-effect/schema/SimilarWords"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import type { ArgDoc, FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Print from "./print.ts"
import { format, join, plain, toJson, wrap } from "./text.ts"

/** What help shows for a value, in place of the name of its type. */
const placeholders: ReadonlyMap<string, string> = new Map([
  ["string", "<text>"],
  ["integer", "<number>"],
  ["directory", "<folder>"],
  ["choice", "<value>"]
])

/**
 * Names the value of a flag. Choices that the description lists, too, are left out: the column of names would be wider
 * than a terminal.
 */
export const withPlaceholder = (flag: FlagDoc): FlagDoc => {
  const isListed = Option.getOrElse(flag.description, () => "").includes("(choices: ")
  const type = flag.type.includes("|") && isListed ? "<value>" : (placeholders.get(flag.type) ?? flag.type)
  return { ...flag, type }
}

/** The names of arguments say what their values are. */
const withoutType = (argument: ArgDoc): ArgDoc => ({ ...argument, type: "" })

/** The least space for descriptions; beside wider names, the terminal breaks the lines. */
const least = 24

/** Folds the description of a row, so that all of its lines begin in the same column. */
const fold = (line: string, columns: number): string => {
  const gap = /\S {2,}(?=\S)/.exec(line)
  if (gap === null || CliOutput.displayWidth(line) <= columns) return line
  const [left, right] = [line.slice(0, gap.index + gap[0].length), line.slice(gap.index + gap[0].length)]
  const indent = CliOutput.displayWidth(left)
  if (columns - indent < least) return line
  return left + wrap(right, columns - indent).join(`\n${" ".repeat(indent)}`)
}

interface Look {
  readonly columns: number
  readonly hasColor: boolean
}

/** Formats help; at a terminal, descriptions are folded. */
const helpText = (doc: HelpDoc, { columns, hasColor }: Look): string =>
  CliOutput.defaultFormatter({ colors: hasColor, globalFlags: "summary" })
    .formatHelpDoc({ ...doc, args: (doc.args ?? []).map(withoutType), flags: doc.flags.map(withPlaceholder) })
    .split("\n")
    .map((line) => fold(line, columns))
    .join("\n")

/** The most subcommands that are listed with their sentences; of more, each group is a row. */
const maxListed = 60

type Groups = NonNullable<HelpDoc["subcommands"]>

/** The row of a group: its commands' names without that of the group, which is before a dot. */
const rowOf = ({ commands }: Groups[number]): Groups[number]["commands"][number] => {
  const [group = ""] = commands[0].name.split(".")
  const names = commands.map(({ name }) => name.slice(group.length + 1))
  return { name: group, alias: undefined, shortDescription: undefined, description: names.join(", ") }
}

/** Replaces many subcommands by their groups. */
const byGroup = (doc: HelpDoc): HelpDoc => {
  const groups = doc.subcommands ?? []
  const [first, ...rest] = groups
  if (first === undefined || groups.flatMap(({ commands }) => commands).length <= maxListed) return doc
  return { ...doc, subcommands: [{ group: undefined, commands: [rowOf(first), ...rest.map(rowOf)] }] }
}

/** Formats the program's own help: its commands come first, so that the flags of all commands do not push them off the screen. */
const programText = ({ globalFlags = [], ...doc }: HelpDoc, look: Look): string => {
  const { annotations } = doc
  const flags = helpText({ description: "", usage: "", flags: globalFlags, annotations }, look)
  // Every text has a usage: here it is an empty one, of three lines.
  return `${helpText(doc, look)}\n\n${flags.split("\n").slice(3).join("\n").trimEnd()}`
}

/** The last part of the program's help. */
export const manual = `
SERVERS
  The server is the first of these that is given: --url, --server or --config,
  the environment, the server main (or the only server) in the credentials file,
  and otherwise https://screeps.com without an account.

ENVIRONMENT
  SCREEPS_URL, SCREEPS_SHARD, SCREEPS_SERVER_PASSWORD   the server
  SCREEPS_HISTORY_URL                                   its room history
  SCREEPS_TOKEN                                         the account
  SCREEPS_USERNAME, SCREEPS_PASSWORD                    or this account
  SCREEPS_CONFIG                                        the credentials file
  SCREEPS_DATABASE, SCREEPS_REDIS                       for screeps collect
  NO_COLOR, FORCE_COLOR                                 switch colours off or on

FILES
  .screeps.yaml, ~/.config/screeps/config.yaml,
  ~/.screeps.yaml                                       credentials as YAML
  .screeps.json, screeps.json                           credentials as JSON

EXIT STATUS
  0 success   1 rejected or not found   2 usage error
  3 not signed in or not allowed   4 rate limit reached   5 unreachable
  70 internal error   130 interrupted

VALUES
  @file reads a value from a file, - from standard input; @@ is a leading @.

COMPLETION
  screeps --completions bash \\
    > ~/.local/share/bash-completion/completions/screeps`

/** The last part of what the program prints without arguments, which has to fit on a screen with its commands. */
const firstSteps = `
EXAMPLES
  screeps dev                      # a local server, without an account
  screeps login --save             # sign in, and keep the credentials
  screeps code push dist --watch   # upload a folder whenever it changes
  screeps console                  # run JavaScript in the game

screeps <command> --help explains a command, screeps --help also lists the flags
of all commands, environment variables, files and exit statuses.`

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

/** Prints a failure for programs: one JSON value on standard error. */
export const jsonFailure = (error: string, message: string) => Print.toErrors(toJson({ error, message }))

const namesIn = ({ subcommands }: CliOutput.Presenter.InvalidInvocation["helpDoc"]) =>
  (subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))

/** Prints the help of a command, folded at a terminal. */
const help = Effect.fnUntraced(function* (
  { commandPath, helpDoc, reason }: CliOutput.Presenter.Help,
  width: Effect.Effect<number>
) {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const columns = yield* width
  // The texts are those of this program.
  const look = { columns, hasColor: canColor }
  if (commandPath.length > 1) return yield* Print.unchanged(helpText(byGroup(helpDoc), look))
  if (reason === "Implicit") {
    const { globalFlags: _, ...commands } = helpDoc
    yield* Print.unchanged(helpText(commands, look))
    return yield* Print.toOutput(plain(firstSteps))
  }
  yield* Print.unchanged(programText(helpDoc, look))
  yield* Print.toOutput(plain(manual))
})

/** Prints requested help to standard output. Errors in arguments are printed without help, and as JSON for programs. */
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
