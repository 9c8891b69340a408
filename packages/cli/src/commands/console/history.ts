/** The lines typed in earlier sessions, in a file that only the user can read. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import { plain } from "../../output/text.ts"

/** The most lines that are kept, and the longest one in characters. */
const [mostLines, maxLength] = [500, 1000]

/** The file is shortened when it has this many lines. */
const tooMany = 2 * mostLines

/** Lines of earlier sessions, and how a new one is kept. @internal */
export interface History {
  /** The newest first. */
  readonly lines: ReadonlyArray<string>
  readonly add: (line: string) => Effect.Effect<void>
}

/** @internal */
export const none: History = { lines: [], add: () => Effect.void }

/** Texts like tokens, and lines that deal with secrets. */
const secret =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32}|token|password|passwd|secret|api_?key/i

/**
 * Returns whether a line is kept: not one that begins with a space, as in shells, that may contain a secret, that is too
 * long, or whose control characters would reach the terminal when it is recalled.
 *
 * @internal
 */
export const isKept = (line: string): boolean =>
  line.trim() !== "" &&
  !line.startsWith(" ") &&
  line.length <= maxLength &&
  !secret.test(line) &&
  plain(line) === line &&
  !line.includes("\n")

/** Opens the history; without a home folder or a readable file, nothing is kept. @internal */
export const open: Effect.Effect<History, never, FileSystem | Path> = Effect.gen(function* () {
  const path = yield* Path
  const folder = yield* UserDirectories.make().state("screeps")
  const file = path.join(folder, "console-history")
  const context = yield* Effect.context<FileSystem | Path>()
  const fs = yield* FileSystem
  const before = yield* LocalFile.readText(file)
  const all = (before ?? "").split("\n").filter(isKept)
  const kept = all.slice(-mostLines)
  // Creates the file, and finds out whether it can be written.
  yield* LocalFile.append(file, "", { isPrivate: true })
  yield* fs.chmod(file, 0o600)
  if (all.length > tooMany)
    yield* LocalFile.write(file, kept.map((line) => `${line}\n`).join(""), { isPrivate: true })
  const add = (line: string) =>
    isKept(line) ? Effect.ignore(LocalFile.append(file, `${line}\n`, { isPrivate: true })) : Effect.void
  return {
    lines: kept.toReversed(),
    add: (line) => Effect.provideContext(add(line), context)
  } satisfies History
}).pipe(Effect.catch(() => Effect.succeed(none)))
