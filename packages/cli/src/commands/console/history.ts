/** The lines typed in earlier sessions, in a file that only the user can read. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import { plain } from "../../output/text.ts"

/** The most lines that are kept, and the longest one in characters. */
const [mostLines, maxLength] = [500, 1000]

/** The file is shortened when it has more lines. */
const tooMany = 2 * mostLines

/** Lines of earlier sessions, and how a new one is kept. */
export interface History {
  /** The newest first. */
  readonly lines: ReadonlyArray<string>
  readonly add: (line: string) => Effect.Effect<void>
}

export const none: History = { lines: [], add: () => Effect.void }

/** Texts like tokens, and lines that deal with secrets. */
const secret =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32}|token|password|passwd|secret|api_?key/i

/**
 * Returns whether a line is kept: not one that begins with a space, as in shells, that may contain a secret, that is too
 * long, or whose control characters would reach the terminal when it is recalled.
 */
export const isKept = (line: string): boolean =>
  line.trim() !== "" &&
  !line.startsWith(" ") &&
  line.length <= maxLength &&
  !secret.test(line) &&
  plain(line) === line &&
  !line.includes("\n")

/** Returns the text of the file with one more line, shortened when it has become too long. */
const withLine = (text: string | undefined, line: string): string => {
  const lines = [...(text ?? "").split("\n").filter((one) => one !== ""), line]
  return `${(lines.length > tooMany ? lines.slice(-mostLines) : lines).join("\n")}\n`
}

/**
 * Opens the history. Without a home folder or a file that can be written, `warn` receives a sentence and nothing is kept.
 */
export const open = <R>(
  warn: (text: string) => Effect.Effect<void, never, R>
): Effect.Effect<History, never, FileSystem | Path | R> => {
  const notKept = ({ message }: Error) =>
    warn(`the lines typed here are not kept for later sessions: ${message}`)
  return Effect.gen(function* () {
    const path = yield* Path
    const folder = yield* UserDirectories.make().state("screeps")
    const file = path.join(folder, "console-history")
    const context = yield* Effect.context<FileSystem | Path>()
    const all = ((yield* LocalFile.readText(file)) ?? "").split("\n").filter(isKept)
    const lines = all.slice(-mostLines).toReversed()
    const add = (line: string) =>
      isKept(line)
        ? Effect.ignore(
            // In turn with other consoles: a line that one adds while another shortens the file would be lost.
            LocalFile.modify(file, (text) => Effect.succeed([undefined, withLine(text, line)] as const), {
              isPrivate: true
            })
          )
        : Effect.void
    return yield* Effect.gen(function* () {
      const fs = yield* FileSystem
      // Creates the file, and finds out whether it can be written.
      yield* LocalFile.append(file, "", { isPrivate: true })
      yield* Effect.mapError(fs.chmod(file, 0o600), (error) => LocalFile.fromPlatformError(error))
      return { lines, add: (line) => Effect.provideContext(add(line), context) } satisfies History
    }).pipe(Effect.catch((error) => Effect.as(notKept(error), { ...none, lines })))
  }).pipe(Effect.catch((error) => Effect.as(notKept(error), none)))
}
