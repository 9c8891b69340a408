/** Values that are too long, or too secret, for a command line: from files, standard input, or a prompt. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { QuitError } from "effect/Terminal"
import { Usage } from "../runner/failure.ts"

/** Editors and shells end texts with a line break. */
const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, "")

/** Standard input to its end, without the line break that shells put there. @internal */
const fromStdin = Stdio.Stdio.pipe(
  Effect.flatMap(({ stdin }) => Stream.mkString(Stream.decodeText(stdin))),
  Effect.mapBoth({
    onFailure: ({ reason }) => new Usage({ message: `standard input: ${reason._tag}` }),
    onSuccess: withoutLastBreak
  })
)

/** The text of a file. @internal */
const fromFile = (file: string) =>
  Effect.flatMap(FileSystem, (fs) => fs.readFileString(file)).pipe(
    Effect.mapError(({ reason }) => new Usage({ message: `${file}: ${reason._tag}` }))
  )

/** Does a value stand for what is elsewhere, in a file or on standard input? @internal */
export const isPlace = (given: string): boolean =>
  given === "-" || (given.startsWith("@") && !given.startsWith("@@"))

/** A value of the command line: `@file` and `-` stand for what is there; `@@` for a leading `@`. @internal */
export const resolve = (given: string): Effect.Effect<string, Usage, FileSystem | Stdio.Stdio> => {
  if (given === "-") return fromStdin
  if (given.startsWith("@@")) return Effect.succeed(given.slice(1))
  return given.startsWith("@") ? fromFile(given.slice(1)) : Effect.succeed(given)
}

/** A secret from a file, or from standard input as `-`. @internal */
export const secretFrom = (
  place: string,
  label: string
): Effect.Effect<Redacted.Redacted, Usage, FileSystem | Stdio.Stdio> =>
  Effect.map(resolve(place === "-" ? place : `@${place}`), (text) =>
    Redacted.make(withoutLastBreak(text), { label })
  )

/** Fails where nobody is there to be asked, and says what to do instead. @internal */
export const requirePerson = (message: string, otherwise: string): Effect.Effect<void, Usage> =>
  Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canPrompt }) =>
    canPrompt
      ? Effect.void
      : Effect.fail(new Usage({ message: `${message}: no terminal to prompt: ${otherwise}` }))
  )

/** Asks a person at the terminal for a secret. @internal */
export const askSecret = (
  message: string,
  label: string,
  otherwise: string
): Effect.Effect<Redacted.Redacted, Usage | QuitError, Prompt.Environment> =>
  Effect.gen(function* () {
    yield* requirePerson(message, otherwise)
    const given = yield* Prompt.run(Prompt.Hidden({ message }))
    return Redacted.make(Redacted.value(given), { label })
  })
