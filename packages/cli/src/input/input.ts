/** Reads values that are too long or too secret for a command line: from files, standard input, or a prompt. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { QuitError } from "effect/Terminal"
import { Usage } from "../runner/failure.ts"
import type { PlainText } from "../output/text.ts"

/** Removes the line break at the end, which editors and shells add. */
const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, "")

/** Reads standard input to its end. */
const fromStdin = Stdio.Stdio.pipe(
  Effect.flatMap(({ stdin }) => Stream.mkString(Stream.decodeText(stdin))),
  Effect.mapError(({ reason }) => new Usage({ message: `standard input cannot be read (${reason._tag})` }))
)

/** Reads the text of a file. @internal */
const fromFile = (file: string) =>
  Effect.flatMap(FileSystem, (fs) => fs.readFileString(file)).pipe(
    Effect.mapError(({ reason }) => new Usage({ message: `${file}: cannot be read (${reason._tag})` }))
  )

/** Returns whether a value refers to a file or standard input: `@file` or `-`. @internal */
export const isReference = (given: string): boolean =>
  given === "-" || (given.startsWith("@") && !given.startsWith("@@"))

/**
 * Reads a value of the command line, byte for byte: from a file for `@file`, from standard input for `-`; `@@` is `@`.
 *
 * @internal
 */
export const resolveExactly = (given: string): Effect.Effect<string, Usage, FileSystem | Stdio.Stdio> => {
  if (given === "-") return fromStdin
  if (given.startsWith("@@")) return Effect.succeed(given.slice(1))
  return given.startsWith("@") ? fromFile(given.slice(1)) : Effect.succeed(given)
}

/** Reads a value of the command line; that of `-` without the line break at its end. @internal */
export const resolve = (given: string): Effect.Effect<string, Usage, FileSystem | Stdio.Stdio> =>
  given === "-" ? Effect.map(fromStdin, withoutLastBreak) : resolveExactly(given)

/** Reads a secret from a file, or from standard input for `-`. @internal */
export const secretFrom = (
  file: string,
  label: string
): Effect.Effect<Redacted.Redacted, Usage, FileSystem | Stdio.Stdio> =>
  Effect.map(resolve(file === "-" ? file : `@${file}`), (text) =>
    Redacted.make(withoutLastBreak(text), { label })
  )

/** Fails without an interactive terminal, and says what to do instead. @internal */
export const requireTerminal = (message: string, otherwise: string): Effect.Effect<void, Usage> =>
  Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canPrompt }) =>
    canPrompt
      ? Effect.void
      : Effect.fail(new Usage({ message: `${message}: cannot prompt without a terminal; ${otherwise}` }))
  )

/** Prompts for a secret at the terminal. @internal */
export const promptSecret = (
  message: PlainText,
  label: string,
  otherwise: string
): Effect.Effect<Redacted.Redacted, Usage | QuitError, Prompt.Environment> =>
  Effect.gen(function* () {
    yield* requireTerminal(message, otherwise)
    const given = yield* Prompt.run(Prompt.Hidden({ message }))
    return Redacted.make(Redacted.value(given), { label })
  })
