/**
 * The session with one server: signs in when a token is first needed, keeps the newest token that the server returned,
 * and signs in again, once for all callers, when a token was rejected.
 *
 * **Details**
 *
 * A token of a private server lives 60–70 seconds; each authenticated response contains the next one. HTTP and sockets
 * share the session, since both renew the token.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-auth` 2.7.2; success with a Steam ticket read in the
 * server's source.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { UserId } from "@screeps-effect/schema/UserId"
import { authentication, noAccount } from "../client/middleware/authentication.ts"
import { compose } from "../client/middleware/compose.ts"
import { rateLimit } from "../client/middleware/rateLimit.ts"
import { checkStatus } from "../client/middleware/status.ts"
import { record, trace } from "../client/middleware/telemetry.ts"
import * as Transport from "../client/middleware/transport.ts"
import * as Server from "../config/Server.ts"
import * as RateLimits from "../limits/RateLimits.ts"
import { ScreepsError, Unauthorized } from "../ScreepsError.ts"
import { Auth, type Publish, publishing, Token } from "../ScreepsEvents.ts"
import { makeCall } from "./call.ts"
import * as Credentials from "./Credentials.ts"
import { shared } from "./shared.ts"
import { explainRejection, makeSignIn } from "./signIn.ts"
import type { TokenLease, TokenSource } from "./TokenSource.ts"
import { readUserId } from "./userId.ts"

export type { TokenLease, TokenSource } from "./TokenSource.ts"

/** The session with one server. */
export class Session extends Context.Service<
  Session,
  TokenSource & {
    /**
     * The id of the account that is signed in, requested once for all callers and again only after a failure. A
     * restricted token that may not read `Auth.me` reads it as `User.whoAmI` does. Guests fail with `Unauthorized`.
     */
    readonly user: Effect.Effect<UserId, ScreepsError>
    /** The current token and each later one; `undefined` while signed out. */
    readonly changes: Stream.Stream<Redacted.Redacted | undefined>
  }
>()("@screeps-effect/api/Session") {}

/** The newest token. */
interface Held {
  readonly token: Redacted.Redacted
  readonly generation: number
  /** The lease whose response brought the token; 0 for the token of the sign-in itself. */
  readonly sequence: number
}

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted) =>
  Redacted.value(one) === Redacted.value(other)

/** Publishes a change of the token. */
const publishChange = (
  publish: Publish,
  before: Held | undefined,
  after: Held | undefined
): Effect.Effect<void> => {
  const authenticated = after !== undefined
  const auth =
    (before !== undefined) === authenticated ? Effect.void : publish(() => new Auth({ authenticated }))
  if (after === undefined || (before !== undefined && isSame(before.token, after.token))) return auth
  const { token } = after
  return Effect.andThen(
    auth,
    publish(() => new Token({ token }))
  )
}

const makeTokenSource = (
  signIn: Effect.Effect<Redacted.Redacted, ScreepsError>,
  publish: Publish,
  credentials: Credentials.Method
): Effect.Effect<TokenSource & Pick<Session["Service"], "changes">, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const isPermanent = credentials._tag === "Token"
    const state = yield* SubscriptionRef.make<Held | undefined>(
      isPermanent ? { token: credentials.token, generation: 0, sequence: 0 } : undefined
    )
    let generations = 0
    let sequences = 0

    /** Publishes events before it makes the change that they announce. */
    const change = (next: (held: Held | undefined) => Option.Option<Held | undefined>): Effect.Effect<void> =>
      Effect.uninterruptible(
        SubscriptionRef.updateSomeEffect(state, (before) => {
          const changed = next(before)
          if (Option.isNone(changed)) return Effect.succeed(changed)
          return Effect.as(publishChange(publish, before, changed.value), changed)
        })
      )

    const signedIn = shared(
      Effect.flatMap(signIn, (token) => {
        const held: Held = { token, generation: ++generations, sequence: 0 }
        return Effect.as(
          change(() => Option.some(held)),
          held
        )
      }),
      scope
    )

    const lease = ({ generation, token }: Held): TokenLease => ({ token, generation, sequence: ++sequences })

    const acquire = Effect.flatMap(SubscriptionRef.get(state), (held) =>
      held === undefined ? Effect.map(signedIn, lease) : Effect.succeed(lease(held))
    )

    return {
      method: credentials._tag,
      acquire,
      current: Effect.map(SubscriptionRef.get(state), (held) =>
        held === undefined ? undefined : lease(held)
      ),
      onTokenReceived: ({ generation, sequence }, token) =>
        isPermanent || Redacted.value(token) === ""
          ? Effect.void
          : change((held) =>
              held === undefined || generation !== held.generation || sequence < held.sequence
                ? Option.none()
                : Option.some({ token, generation, sequence })
            ),
      onTokenRejected: ({ generation, token }, fresh = false) =>
        isPermanent
          ? Effect.map(signedIn, lease)
          : Effect.andThen(
              change((held) =>
                held !== undefined && (isSame(held.token, token) || (fresh && held.generation === generation))
                  ? Option.some(undefined)
                  : Option.none()
              ),
              acquire
            ),
      changes: Stream.map(SubscriptionRef.changes(state), (held) => held?.token)
    }
  })

/** Runs the effect once for all callers and keeps its result; a failure is not kept. */
const once = <A, E>(effect: Effect.Effect<A, E>, scope: Scope.Scope): Effect.Effect<A, E> => {
  let known: Option.Option<A> = Option.none()
  const run = shared(
    Effect.tap(effect, (result) =>
      Effect.sync(() => {
        known = Option.some(result)
      })
    ),
    scope
  )
  return Effect.suspend(() => (Option.isSome(known) ? Effect.succeed(known.value) : run))
}

/**
 * Creates the session; a sign-in in progress ends with the scope.
 *
 * **Details**
 *
 * Requests of the session go through the same steps as those of the client, sign-ins without authentication. If the
 * program has `RateLimits`, the request for the user counts towards them; if it has `ScreepsEvents`, the session's
 * requests publish events, too.
 */
export const make: Effect.Effect<
  Session["Service"],
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient | Scope.Scope
> = Effect.gen(function* () {
  const server = yield* Server.Server
  const publish = yield* publishing
  const credentials = yield* Credentials.Credentials
  const limits = yield* Effect.serviceOption(RateLimits.RateLimits)
  const transport = yield* Transport.fromContext

  const anonymous = makeCall(
    compose(transport, [trace(server.url), checkStatus, explainRejection, record(publish)])
  )
  const source = yield* makeTokenSource(makeSignIn(anonymous, server, credentials), publish, credentials)
  const authenticated = makeCall(
    compose(transport, [
      trace(server.url),
      checkStatus,
      ...Option.match(limits, { onNone: () => [], onSome: (service) => [rateLimit(service)] }),
      authentication(source),
      record(publish)
    ])
  )
  const user =
    credentials._tag === "Guest"
      ? Effect.fail(
          new ScreepsError({
            operation: "GET /api/auth/me",
            reason: new Unauthorized({ detail: noAccount })
          })
        )
      : yield* Effect.map(Effect.scope, (scope) => once(readUserId(authenticated), scope))
  return Session.of({ ...source, user })
})

/** Provides the session. */
export const layer: Layer.Layer<
  Session,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> = Layer.effect(Session, make)
