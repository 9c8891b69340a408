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

/** The detail of requests that guests cannot send. @internal */
export const noAccount = "an account is required: pass a token, or a user name and a password"

/** The detail of requests whose API token was rejected; a new sign-in cannot replace it. @internal */
export const tokenRejected = "the API token was rejected"

/** One retry with a newer token that another request received meanwhile, one with the token of a new sign-in. */
const maxRetries = 2

const label = { label: "screeps-token" }

/** Adds the session's token to requests that need one. @internal */
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
        // With a rejected token nothing was executed: any method may be sent again. Requests that are never retried need
        // the exact text as a proof: sending a wrong old password a second time would crash the server again.
        if (neverRetry && !isTokenRejection(response)) return Effect.succeed(response)
        if (session.method === "Token") {
          // With any other status the server's own password was rejected, not the token.
          return response.status === 401
            ? Effect.fail(failure(request, new Unauthorized({ detail: tokenRejected })))
            : Effect.succeed(response)
        }
        // A token from a later sign-in than the first rejected one was fresh: another sign-in would not help.
        const isLast = retries === (neverRetry ? 1 : maxRetries) || lease.generation !== firstGeneration
        if (isLast) return Effect.succeed(response)
        // The last retry always uses the token of a new sign-in, even if the current sign-in has newer ones.
        const needsSignIn = neverRetry || retries > 0
        return Effect.andThen(
          countRetry(request.operation ?? raw, "Unauthorized"),
          Effect.flatMap(session.onTokenRejected(lease, needsSignIn), (next) =>
            attempt(request, next, firstGeneration, retries + 1)
          )
        )
      })

    /** Sends a request without a token; if the server requires one, signs in and sends the request once more. */
    const sendWithout = (request: Request): Effect.Effect<Response, ScreepsError> =>
      Effect.flatMap(send(request), (response) => {
        const isRequired = request.auth === "optional" && response.reason?._tag === "Unauthorized"
        if (!isRequired || session.method === "Guest") return Effect.succeed(response)
        if (request.neverRetry && !isTokenRejection(response)) return Effect.succeed(response)
        return Effect.andThen(
          countRetry(request.operation ?? raw, "Unauthorized"),
          Effect.flatMap(session.acquire, (lease) => attempt(request, lease, lease.generation, maxRetries))
        )
      })

    return (request) =>
      Effect.flatMap(leaseFor(request), (lease) =>
        lease === undefined ? sendWithout(request) : attempt(request, lease, lease.generation, 0)
      )
  }
