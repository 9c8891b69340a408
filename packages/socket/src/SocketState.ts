/**
 * How a socket stands with its server.
 *
 * @since 0.1.0
 */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { SocketError } from "./SocketError.ts"

/**
 * The connection is being opened; `attempt` counts from 1 since the socket was last ready.
 *
 * @category models
 * @since 0.1.0
 */
export interface Connecting {
  readonly _tag: "Connecting"
  readonly attempt: number
}

/**
 * The connection is open and the sign-in under way.
 *
 * @category models
 * @since 0.1.0
 */
export interface Authenticating {
  readonly _tag: "Authenticating"
}

/**
 * Signed in, for guests connected: what is listened to is subscribed to.
 *
 * @category models
 * @since 0.1.0
 */
export interface Ready {
  readonly _tag: "Ready"
}

/**
 * There is no connection, and the next attempt waits.
 *
 * @category models
 * @since 0.1.0
 */
export interface Backoff {
  readonly _tag: "Backoff"
  /** The number of the attempt that waits, from 1. */
  readonly attempt: number
  /** When it will be made, by the clock of the program. */
  readonly until: Millis
  /** What ended the connection, or kept it from being opened. */
  readonly error: SocketError
}

/**
 * No further attempt is made: the sign-in was refused, the schedule of attempts ended, or the socket's scope was closed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Closed {
  readonly _tag: "Closed"
  readonly error: SocketError
}

/**
 * How a socket stands with its server.
 *
 * @category models
 * @since 0.1.0
 */
export type SocketState = Connecting | Authenticating | Ready | Backoff | Closed
