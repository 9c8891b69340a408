/** Node's file system. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Layer from "effect/Layer"

/** Provides Node's file system. */
export const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)
