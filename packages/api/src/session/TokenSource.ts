/** Where requests and sockets get their token from, and what they report of it. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ScreepsError } from "../ScreepsError.ts"
import type { Method } from "./Method.ts"

/**
 * A token for one request.
 *
 * **Details**
 *
 * `generation` counts sign-ins, `sequence` counts leases: the newest token is the one in the response to the request
 * sent last within the latest sign-in, so that late responses do not replace it.
 */
export interface TokenLease {
  readonly token: Redacted.Redacted
  readonly generation: number
  readonly sequence: number
}

/** Where requests and sockets get their token from, and what they report of it. */
export interface TokenSource {
  /** The kind of credentials: an API token is never replaced, guests never get a token. */
  readonly method: Method["_tag"]
  /** A token for one request; signs in when there is none, one sign-in for all callers. */
  readonly acquire: Effect.Effect<TokenLease, ScreepsError>
  /** A token for one request if there is one; never signs in. */
  readonly current: Effect.Effect<TokenLease | undefined>
  /** Reports the new token in the response to a request with this lease. API tokens are not replaced. */
  readonly onTokenReceived: (lease: TokenLease, token: Redacted.Redacted) => Effect.Effect<void>
  /**
   * Reports that the server rejected this lease. Returns the current token if another request has received a newer
   * one, else signs in. With `fresh`, newer tokens of the same sign-in count as rejected, too. Fails with
   * `Unauthorized` for an API token, which nothing can replace.
   */
  readonly onTokenRejected: (lease: TokenLease, fresh?: boolean) => Effect.Effect<TokenLease, ScreepsError>
}
