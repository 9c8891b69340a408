/** The ways to sign in. */
import type * as Redacted from "effect/Redacted"

/**
 * An API token, made in the account settings of an official server; it does not expire and is never overwritten.
 */
export interface Token {
  readonly _tag: "Token"
  readonly token: Redacted.Redacted
}

/**
 * An account with a password, on private servers with an auth mod: signed in when first needed, and again whenever
 * the token has died (a minute after the last answer).
 */
export interface Password {
  readonly _tag: "Password"
  /** The account's name or mail address, exactly as registered. */
  readonly username: string
  readonly password: Redacted.Redacted
}

/**
 * A ticket of the Steam client for the game's app, 464350: exchanged for a session token when first needed, and again
 * whenever that has died.
 */
export interface SteamTicket {
  readonly _tag: "SteamTicket"
  /** Hex text. */
  readonly ticket: Redacted.Redacted
  /** Whether it is an encrypted app ticket; the server's version is asked which kind it takes when not told. */
  readonly useNativeAuth: boolean | undefined
}

/** Nobody: only what servers tell everyone. */
export interface Guest {
  readonly _tag: "Guest"
}

/** One of the ways to be someone. */
export type Method = Token | Password | SteamTicket | Guest
