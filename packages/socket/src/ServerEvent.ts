/** Events that a server sends about itself and about the sign-in, outside of channels. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { SocketAuthOutcome } from "@screeps-effect/schema/SocketAuth"

/** The server's clock, sent when the connection is open. */
export interface Time {
  readonly _tag: "Time"
  /** The server's time, in milliseconds since 1970. */
  readonly now: Millis
}

/** The version of the socket protocol, sent when the connection is open. */
export interface Protocol {
  readonly _tag: "Protocol"
  /** 14 on private servers 4.3.0. */
  readonly version: number
}

/** The version of the package that an official server runs. */
export interface Package {
  readonly _tag: "Package"
  readonly version: number
}

/** The result of a sign-in. */
export interface Auth {
  readonly _tag: "Auth"
  readonly outcome: SocketAuthOutcome
}

/**
 * An event that a server sends about itself: its clock, then the version of its protocol, on official servers another
 * version (`Package`), and the result of each sign-in.
 *
 * **Source** recorded from a server 4.3.0; `Package` reported for official servers.
 */
export type ServerEvent = Time | Protocol | Package | Auth
