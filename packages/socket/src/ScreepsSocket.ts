/**
 * The socket to one server: one connection that stays up, and a stream for every channel.
 *
 * **Details**
 *
 * It connects as soon as it is made, signs in with the token of `Session`, subscribes to what is listened to, once per
 * channel however many listen, and does all of it again when the connection is lost. Streams go on meanwhile; `signals`
 * tells of the gap.
 *
 * **Source** recorded from a server 4.3.0 (protocol 14).
 */
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import type { PlainFrame } from "@screeps-effect/schema/Frame"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import type { Channel } from "./Channel.ts"
import { kernel } from "./internal/kernel.ts"
import type { ServerEvent } from "./ServerEvent.ts"
import type { Signal } from "./Signal.ts"
import type { SocketError } from "./SocketError.ts"
import type { SocketState } from "./SocketState.ts"

/** What a socket has counted since it was made, and what it holds now. */
export interface Counters {
  /** Connections that became ready. */
  readonly connections: number
  /** Attempts after the first one. */
  readonly retries: number
  /** Control words that the SDK does not know. */
  readonly unknownWords: number
  /** Frames of channels whose names the SDK cannot read. */
  readonly unknownChannels: number
  /** Frames of channels to which nobody listens, late ones among them: dropped. */
  readonly unclaimed: number
  /** Payloads that were not of the promised shape. */
  readonly decodeFailures: number
  /** Compressed frames that could not be unpacked. */
  readonly damaged: number
  /** Channels that are subscribed to on the present connection. */
  readonly subscribed: number
  /** Streams of channels that are running. */
  readonly listeners: number
}

/** How a socket behaves. */
export interface Options {
  /** Whether the server is asked to compress, which halves whole rooms and little else; `false` by default. */
  readonly gzip?: boolean | undefined
  /** How long the server may take to open the connection and to answer a sign-in; 10 seconds by default. */
  readonly connectTimeout?: Duration.Input | undefined
  /**
   * After how long a silence, while something is subscribed to, the server is asked for a sign of life; 30 seconds by
   * default, never with `"Infinity"`.
   */
  readonly liveness?: Duration.Input | undefined
  /** How many payloads may wait for a listener; 1024 by default. */
  readonly capacity?: number | undefined
  /**
   * The delays between attempts to connect, begun anew after each success; by default half a second, doubling up to 30
   * seconds, with jitter, without end. The socket closes when it ends.
   */
  readonly backoff?: Schedule.Schedule<unknown, SocketError> | undefined
  /**
   * What becomes of a payload that is not of the promised shape: `skip` (default) leaves it out, counts it and logs a
   * warning once per channel; a room is begun anew, and fails if that did not help. `fail` fails the channel's streams
   * with `UnexpectedPayload`.
   */
  readonly onDecodeFailure?: "skip" | "fail" | undefined
}

/** The socket to one server. */
export class ScreepsSocket extends Context.Service<
  ScreepsSocket,
  {
    /**
     * The payloads of a channel, for as long as the stream runs.
     *
     * Payloads of the time without connection are missing, see `signals`. Patches of a room need to know where a whole
     * begins: use `RoomFeed`, or `signals`.
     */
    readonly subscribe: <A>(channel: Channel<A>) => Stream.Stream<A, SocketError>
    /** The payloads of a channel and what happened between them: `Connected` first, then gaps and their ends. */
    readonly signals: <A>(channel: Channel<A>) => Stream.Stream<Signal<A>, SocketError>
    /** The channel's name on the wire: two channels of one name are one, as a room with and without its default shard. */
    readonly name: <A>(channel: Channel<A>) => Effect.Effect<string, SocketError>
    /** How the socket stands with its server. */
    readonly state: Effect.Effect<SocketState>
    /** How the socket stands with its server, now and whenever that changes. */
    readonly states: Stream.Stream<SocketState>
    /** What the server tells about itself: first what it told on the present connection, then what it tells next. */
    readonly events: Stream.Stream<ServerEvent, SocketError>
    /**
     * All frames from now on, unpacked and in order, payloads unchecked.
     *
     * Rooms of private servers hold mail addresses and password hashes of their owners: neither log nor keep them.
     */
    readonly frames: Stream.Stream<PlainFrame, SocketError>
    /** What was counted, and what is held now. */
    readonly counters: Effect.Effect<Counters>
  }
>()("@screeps-effect/socket/ScreepsSocket") {}

/** Makes a socket; the connection ends with the scope. */
export const make = (
  options?: Options
): Effect.Effect<
  ScreepsSocket["Service"],
  never,
  Session.Session | Server.Server | Socket.WebSocketConstructor | Scope.Scope
> =>
  Effect.gen(function* () {
    return yield* kernel(
      yield* Session.Session,
      yield* Server.Server,
      yield* Socket.WebSocketConstructor,
      options ?? {}
    )
  })

/** Provides a socket that behaves as told. */
export const layerWith = (
  options: Options
): Layer.Layer<ScreepsSocket, never, Session.Session | Server.Server | Socket.WebSocketConstructor> =>
  Layer.effect(ScreepsSocket, make(options))

/**
 * Provides a socket.
 *
 * **Details**
 *
 * `Session` and `Server` are those of the HTTP client: provide the very same, since both renew one token. The WebSocket is
 * the platform's own with `Socket.layerWebSocketConstructorGlobal`, or `ws` with `NodeWS.layerWebSocketConstructor` of
 * `@effect/platform-node`.
 *
 * **Gotchas**
 *
 * Effect builds it once: a program of one server that provides another one inside goes on with the first socket. Provide
 * the other server's layers with `{ local: true }`, or as `Layer.fresh(layer)`: see `ScreepsClient.layer`.
 */
export const layer: Layer.Layer<
  ScreepsSocket,
  never,
  Session.Session | Server.Server | Socket.WebSocketConstructor
> = layerWith({})

/** The payloads of a channel: `subscribe` of the socket that is provided. */
export const subscribe = <A>(channel: Channel<A>): Stream.Stream<A, SocketError, ScreepsSocket> =>
  Stream.unwrap(Effect.map(ScreepsSocket, (socket) => socket.subscribe(channel)))

/** The payloads of a channel and what happened between them: `signals` of the socket that is provided. */
export const signals = <A>(channel: Channel<A>): Stream.Stream<Signal<A>, SocketError, ScreepsSocket> =>
  Stream.unwrap(Effect.map(ScreepsSocket, (socket) => socket.signals(channel)))
