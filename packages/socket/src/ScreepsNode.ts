/**
 * Ready-made layers for Node: those of `Screeps`, with the transport that costs least there.
 *
 * **Details**
 *
 * They need the package `undici`, which this package does not install. A call takes about a third of the CPU time of one
 * over `fetch` (see `UndiciHttpClient`); loading undici takes some tens of milliseconds, so that short programs are
 * quicker with `Screeps`. HTTP and the socket use the proxies of the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`),
 * except for this machine's own addresses.
 *
 * ```ts
 * import { Game } from "@screeps-effect/api"
 * import * as ScreepsNode from "@screeps-effect/socket/ScreepsNode"
 * import { Effect } from "effect"
 *
 * const layer = ScreepsNode.layer({ url: "http://127.0.0.1:21025", username: "bob", password: "secret" })
 *
 * Effect.runPromise(Game.time().pipe(Effect.provide(layer)))
 * ```
 *
 * **Gotchas**
 *
 * Those of `Screeps`: build a layer once.
 */
import type { ConfigFileError } from "@screeps-effect/api/ConfigFile"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import type * as Config from "effect/Config"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Socket from "effect/socket/Socket"
import { type LayerFileOptions, type Options, ready, type Services, type SocketOptions } from "./Screeps.ts"

const overUndici = Layer.provide(UndiciHttpClient.layer)

const webSocket = Layer.effect(Socket.WebSocketConstructor, UndiciHttpClient.webSocketConstructor)

const withSocket = <E, R>(client: Layer.Layer<ScreepsClient.Services, E, R>, options?: SocketOptions) =>
  ready(client, options, webSocket)

/** Provides HTTP over undici, the socket and rooms for one server and account: see `Screeps.layer`. */
export const layer = (options: Options): Layer.Layer<Services> =>
  withSocket(overUndici(ScreepsClient.layerOptions(options)), options)

/**
 * Provides HTTP over undici, the socket and rooms for the server and account in the configuration: see
 * `Screeps.layerConfig` for the variables.
 *
 * **Errors** `ConfigError`.
 */
export const layerConfig: Layer.Layer<Services, Config.ConfigError> = withSocket(
  overUndici(ScreepsClient.layerConfig)
)

/**
 * Provides HTTP over undici, the socket and rooms for the server and account in a configuration file: see
 * `Screeps.layerFile`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (
  options?: LayerFileOptions
): Layer.Layer<Services, ConfigFileError, FileSystem | Path> =>
  withSocket(overUndici(ScreepsClient.layerFile(options)), options)
