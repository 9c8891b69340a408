/** Authentication: requests carry the session's token; a rejected token is replaced and the request sent again. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ScreepsError, Unauthorized } from "../../ScreepsError.ts"
import type { TokenLease, TokenSource } from "../../session/TokenSource.ts"
import { isTokenRejection } from "../interpret.ts"
import { countRetry, raw } from "../metrics.ts"
import type { Request } from "../Request.ts"
import { failure, type Response } from "../Response.ts"
import type { Middleware } from "./Send.ts"

/** Why requests of guests fail before anything is sent. @internal */
export const noAccount = "guests have no account: provide Credentials"

/** Why a request with a rejected API token fails: nothing can replace it. @internal */
export const tokenRejected = "the API token was refused"

/** One retry with a newer token that another request received meanwhile, one with that of a fresh sign-in. */
const maxRetries = 2

const label = { label: "screeps-token" }

/** Sends requests with a token where they need one. @internal */
export const authentication =
  (session: TokenSource): Middleware =>
  (send) => {
    /** The token of a request; `undefined` for requests without one. */
    const leaseFor = ({ auth }: Request): Effect.Effect<TokenLease | undefined, ScreepsError> =>
      auth === "always" ? session.acquire : auth === "optional" ? session.current : Effect.undefined

    const sendWith = (request: Request, lease: TokenLease): Effect.Effect<Response, ScreepsError> =>
      Effect.flatMap(send({ ...request, token: lease.token }), (response) => {
        const next = response.headers["x-token"]
        return next === undefined
          ? Effect.succeed(response)
          : Effect.as(session.onTokenReceived(lease, Redacted.make(next, label)), response)
      })

    const attempt = (
      request: Request,
      lease: TokenLease,
      firstGeneration: number,
      retries: number
    ): Effect.Effect<Response, ScreepsError> =>
      Effect.flatMap(sendWith(request, lease), (response) => {
        if (response.reason?._tag !== "Unauthorized") return Effect.succeed(response)
        const { neverRetry } = request
        // A rejected token executed nothing, so that any method may be sent again; what is never retried needs the exact
        // text that says so: a second wrong old password would end the server again.
        if (neverRetry && !isTokenRejection(response)) return Effect.succeed(response)
        if (session.method === "Token") {
          // With another status it was the server's own password.
          return response.status === 401
            ? Effect.fail(failure(request, new Unauthorized({ detail: tokenRejected })))
            : Effect.succeed(response)
        }
        // A token of a later sign-in than the one rejected first was fresh: there is no better one.
        const isLast = retries === (neverRetry ? 1 : maxRetries) || lease.generation !== firstGeneration
        if (isLast) return Effect.succeed(response)
        // The last retry carries a fresh token, whatever newer ones of the same sign-in are known.
        const needsSignIn = neverRetry || retries > 0
        return Effect.andThen(
          countRetry(request.operation ?? raw, "Unauthorized"),
          Effect.flatMap(session.onTokenRejected(lease, needsSignIn), (next) =>
            attempt(request, next, firstGeneration, retries + 1)
          )
        )
      })

    return (request) =>
      Effect.flatMap(leaseFor(request), (lease) =>
        lease === undefined ? send(request) : attempt(request, lease, lease.generation, 0)
      )
  }
