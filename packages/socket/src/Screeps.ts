/**
 * Ready-made layers: HTTP, the socket and rooms in one, with the platform's `fetch` and `WebSocket`, or with another
 * transport.
 *
 * **Details**
 *
 * The socket connects when the program first uses it: a program that only calls operations opens no connection. On Node,
 * `UndiciHttpClient.transport` costs less than `fetch` and uses the proxies of the environment.
 *
 * ```ts
 * import { RoomFeed, Screeps } from "@screeps-effect/socket"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const layer = Screeps.layer({ url: "http://127.0.0.1:21025", username: "bob", password: "secret" })
 *
 * const program = RoomFeed.states("W7N3").pipe(
 *   Stream.runForEach(({ objects, tick }) => Effect.log(tick, objects.size))
 * )
 *
 * Effect.runPromise(program.pipe(Effect.provide(layer)))
 * ```
 *
 * **Gotchas**
 *
 * Build a layer once: call the function once, keep the result in a constant, and provide it around the whole program.
 * Each call returns a separate layer, with its own connection, token and quotas. Each outermost `Effect.provide` builds
 * its layer again: to run several effects with one client, use `ManagedRuntime.make(layer)`. Layers of several servers
 * can be provided beside and inside each other.
 */
import type { ConfigFileError, Options as FileOptions } from "@screeps-effect/api/ConfigFile"
import type { Credentials } from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Config from "effect/Config"
import type { FileSystem } from "effect/FileSystem"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Socket from "effect/socket/Socket"
import * as RoomFeed from "./rooms/RoomFeed.ts"
import * as ScreepsSocket from "./ScreepsSocket.ts"

/** The services for calling operations, listening to channels and watching rooms. */
export type Services = ScreepsClient.Services | ScreepsSocket.ScreepsSocket | RoomFeed.RoomFeed

/** Options of the socket and of the room feed. */
export interface SocketOptions {
  /** Options of the connection, such as `gzip` and `backoff`. */
  readonly socket?: ScreepsSocket.Options | undefined
  /** How many rooms are watched at once, and for how long. */
  readonly rooms?: RoomFeed.Options | undefined
}

/** The transport, and options of the socket and of the room feed. */
export interface LayerOptions extends ScreepsClient.TransportOptions, SocketOptions {
  /** How WebSockets are created; by default with the platform's `WebSocket`. */
  readonly webSocket?: Layer.Layer<Socket.WebSocketConstructor> | undefined
}

/** Server, account, transport, and options of the socket and of the room feed. */
export type Options = ScreepsClient.Options & LayerOptions

const withSocket = <E, R>(
  client: Layer.Layer<ScreepsClient.Services, E, R>,
  { rooms = {}, socket }: SocketOptions = {}
): Layer.Layer<Services, E, R | Socket.WebSocketConstructor> =>
  RoomFeed.layer(rooms).pipe(Layer.provideMerge(ScreepsSocket.layer(socket)), Layer.provideMerge(client))

/** Adds the socket and rooms to a client. */
const ready = <E, R>(
  client: Layer.Layer<ScreepsClient.Services, E, R>,
  options: LayerOptions = {}
): Layer.Layer<Services, E, R> =>
  withSocket(client, options).pipe(Layer.provide(options.webSocket ?? Socket.layerWebSocketConstructorGlobal))

/**
 * Provides HTTP, the socket and rooms for one server and account.
 *
 * **Details**
 *
 * An address at `screeps.com` is an official server, any other one a private server. The default is the main world of
 * the official servers.
 *
 * ```ts
 * import { Screeps } from "@screeps-effect/socket"
 * import * as Redacted from "effect/Redacted"
 *
 * const official = Screeps.layer({ token: Redacted.make("an API token"), shard: "shard3" })
 *
 * const local = Screeps.layer({
 *   url: "http://127.0.0.1:21025",
 *   username: "bob",
 *   password: "secret",
 *   socket: { gzip: true }
 * })
 * ```
 *
 * **Gotchas**
 *
 * Throws `Server.InvalidServer` when the address is malformed: check addresses that users type with `Server.parse`
 * first.
 */
export const layer = (options: Options): Layer.Layer<Services> => ready(ScreepsClient.layer(options), options)

/**
 * Provides HTTP, the socket and rooms for the server and account that the configuration names: `SCREEPS_URL`,
 * `SCREEPS_SHARD`, `SCREEPS_SERVER_PASSWORD`, and `SCREEPS_TOKEN` or `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`.
 *
 * **Errors** `ConfigError`.
 */
export const layerConfig = (options?: LayerOptions): Layer.Layer<Services, Config.ConfigError> =>
  ready(ScreepsClient.layerConfig(options), options)

/**
 * Provides HTTP, the socket and rooms for the server and account that a configuration file names: see `ConfigFile` for
 * the files.
 *
 * **Details**
 *
 * `FileSystem` and `Path` come from the platform, such as `NodeServices.layer` of `@effect/platform-node`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (
  options?: FileOptions & LayerOptions
): Layer.Layer<Services, ConfigFileError, FileSystem | Path> =>
  ready(ScreepsClient.layerFile(options), options)

/**
 * Provides HTTP, the socket and rooms over a transport, a server and an account of your choice.
 *
 * ```ts
 * import { NodeHttpClient, NodeWS } from "@effect/platform-node"
 * import { Credentials, Server } from "@screeps-effect/api"
 * import { Screeps } from "@screeps-effect/socket"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Screeps.layerNoDeps().pipe(
 *   Layer.provide([Server.layerConfig, Credentials.layerConfig]),
 *   Layer.provide([NodeHttpClient.layerUndici, NodeWS.layerWebSocketConstructor])
 * )
 * ```
 */
export const layerNoDeps = (
  options?: SocketOptions
): Layer.Layer<Services, never, Server.Server | Credentials | HttpClient | Socket.WebSocketConstructor> =>
  withSocket(Layer.merge(ScreepsClient.layerNoDeps(), Layer.effect(Server.Server, Server.Server)), options)
