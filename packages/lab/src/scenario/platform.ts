/** Node's file system, and its errors in a sentence. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Layer from "effect/Layer"
import { PlatformError } from "effect/PlatformError"

/** Provides Node's file system. */
export const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** Returns why a file or a folder, whose path is shown before, could not be read. */
export const whyUnread = (error: Error): string => {
  if (!(error instanceof PlatformError)) return error.message
  const { explanation, reason } = LocalFile.fromPlatformError(error)
  return reason === "NotFound" ? "it does not exist" : explanation
}
