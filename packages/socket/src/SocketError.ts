/**
 * The errors of a socket: one error, with the reason inside.
 *
 * **Details**
 *
 * A lost connection is not an error: the socket reconnects, and `ScreepsSocket.signals` emits the gap. Catch
 * one reason with `Effect.catchReason("SocketError", "TooSlow", …)`, or turn the reasons into errors of their own with
 * `Effect.unwrapReason("SocketError")`.
 */
import { InvalidInput, ShardRequired, TimedOut, Unreachable } from "@screeps-effect/api/ScreepsError"
import * as Schema from "effect/Schema"

export {
  /** The channel's name or a part of it is not valid; nothing was sent. */
  InvalidInput,
  /** Official servers need a shard; nothing was sent. */
  ShardRequired,
  /**
   * The server stayed silent: it did not open the connection, or did not respond to the sign-in or to a check whether
   * it still responds.
   *
   * **Details**
   *
   * Ends streams only where the schedule of `backoff` ends; by default it never does.
   */
  TimedOut,
  /**
   * There is no connection: nothing listens there, or it broke off.
   *
   * **Details**
   *
   * Ends streams only where the schedule of `backoff` ends; by default it never does.
   */
  Unreachable
}

/**
 * The server refused the sign-in twice, the second time with a fresh token; or a guest listens to a channel that needs
 * an account.
 */
export class AuthRefused extends Schema.TaggedError<AuthRefused>()("AuthRefused", { detail: Schema.String }) {
  override get message() {
    return this.detail
  }
}

/**
 * A listener fell behind: more was waiting for it than its capacity. Everything up to there was delivered.
 */
export class TooSlow extends Schema.TaggedError<TooSlow>()("TooSlow", {
  /** The channel's name on the wire; `events` or `frames` for those of the socket itself. */
  channel: Schema.String,
  /** How many may wait. */
  bound: Schema.Int
}) {
  override get message() {
    return `more than ${this.bound} were waiting on ${this.channel}`
  }
}

/**
 * A payload had not the expected shape, and `onDecodeFailure` is `fail`; or a room sent two in a row, the second after
 * it was subscribed to again, or messages that `RoomFeed` cannot fold.
 */
export class UnexpectedPayload extends Schema.TaggedError<UnexpectedPayload>()("UnexpectedPayload", {
  /** The channel's name on the wire. */
  channel: Schema.String,
  /** What was expected and where; never the data itself. */
  detail: Schema.String
}) {
  override get message() {
    return `${this.channel}: ${this.detail}`
  }
}

/**
 * The account could not be used: signing in, or reading who is signed in, failed over HTTP in a way that a retry does
 * not help.
 */
export class SignInFailed extends Schema.TaggedError<SignInFailed>()("SignInFailed", {
  detail: Schema.String
}) {
  override get message() {
    return this.detail
  }
}

/**
 * The scope of the socket was closed while a stream was running, or the socket met a fault of its own, which it logs.
 */
export class Ended extends Schema.TaggedError<Ended>()("Ended", {}) {
  override get message() {
    return "the socket was closed"
  }
}

/** Checks why a socket failed. */
export const SocketReason = Schema.Union([
  AuthRefused,
  Unreachable,
  TimedOut,
  TooSlow,
  UnexpectedPayload,
  SignInFailed,
  Ended,
  InvalidInput,
  ShardRequired
]).annotate({ identifier: "SocketReason" })

/** Why a socket failed. */
export type SocketReason = typeof SocketReason.Type

/**
 * A socket failed, for one `reason`.
 *
 * **Details**
 *
 * Tokens and payloads are never part of it.
 */
export class SocketError extends Schema.TaggedError<SocketError>()("SocketError", { reason: SocketReason }) {
  override get message() {
    return `${this.reason._tag}: ${this.reason.message}`
  }
}
