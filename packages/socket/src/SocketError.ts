/**
 * The error of a socket: one `SocketError`, with a `reason`.
 *
 * **Details**
 *
 * A lost connection is not an error: the socket reconnects, and `ScreepsSocket.signals` emits the gap. Catch one reason
 * with `Effect.catchReason("SocketError", "TooSlow", …)`, or turn the reasons into separate errors with
 * `Effect.unwrapReason("SocketError")`.
 */
import { InvalidInput, ShardRequired, TimedOut, Unreachable } from "@screeps-effect/api/ScreepsError"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

export {
  /** The channel's room, path, shard or user is not valid; nothing was sent. */
  InvalidInput,
  /** Official servers need a shard; nothing was sent. */
  ShardRequired,
  /**
   * The server did not open the connection in time, or did not respond to the sign-in or to a liveness check.
   *
   * **Details**
   *
   * Ends streams only when the schedule of `backoff` ends; by default it never does.
   */
  TimedOut,
  /**
   * There is no connection: it could not be opened, or was lost.
   *
   * **Details**
   *
   * Ends streams only when the schedule of `backoff` ends; by default it never does.
   */
  Unreachable
}

/**
 * The server responds over HTTP, but the WebSocket cannot be opened: usually a proxy on the way does not forward it.
 *
 * **Details**
 *
 * Ends streams only when the schedule of `backoff` ends; by default it never does.
 */
export class WebSocketRefused extends withoutStackTrace(
  Schema.TaggedError<WebSocketRefused>()("WebSocketRefused", {
    /** What the platform reports; absent in browsers and with Node's own `WebSocket`, which give no reason. */
    detail: Schema.optionalKey(Schema.String),
    /** How long there has been no connection. */
    after: Schema.DurationFromMillis
  })
) {
  override get message() {
    const detail = this.detail === undefined ? "" : ` (${this.detail})`
    return `HTTP works, but the WebSocket cannot be opened${detail}: let proxies between here and the server forward the upgrade of /socket/websocket`
  }
}

/**
 * The server rejected the sign-in twice, the second time with a fresh token; or a guest listened to a channel that
 * needs an account.
 */
export class AuthRefused extends withoutStackTrace(
  Schema.TaggedError<AuthRefused>()("AuthRefused", {
    /** Why the server rejected the sign-in, or that guests may not listen. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.detail
  }
}

/**
 * A listener was too slow: more items were waiting for it than its capacity, or more bytes than `Limits` allows. All
 * items within the bound were delivered first.
 */
export class TooSlow extends withoutStackTrace(
  Schema.TaggedError<TooSlow>()("TooSlow", {
    /** The channel's name on the wire; `events` or `frames` for the socket's streams of these names. */
    channel: Schema.String,
    /** How much may wait for a listener. */
    bound: Schema.Int,
    /** What the bound counts. */
    unit: Schema.Literals(["items", "bytes"])
  })
) {
  override get message() {
    return `the listener was too slow: more than ${this.bound} ${this.unit} were waiting on ${this.channel}`
  }
}

/**
 * The server sent more than the socket accepts, and the connection was closed: one frame of more than
 * `Limits.frameBytes`, or frames faster than they could be read, so that more than `Limits.waitingBytes` waited.
 *
 * **Details**
 *
 * The socket reconnects with backoff. Ends streams only when the schedule of `backoff` ends; by default it never does.
 */
export class LimitExceeded extends withoutStackTrace(
  Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
    /** The exceeded limit: the length of one frame, or the length of all waiting frames. */
    limit: Schema.Literals(["frame", "waiting"]),
    /** The limit, in bytes. */
    bound: Schema.Int
  })
) {
  override get message() {
    return this.limit === "frame"
      ? `the server sent a frame of more than ${this.bound} bytes`
      : `the server sent frames faster than they could be read: more than ${this.bound} bytes were waiting`
  }
}

/**
 * A payload did not match the channel's schema and `onDecodeFailure` is `fail`; or two payloads of a room in a row did
 * not, the second after subscribing again; or `RoomFeed` could not fold a room's messages.
 */
export class UnexpectedPayload extends withoutStackTrace(
  Schema.TaggedError<UnexpectedPayload>()("UnexpectedPayload", {
    /** The channel's name on the wire. */
    channel: Schema.String,
    /** What was expected and where; never the payload itself. */
    detail: Schema.String
  })
) {
  override get message() {
    return `${this.channel}: ${this.detail}`
  }
}

/**
 * Signing in over HTTP, or reading the signed-in user, failed with an error that a retry cannot fix.
 */
export class SignInFailed extends withoutStackTrace(
  Schema.TaggedError<SignInFailed>()("SignInFailed", {
    /** The message of the HTTP error. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.detail
  }
}

/** The socket's scope was closed, or an internal error, which is logged, has ended the socket. */
export class Ended extends withoutStackTrace(
  Schema.TaggedError<Ended>()("Ended", {
    /** The internal error; absent if the scope was closed. */
    cause: Schema.optionalKey(Schema.Defect())
  })
) {
  override get message() {
    return "cause" in this ? "an internal error closed the socket: see its cause" : "the socket was closed"
  }
}

/** The schema of the reasons for which a socket fails. */
export const SocketReason = Schema.Union([
  AuthRefused,
  Unreachable,
  WebSocketRefused,
  TimedOut,
  TooSlow,
  LimitExceeded,
  UnexpectedPayload,
  SignInFailed,
  Ended,
  InvalidInput,
  ShardRequired
]).annotate({ identifier: "SocketReason" })

/** The reason for which a socket failed. */
export type SocketReason = typeof SocketReason.Type

/**
 * A failure of the socket, for one `reason`.
 *
 * **Details**
 *
 * It never contains tokens or payloads.
 */
export class SocketError extends withoutStackTrace(
  Schema.TaggedError<SocketError>()("SocketError", { reason: SocketReason })
) {
  override get message() {
    return `${this.reason._tag}: ${this.reason.message}`
  }
}
