/**
 * Everything that can go wrong on a socket: one error, with the reason inside.
 *
 * **Details**
 *
 * A lost connection is none of them: it is made anew, and listeners of `ScreepsSocket.signals` are told of the gap. Catch
 * one reason with `Effect.catchReason("SocketError", "TooSlow", …)`, or turn the reasons into errors of their own with
 * `Effect.unwrapReason("SocketError")`.
 */
import { InvalidInput, ShardRequired, TimedOut, Unreachable } from "@screeps-effect/api/ScreepsError"
import * as Schema from "effect/Schema"

export {
  /** The channel cannot be named as asked; nothing was sent. */
  InvalidInput,
  /** Official servers must be told which shard is meant; nothing was sent. */
  ShardRequired,
  /**
   * The server stayed silent: it did not open the connection, did not answer the sign-in, or did not answer when it was
   * asked whether it still lives.
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
 * The server refused the sign-in twice, the second time with a fresh token; or nobody is signed in and the channel
 * needs an account.
 */
export class AuthRefused extends Schema.TaggedError<AuthRefused>()("AuthRefused", { detail: Schema.String }) {
  override get message() {
    return this.detail
  }
}

/**
 * A listener fell behind: more was waiting for it than it may leave waiting. Everything up to there was delivered.
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
 * A channel sent what is not of the promised shape, and the socket was told to fail on it; or a room did so twice in a
 * row, the second time after it was begun anew, or told `RoomFeed` what cannot be put together.
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
 * The account could not be used: signing in, or asking who is signed in, failed over HTTP in a way that repeating does
 * not mend.
 */
export class SignInFailed extends Schema.TaggedError<SignInFailed>()("SignInFailed", {
  detail: Schema.String
}) {
  override get message() {
    return this.detail
  }
}

/**
 * The scope of the socket was closed while somebody still listened, or the socket met a fault of its own, which it logs.
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
