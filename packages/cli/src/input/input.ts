/** Reads values that are too long or too secret for a command line: from files, standard input, or a prompt. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import type { QuitError } from "effect/Terminal"
import * as Prompt from "effect/cli/Prompt"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import type { PlainText } from "../output/text.ts"
import { Usage } from "../runner/failure.ts"

type Read<A> = Effect.Effect<A, Usage, FileSystem | Stdio.Stdio>

/** Removes the line break at the end, which editors and shells add. */
const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, "")

const usage = ({ message }: { readonly message: string }) => new Usage({ message })

/** The names of standard input as a file: sockets cannot be opened by their names. */
const isStdin = (file: string) => ["-", "/dev/stdin", "/dev/fd/0"].includes(file)

/** How a file is called in messages. */
const shownName = (file: string) => (isStdin(file) ? "standard input" : file)

const fromStdin = (options?: LocalFile.ReadOptions) =>
  Stdio.Stdio.pipe(
    Effect.flatMap(({ stdin }) => LocalFile.collectText(shownName("-"), stdin, options)),
    Effect.catchTag("PlatformError", (error) =>
      Effect.fail(LocalFile.fromPlatformError(error, { action: "read", path: shownName("-") }))
    )
  )

/** Reads the text of a file that the user named, or of standard input for `-`; also of a pipe, whose writer may wait. */
const textFrom = (file: string, options?: LocalFile.ReadOptions): Read<string> =>
  isStdin(file)
    ? Effect.mapError(fromStdin(options), usage)
    : Effect.mapError(LocalFile.readInputText(file, options), usage)

/** Reads the text of a file that the user named, such as an earlier result. */
export const readFile = (file: string): Read<string> => textFrom(file)

/** Returns whether a value refers to a file or standard input: `@file` or `-`. */
export const isReference = (given: string): boolean =>
  given === "-" || (given.startsWith("@") && !given.startsWith("@@"))

/** Reads a value of the command line, byte for byte: from a file for `@file`, from standard input for `-`; `@@` is `@`. */
export const resolveExactly = (given: string): Read<string> => {
  if (given === "-") return textFrom(given)
  if (given.startsWith("@@")) return Effect.succeed(given.slice(1))
  return given.startsWith("@") ? textFrom(given.slice(1)) : Effect.succeed(given)
}

/** Reads a value of the command line; that of `-` without the line break at its end. */
export const resolve = (given: string): Read<string> =>
  given === "-" ? Effect.map(textFrom(given), withoutLastBreak) : resolveExactly(given)

/** The longest secret, in bytes. */
const longestSecret = 64 * 1024

/** Reads a secret from a file, or from standard input for `-`; it must not be empty. */
export const secretFrom = (file: string, label: string): Read<Redacted.Redacted> =>
  Effect.flatMap(textFrom(file, { mostBytes: longestSecret }), (text) => {
    const secret = withoutLastBreak(text)
    return secret.trim() === ""
      ? Effect.fail(
          new Usage({
            message: `${shownName(file)} is empty: it must contain the secret and nothing else; check what writes it`
          })
        )
      : Effect.succeed(Redacted.make(secret, { label }))
  })

/** Reads a token from a file, or from standard input for `-`: one word. */
export const tokenFrom = (file: string, label: string): Read<Redacted.Redacted> =>
  Effect.flatMap(secretFrom(file, label), (secret) => {
    const token = Redacted.value(secret).trim()
    return /^[\u0021-\u007E]+$/.test(token)
      ? Effect.succeed(Redacted.make(token, { label }))
      : Effect.fail(
          new Usage({
            message: `${shownName(file)} is no token: it must contain one word of letters, digits and signs, and nothing else`
          })
        )
  })

/** Fails without an interactive terminal, and says what to do instead. */
export const requireTerminal = (message: string, otherwise: string): Effect.Effect<void, Usage> =>
  Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canPrompt }) =>
    canPrompt
      ? Effect.void
      : Effect.fail(new Usage({ message: `${message}: cannot prompt without a terminal; ${otherwise}` }))
  )

/** Prompts for a secret at the terminal. */
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

const secretFlags = /^--(token|password|old-?password|ticket|server-?password)$/i

/**
 * Fails when an argument contains a secret, without repeating it: other users see arguments in the list of processes, and
 * shells keep them in their history.
 */
export const rejectSecrets = (args: ReadonlyArray<string>) => {
  for (const [i, arg] of args.entries()) {
    if (arg === "--") break
    const equals = arg.indexOf("=")
    const found = secretFlags.exec(equals < 0 ? arg : arg.slice(0, equals))
    if (found === null) continue
    const given = equals < 0 ? args[i + 1] : arg.slice(equals + 1)
    if (given !== undefined && isReference(given)) continue
    const name = found[1] ?? ""
    return Effect.fail(
      new Usage({
        message: `--${name}: secrets are not accepted on the command line, where other users can see them; pass @file, pass - for standard input, or omit the flag to be prompted; for accounts, use --token-file, the environment or screeps login`
      })
    )
  }
  return Effect.void
}
