/** Reads files that a scenario names, and says why one cannot be read. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { PlatformError } from "effect/PlatformError"

/** Reads the text of a file that another file names: a regular file of at most so many bytes. */
export const readFound = (file: string, mostBytes: number) =>
  Effect.flatMap(LocalFile.readText(file, { mostBytes }), (text) =>
    text === undefined
      ? Effect.fail(new LocalFile.LocalFileError({ path: file, action: "read", reason: "NotFound" }))
      : Effect.succeed(text)
  )

/** Returns why a file or a folder, whose path is shown before, could not be read. */
export const whyUnread = (error: Error): string => {
  const known = error instanceof PlatformError ? LocalFile.fromPlatformError(error) : error
  if (!(known instanceof LocalFile.LocalFileError)) return known.message
  const { explanation, reason } = known
  return reason === "NotFound" ? "it does not exist" : explanation
}
