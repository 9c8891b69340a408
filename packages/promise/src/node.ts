/** Connections from configuration files, for Node, Bun and Deno. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as Layer from "effect/Layer"
import { type Connection, connectLayer } from "./index.ts"

/** Which configuration file and which of its servers, and options of the socket and of rooms. */
export type Options = Screeps.LayerFileOptions

/**
 * Connects to a server of a configuration file: `.screeps.yaml`, the file that Screeps tools share, or JSON.
 *
 * ```ts
 * import { connectFile } from "@screeps-effect/promise/node"
 *
 * await using screeps = await connectFile({ server: "main" })
 * console.log(await screeps.auth.me())
 * ```
 *
 * **Errors** `ConfigFileError`.
 */
export const connectFile = (options?: Options): Promise<Connection> =>
  connectLayer(Screeps.layerFile(options).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer])))
