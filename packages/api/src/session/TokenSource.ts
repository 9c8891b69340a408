/** The interface through which requests and sockets get tokens and report on them. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Forbidden, ScreepsError, Unauthorized } from "../ScreepsError.ts"
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
  /** The token to send. */
  readonly token: Redacted.Redacted
  /** Number of the sign-in that the token belongs to; 0 for an API token. */
  readonly generation: number
  /** Number of this lease, counted by the session. */
  readonly sequence: number
}

/** The source of tokens for requests and sockets. */
export interface TokenSource {
  /** The kind of credentials: servers never replace an API token, guests never get a token. */
  readonly method: Method["_tag"]
  /** Returns a token for one request; signs in if necessary, once for all callers. */
  readonly acquire: Effect.Effect<TokenLease, ScreepsError>
  /** Returns a token for one request if there is one; never signs in. */
  readonly current: Effect.Effect<TokenLease | undefined>
  /** Reports the new token in the response to a request with this lease. API tokens are not replaced. */
  readonly onTokenReceived: (lease: TokenLease, token: Redacted.Redacted) => Effect.Effect<void>
  /**
   * Reports that the server rejected this lease. Returns the current token if another request has received a newer one;
   * signs in otherwise. With `fresh`, newer tokens of the same sign-in count as rejected, too. An API token
   * is replaced by that of `renew` of the credentials; without another one it fails with `Unauthorized`.
   */
  readonly onTokenRejected: (lease: TokenLease, fresh?: boolean) => Effect.Effect<TokenLease, ScreepsError>
  /** Reports that the server accepted this lease where an account is required: an API token is valid from then on. */
  readonly onTokenAccepted: (lease: TokenLease) => Effect.Effect<void>
  /**
   * Reports that the server rejected an API token for a call, such as `GET /api/user/name`, and that there is no other one.
   * Returns why the call fails: an official server rejects calls outside a token's scope in the same way, so that only
   * `GET /api/user/name` says there that the client is not authenticated.
   */
  readonly onTokenRefused: (
    lease: TokenLease,
    call: string,
    reason: Unauthorized
  ) => Effect.Effect<Unauthorized | Forbidden>
}
