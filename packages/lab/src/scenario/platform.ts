/** Node's file system, and its errors in a sentence. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PlatformError } from "effect/PlatformError"

/** Provides Node's file system. */
export const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

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
