/** The state of a socket's connection. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { SocketError } from "./SocketError.ts"

/** The connection is being opened; `attempt` counts from 1 since the socket was last ready. */
export interface Connecting {
  readonly _tag: "Connecting"
  readonly attempt: number
}

/** The connection is open and the sign-in under way. */
export interface Authenticating {
  readonly _tag: "Authenticating"
}

/** Signed in, for guests connected: what is listened to is subscribed to. */
export interface Ready {
  readonly _tag: "Ready"
}

/** There is no connection, and the next attempt waits. */
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
 */
export interface Closed {
  readonly _tag: "Closed"
  readonly error: SocketError
}

/** The state of a socket's connection. */
export type SocketState = Connecting | Authenticating | Ready | Backoff | Closed
