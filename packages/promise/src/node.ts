/** Connections from configuration files, for Node, Bun and Deno. */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type CallOptions, type Connection, connectLayer } from "./index.ts"
import { withTransport } from "./transport.ts"

const files = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** Which configuration file and which of its servers, and options of the socket and of rooms. */
export type Options = NonNullable<Parameters<typeof Screeps.layerFile>[0]>

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
export const connectFile = (options: Options = {}): Promise<Connection> =>
  connectLayer(Screeps.layerFile(withTransport(options)).pipe(Layer.provide(files)))

/** Which lines, and how positions are counted. */
export type MappedLinesOptions = NonNullable<Parameters<typeof SourceMaps.lines>[0]>

/**
 * Emits the console like `screeps.console.lines`, with stack traces mapped to your sources, by the source maps that
 * `screeps code push` and the plugin for bundlers keep on this computer.
 *
 * ```ts
 * import { connectFile, mappedLines } from "@screeps-effect/promise/node"
 *
 * await using screeps = await connectFile()
 * for await (const { kind, text } of mappedLines(screeps)) {
 *   if (kind === "error") console.error(text)
 * }
 * ```
 *
 * **Errors** `SocketError`. If the code cannot be downloaded, nothing is mapped.
 */
export const mappedLines = (
  screeps: Connection,
  options?: MappedLinesOptions,
  callOptions?: CallOptions
): AsyncIterable<SourceMaps.MappedLine> =>
  screeps.iterate(
    Stream.provide(SourceMaps.lines(options), Layer.provide(SourceMaps.layerUser, files)),
    callOptions
  )
