/** The state of a socket's connection. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { SocketError } from "./SocketError.ts"

/** The connection is being opened. */
export interface Connecting {
  readonly _tag: "Connecting"
  /** The number of this attempt since a connection was last ready for ten seconds, from 1. */
  readonly attempt: number
}

/** The connection is open, and the sign-in is in progress. */
export interface Authenticating {
  readonly _tag: "Authenticating"
}

/** Signed in (guests: connected); all channels with listeners are subscribed to. */
export interface Ready {
  readonly _tag: "Ready"
}

/** There is no connection, and the socket waits before the next attempt. */
export interface Backoff {
  readonly _tag: "Backoff"
  /** The number of the next attempt, from 1. */
  readonly attempt: number
  /** When the next attempt starts, by the program's clock, in milliseconds since 1970. */
  readonly until: Millis
  /** Why the connection was lost, or could not be opened. */
  readonly error: SocketError
}

/**
 * The socket makes no further attempt: the sign-in was rejected, the `backoff` schedule ended, or the scope was closed.
 */
export interface Closed {
  readonly _tag: "Closed"
  /** Why the socket was closed. */
  readonly error: SocketError
}

/** The state of a socket's connection. */
export type SocketState = Connecting | Authenticating | Ready | Backoff | Closed
