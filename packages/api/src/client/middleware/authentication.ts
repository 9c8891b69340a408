/** Authentication: requests carry the session's token; a rejected token is replaced and the request sent again. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Reason, type ScreepsError, Unauthorized } from "../../ScreepsError.ts"
import type { TokenLease, TokenSource } from "../../session/TokenSource.ts"
import { isTokenRejection } from "../interpret.ts"
import { countRetry, raw } from "../metrics.ts"
import type { Request } from "../Request.ts"
import { failure, type Response, responseIn, responseOf } from "../Response.ts"
import type { Middleware } from "./Send.ts"

/** The detail of requests that guests cannot send. @internal */
export const noAccount = "an account is required: pass a token, or a user name and a password"

/** The detail of requests whose API token was rejected; a new sign-in cannot replace it. @internal */
export const tokenRejected = "the API token was rejected"

/** One retry with a newer token that another request received meanwhile, one with the token of a new sign-in. */
const maxRetries = 2

const label = { label: "screeps-token" }

/** Returns the response of a request whose credentials the server rejected. */
const rejectionOf = (error: ScreepsError): Response | undefined =>
  error.reason._tag === "Unauthorized" ? responseOf(error) : undefined

/** Adds the session's token to requests that need one. @internal */
export const authentication =
  (session: TokenSource): Middleware =>
  (send) => {
    /** Sends a request with a token, and reports the next one, which failures bring, too. */
    const sendWith = (request: Request, lease: TokenLease): Effect.Effect<Response, ScreepsError> =>
      Effect.onExit(send({ ...request, token: lease.token }), (exit) => {
        const next = responseIn(exit)?.headers["x-token"]
        return next === undefined ? Effect.void : session.onTokenReceived(lease, Redacted.make(next, label))
      })

    const attempt = (
      request: Request,
      lease: TokenLease,
      firstGeneration = lease.generation,
      retries = 0
    ): Effect.Effect<Response, ScreepsError> =>
      Effect.catch(sendWith(request, lease), (error) => {
        const rejection = rejectionOf(error)
        if (rejection === undefined) return Effect.fail(error)
        const { neverRetry } = request
        // With a rejected token nothing was executed: any method may be sent again. Requests that are never retried need
        // the exact text as a proof: sending a wrong old password a second time would crash the server again.
        if (neverRetry && !isTokenRejection(rejection)) return Effect.fail(error)
        // With any other status the server's own password was rejected, not the API token.
        if (session.method === "Token" && rejection.status !== 401) return Effect.fail(error)
        // A token from a later sign-in than the first rejected one was fresh: another sign-in would not help.
        const isLast = retries === (neverRetry ? 1 : maxRetries) || lease.generation !== firstGeneration
        const failed = (reason: Reason) => failure(request, reason, rejection)
        if (isLast && session.method === "Token")
          return Effect.fail(failed(new Unauthorized({ detail: tokenRejected })))
        if (isLast) return Effect.fail(error)
        // The last retry always uses the token of a new sign-in, even if the current sign-in has newer ones.
        const needsSignIn = neverRetry || retries > 0
        const renewed = session.onTokenRejected(lease, needsSignIn)
        return Effect.flatMap(
          // The response that rejected an API token counts: no sign-in has another one.
          session.method === "Token" ? Effect.mapError(renewed, ({ reason }) => failed(reason)) : renewed,
          (next) =>
            Effect.andThen(
              countRetry(request.operation ?? raw, "Unauthorized"),
              attempt(request, next, firstGeneration, retries + 1)
            )
        )
      })

    /** Sends a request without a token; if the server requires one, signs in and sends the request once more. */
    const sendWithout = (request: Request): Effect.Effect<Response, ScreepsError> => {
      const sent = send(request)
      if (request.auth === "never" || session.method === "Guest") return sent
      return Effect.catch(sent, (error) => {
        const rejection = rejectionOf(error)
        if (rejection === undefined || (request.neverRetry && !isTokenRejection(rejection)))
          return Effect.fail(error)
        return Effect.andThen(
          countRetry(request.operation ?? raw, "Unauthorized"),
          Effect.flatMap(session.acquire, (lease) => attempt(request, lease, lease.generation, maxRetries))
        )
      })
    }

    return (request) => {
      if (request.auth === "never") return sendWithout(request)
      if (request.auth === "always") {
        return session.method === "Guest"
          ? Effect.fail(failure(request, new Unauthorized({ detail: noAccount })))
          : Effect.flatMap(session.acquire, (lease) => attempt(request, lease))
      }
      return Effect.flatMap(session.current, (lease) =>
        lease === undefined ? sendWithout(request) : attempt(request, lease)
      )
    }
  }
