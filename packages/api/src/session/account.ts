/** Whose token it is: what the session asks for itself, below the operations. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { UserId } from "@screeps-effect/schema/UserId"
import type { RateLimits } from "../limits/RateLimits.ts"
import { type Reason, ScreepsError, Unauthorized, UnexpectedResponse } from "../ScreepsError.ts"
import type { Session } from "./Session.ts"
import type { Ask } from "../client/ask.ts"
import { makeConverse, noAccount } from "../client/converse.ts"
import { hideOf } from "../client/redact.ts"

/** Time allowed for each request. */
const timeout = Duration.seconds(30)

const decodeMe = Decoder.make(Schema.Struct({ _id: UserId }))
const decodeName = Decoder.make(Schema.Struct({ username: Schema.NonEmptyString }))
const decodeFound = Decoder.make(Schema.Struct({ user: Schema.Struct({ _id: UserId }) }))

/**
 * Asks who is signed in; where a restricted token may not read that, its name is asked for and looked up.
 *
 * @internal
 */
export const askUser = (
  ask: Ask,
  session: Pick<Session["Service"], "method" | "acquire" | "onTokenReceived" | "onTokenRejected">,
  through: RateLimits["Service"]["withLimit"]
): Effect.Effect<UserId, ScreepsError> => {
  const converse = makeConverse(ask, session, through)

  const learn = <A>(
    path: `/${string}`,
    query: Readonly<Record<string, string>>,
    decode: Decoder.Decoder<A>
  ): Effect.Effect<A, ScreepsError> => {
    const name = `GET ${path}`
    const fail = (reason: Reason) => new ScreepsError({ operation: name, reason })
    if (session.method === "Guest") return Effect.fail(fail(new Unauthorized({ detail: noAccount })))
    return Effect.gen(function* () {
      const reply = yield* converse({
        call: { method: "GET", path, operation: name },
        wire: { method: "GET", path, query, body: undefined, format: "json" },
        told: { operation: name, parameters: () => query },
        acquire: session.acquire,
        timeout,
        fail
      })
      const decoded = decode(reply.body)
      if (Result.isSuccess(decoded)) return decoded.success
      const issue = hideOf(reply)(decoded.failure.message)
      return yield* fail(new UnexpectedResponse({ status: reply.status, detail: issue }))
    }).pipe(Effect.withSpan(name, { kind: "client" }))
  }

  return learn("/api/auth/me", {}, decodeMe).pipe(
    Effect.map(({ _id }) => _id),
    Effect.catchReason("ScreepsError", "Forbidden", () =>
      Effect.gen(function* () {
        const { username } = yield* learn("/api/user/name", {}, decodeName)
        return (yield* learn("/api/user/find", { username }, decodeFound)).user._id
      })
    )
  )
}
