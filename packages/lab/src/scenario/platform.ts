/** Node's file system, and its errors in a sentence. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Layer from "effect/Layer"
import { PlatformError } from "effect/PlatformError"

/** Provides Node's file system. */
export const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** Returns why a file or a folder, whose path is shown before, could not be read. */
export const whyUnread = (error: Error): string =>
  error instanceof PlatformError && error.reason._tag === "NotFound" ? "it does not exist" : error.message
