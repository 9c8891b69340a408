/** The kinds of credentials. */
import type * as Redacted from "effect/Redacted"

/**
 * An API token, created in the account settings of an official server; it does not expire and is never replaced.
 */
export interface Token {
  readonly _tag: "Token"
  /** The API token. */
  readonly token: Redacted.Redacted
}

/**
 * An account with a password, on private servers with an auth mod. The client signs in when a token is first needed, and
 * again when the token has expired (a minute after the last response).
 */
export interface Password {
  readonly _tag: "Password"
  /** The account's name or mail address, exactly as registered. */
  readonly username: string
  /** The account's password. */
  readonly password: Redacted.Redacted
}

/**
 * A ticket of the Steam client for the game's app, 464350. It is exchanged for a session token when one is first needed,
 * and again when that has expired.
 */
export interface SteamTicket {
  readonly _tag: "SteamTicket"
  /** The ticket as hex text. */
  readonly ticket: Redacted.Redacted
  /** Whether it is an encrypted app ticket; when `undefined`, the server's version determines the kind. */
  readonly useNativeAuth: boolean | undefined
}

/** No account: only public endpoints can be called. */
export interface Guest {
  readonly _tag: "Guest"
}

/** The credentials of a program: one of four kinds. */
export type Method = Token | Password | SteamTicket | Guest
