/** A call with the token that it needs: within the limits, and again when the token was refused. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { LimitedRequest, RateLimits } from "../limits/RateLimits.ts"
import { type Reason, type ScreepsError, Unauthorized } from "../ScreepsError.ts"
import type { TokenLease, Session } from "../session/Session.ts"
import { isTokenRefusal } from "./answer.ts"
import type { Ask, Heard, Told } from "./ask.ts"
import { countRetry } from "./metrics.ts"
import { Reply } from "./redact.ts"
import type { Wire } from "./transport.ts"

/** Why a call by nobody fails, before anything is sent. @internal */
export const noAccount = "guests have no account: provide Credentials"

/** Why a call with a refused API token fails: nothing could replace it. @internal */
export const tokenRefused = "the API token was refused"

/** Once with a newer token that somebody else has learnt meanwhile, once with that of a later sign-in. */
const maxRepeats = 2

const label = { label: "screeps-token" }

/** Lends the token for a request; none where the call needs none. @internal */
export type Acquire = Effect.Effect<TokenLease | undefined, ScreepsError>

/** What is to be asked, and how. @internal */
export interface Topic {
  readonly call: LimitedRequest
  readonly wire: Wire
  readonly told: Told
  readonly acquire: Acquire
  /** The time for each request. */
  readonly timeout: Duration.Duration
  readonly fail: (reason: Reason) => ScreepsError
}

/** @internal */
export const makeConverse = (
  ask: Ask,
  session: Pick<Session["Service"], "method" | "onTokenReceived" | "onTokenRejected">,
  through: RateLimits["Service"]["withLimit"]
) => {
  const converse = (
    topic: Topic,
    acquire = topic.acquire,
    first?: TokenLease,
    repeats = 0
  ): Effect.Effect<Reply, ScreepsError> => {
    const { call, fail, timeout, told, wire } = topic
    const neverRetry = call.neverRetry === true
    let loan: TokenLease | undefined

    /** What an answer brings besides itself. */
    const learn = ({ header, status }: Heard): Effect.Effect<void> => {
      const noted = Effect.annotateCurrentSpan("http.response.status_code", status)
      const token = header("x-token")
      return loan === undefined || token === undefined
        ? noted
        : Effect.andThen(noted, session.onTokenReceived(loan, Redacted.make(token, label)))
    }

    /** The token is borrowed when the request may go: it would die while a call waits for its turn. */
    const exchange = Effect.flatMap(acquire, (lent) => {
      loan = lent
      return ask(wire, lent?.token, timeout, told).pipe(Effect.mapError(fail), Effect.tap(learn))
    })

    const answered = (heard: Heard): Effect.Effect<Reply, ScreepsError> => {
      const { hide, result, status } = heard
      if (Result.isSuccess(result)) return Effect.succeed(new Reply(status, result.success, hide))
      const reason = result.failure
      if (reason._tag !== "Unauthorized" || loan === undefined) return Effect.fail(fail(reason))
      // A refused token executed nothing, so that any method may be repeated; what may be sent only once needs the
      // word of the server that it was the token: a second wrong old password would end the server again.
      if (neverRetry && !isTokenRefusal(heard)) return Effect.fail(fail(reason))
      if (session.method === "Token") {
        // With another status it was the server's own password.
        return Effect.fail(fail(status === 401 ? new Unauthorized({ detail: tokenRefused }) : reason))
      }
      // A token of a later sign-in than the one refused first was fresh: there is no better one.
      const exhausted =
        repeats === (neverRetry ? 1 : maxRepeats) || loan.generation !== (first ?? loan).generation
      if (exhausted) return Effect.fail(fail(reason))
      // The last repeat is made with a fresh token, whatever newer ones of the same sign-in are known.
      const fresh = neverRetry || repeats > 0
      return Effect.andThen(
        countRetry(told.operation, reason._tag),
        converse(topic, session.onTokenRejected(loan, fresh), first ?? loan, repeats + 1)
      )
    }

    return through(call, exchange).pipe(
      Effect.mapError((error) => (error._tag === "RateLimited" ? fail(error) : error)),
      Effect.flatMap(answered)
    )
  }

  return (topic: Topic) => converse(topic)
}
