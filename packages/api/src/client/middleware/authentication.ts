/** Authentication: requests carry the session's token; a rejected token is replaced and the request sent again. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isOutsideScope, type Reason, type ScreepsError, Unauthorized } from "../../ScreepsError.ts"
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
    const isApiToken = session.method === "Token"
    /** Public requests that the server rejected with a restricted API token, by the token's generation. */
    const outside = new Set<string>()

    /** Sends a request with a token, and reports the next one, which failures bring, too. */
    const sendWith = (request: Request, lease: TokenLease): Effect.Effect<Response, ScreepsError> =>
      Effect.onExit(send({ ...request, token: lease.token }), (exit) => {
        const response = responseIn(exit)
        const next = response?.headers["x-token"]
        const received =
          next === undefined ? Effect.void : session.onTokenReceived(lease, Redacted.make(next, label))
        // Where no token is required, servers may accept any.
        const isProof = request.auth === "always" && response !== undefined && response.status < 400
        return isProof && isApiToken ? Effect.andThen(received, session.onTokenAccepted(lease)) : received
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
        if (isApiToken && rejection.status !== 401) return Effect.fail(error)
        // A token from a later sign-in than the first rejected one was fresh: another sign-in would not help.
        const isLast = retries === (neverRetry ? 1 : maxRetries) || lease.generation !== firstGeneration
        /** The response that rejected an API token counts: no sign-in has another one. */
        const refuse = (reason: Reason): Effect.Effect<never, ScreepsError> => {
          const explained: Effect.Effect<Reason> =
            reason._tag === "Unauthorized"
              ? session.onTokenRefused(lease, request.name, reason)
              : Effect.succeed(reason)
          return Effect.flatMap(explained, (refused) => Effect.fail(failure(request, refused, rejection)))
        }
        if (isLast)
          return isApiToken ? refuse(new Unauthorized({ detail: tokenRejected })) : Effect.fail(error)
        // The last retry always uses the token of a new sign-in, even if the current sign-in has newer ones.
        const needsSignIn = neverRetry || retries > 0
        const renewed = session.onTokenRejected(lease, needsSignIn)
        return Effect.flatMap(
          isApiToken ? Effect.catch(renewed, ({ reason }) => refuse(reason)) : renewed,
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

    /** Sends a public request with a token; if an API token's scope does not allow it, once more without one. */
    const sendPublic = (request: Request, lease: TokenLease): Effect.Effect<Response, ScreepsError> => {
      if (!isApiToken) return attempt(request, lease)
      const key = `${lease.generation} ${request.name}`
      if (outside.has(key)) return send(request)
      return Effect.catch(attempt(request, lease), (error) => {
        if (!isOutsideScope(error.reason)) return Effect.fail(error)
        return Effect.mapBoth(send(request), {
          onSuccess: (response) => {
            if (request.operation !== undefined) outside.add(key)
            return response
          },
          onFailure: (other) => ([401, 403].includes(responseOf(other)?.status ?? 0) ? error : other)
        })
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
        lease === undefined ? sendWithout(request) : sendPublic(request, lease)
      )
    }
  }
