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
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import * as Millis from "@screeps-effect/schema/Millis"
import type { UserId } from "@screeps-effect/schema/UserId"
import { makeCaller } from "../client/call.ts"
import { authentication } from "../client/middleware/authentication.ts"
import { rateLimit } from "../client/middleware/rateLimit.ts"
import { makeRetries, retry } from "../client/middleware/retry.ts"
import { compose, type Middleware } from "../client/middleware/Send.ts"
import { record, traceCalls, traceRequests } from "../client/middleware/telemetry.ts"
import { CallTimeout } from "../client/middleware/timeout.ts"
import * as Transport from "../client/middleware/transport.ts"
import { secretsOf } from "../client/redactParameters.ts"
import { settingsOf } from "../client/settings.ts"
import { runWithin } from "../client/timeLimit.ts"
import type { Description } from "../config/address.ts"
import * as Server from "../config/Server.ts"
import * as RateLimits from "../limits/RateLimits.ts"
import * as Game from "../operations/Game.ts"
import * as User from "../operations/User.ts"
import { type Reason, ScreepsError, TimedOut, Unauthorized } from "../ScreepsError.ts"
import { Auth as AuthEvent, type Publish, publishing, Token } from "../ScreepsEvents.ts"
import * as Broadcast from "../broadcast.ts"
import * as Credentials from "./Credentials.ts"
import * as KnownSecrets from "./knownSecrets.ts"
import { nameOfUser, refusalOf } from "./refusal.ts"
import { logSlowSignIn, makeRenewal, makeSignIn, maySignInAgain, signInName } from "./signIn.ts"
import type { TokenLease, TokenSource } from "./TokenSource.ts"

export type { TokenLease, TokenSource } from "./TokenSource.ts"

/** The session with one server. */
export class Session extends Context.Service<
  Session,
  TokenSource & {
    /**
     * The id of the account that is signed in, requested once for all callers and again only after a failure. The request
     * waits for quota and is retried as the layer of the session says, whatever a caller's settings are; a caller's
     * `RateLimits.OnLimit` and `CallTimeout` apply to that caller. With a restricted token that may not read `Auth.me`,
     * the id is found by the user's name, as in `User.whoAmI`. Guests fail with `Unauthorized`.
     */
    readonly user: Effect.Effect<UserId, ScreepsError>
    /**
     * Succeeds if the server responds over HTTP: requests its version, once, without a token. The socket uses it to find out
     * why there is no connection.
     */
    readonly responds: Effect.Effect<void, ScreepsError>
    /**
     * The current token and each later one; `undefined` while signed out. A listener more than 256 tokens behind misses
     * the oldest ones.
     */
    readonly changes: Stream.Stream<Redacted.Redacted | undefined>
    /**
     * Returns the first 4096 characters of a text with `<redacted>` in place of the account's secrets, in the ways in
     * which servers may write them (JSON, HTML, addresses, base64), and of what looks like a token or a mail address.
     *
     * **Details**
     *
     * The secrets are the password, API token or ticket, the server's password, and the last 500 session tokens at least.
     * Secrets of fewer than four characters are not replaced.
     */
    readonly redact: (text: string) => string
    /**
     * Returns a whole text with `<redacted>` in place of the account's secrets, in the same ways; nothing else is replaced.
     * For code, Memory and other texts of any length, in linear time.
     */
    readonly redactSecrets: (text: string) => string
  }
>()("@screeps-effect/api/Session") {}

/** The newest token. */
interface Held {
  readonly token: Redacted.Redacted
  readonly generation: number
  /** The lease whose response brought the token; 0 for the token of the sign-in itself. */
  readonly sequence: number
  /** Whether the server rejected an API token, which is sent nevertheless: it may be accepted again. */
  readonly isRefused?: boolean
}

/** Whether the client is authenticated with a token, if there is one. */
const isAccepted = (held: Held | undefined): held is Held => held !== undefined && held.isRefused !== true

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted) =>
  Redacted.value(one) === Redacted.value(other)

/** Publishes a change of the token. */
const publishChange = (
  publish: Publish,
  before: Held | undefined,
  after: Held | undefined
): Effect.Effect<void> => {
  const authenticated = isAccepted(after)
  const auth =
    isAccepted(before) === authenticated ? Effect.void : publish(() => new AuthEvent({ authenticated }))
  if (after === undefined || (before !== undefined && isSame(before.token, after.token))) return auth
  const { token } = after
  return Effect.andThen(
    auth,
    publish(() => new Token({ token }))
  )
}

/**
 * Runs the effect when the first caller arrives; callers that arrive meanwhile wait for the same run. It runs in the
 * scope, so that the interruption of a caller does not end it; once the scope is closed, callers fail with `closed`.
 */
const shared = <A, E>(
  effect: Effect.Effect<A, E>,
  scope: Scope.Scope,
  closed: () => E
): Effect.Effect<A, E> => {
  let running: Fiber.Fiber<A, E> | undefined
  const join = (fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(Fiber.await(fiber), (exit) => (Exit.hasInterrupts(exit) ? Effect.failSync(closed) : exit))
  return Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (running !== undefined) return restore(join(running))
      return Effect.flatMap(Effect.forkIn(Effect.interruptible(effect), scope), (fiber) => {
        running = fiber
        fiber.addObserver(() => {
          running = undefined
        })
        return restore(join(fiber))
      })
    })
  )
}

const makeTokenSource = (
  server: Description,
  signIn: Effect.Effect<Redacted.Redacted, ScreepsError>,
  publish: Publish,
  credentials: Credentials.Method,
  /** Receives each token. */
  remember: (token: string) => void,
  /** Limits the time that one caller waits for a sign-in. */
  limitWait: <A>(signIn: Effect.Effect<A, ScreepsError>) => Effect.Effect<A, ScreepsError>
): Effect.Effect<TokenSource & Pick<Session["Service"], "changes">, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const isApiToken = credentials._tag === "Token"
    let current: Held | undefined = isApiToken
      ? { token: credentials.token, generation: 0, sequence: 0 }
      : undefined
    const changes = Broadcast.make<Held | undefined>(() => [current])
    const changing = Semaphore.makeUnsafe(1)
    let generations = 0
    let sequences = 0
    /** The API token that has worked, if it was not rejected for the user's name since then. */
    let valid: Redacted.Redacted | undefined

    /** Publishes events before it makes the change that they announce. */
    const change = (next: (held: Held | undefined) => Option.Option<Held | undefined>): Effect.Effect<void> =>
      Effect.uninterruptible(
        changing.withPermit(
          Effect.suspend(() => {
            const changed = next(current)
            if (Option.isNone(changed)) return Effect.void
            return Effect.map(publishChange(publish, current, changed.value), () => {
              current = changed.value
              changes.publish(current)
            })
          })
        )
      )

    const signedIn = shared<Held, ScreepsError>(
      Effect.flatMap(signIn, (token) => {
        remember(Redacted.value(token))
        const held: Held = { token, generation: ++generations, sequence: 0 }
        return Effect.as(
          change(() => Option.some(held)),
          held
        )
      }),
      scope,
      closed(signInName(credentials._tag))
    ).pipe(limitWait)

    const lease = ({ generation, token }: Held): TokenLease => ({ token, generation, sequence: ++sequences })

    const signInAgain = Effect.map(signedIn, lease)
    const acquire = Effect.suspend(() =>
      current === undefined ? signInAgain : Effect.succeed(lease(current))
    )

    return {
      method: credentials._tag,
      acquire,
      current: Effect.sync(() => (current === undefined ? undefined : lease(current))),
      onTokenReceived: ({ generation, sequence }, token) =>
        Effect.suspend(() => {
          const text = Redacted.value(token)
          if (text === "") return Effect.void
          remember(text)
          if (isApiToken) return Effect.void
          return change((held) =>
            held === undefined || generation !== held.generation || sequence < held.sequence
              ? Option.none()
              : Option.some({ token, generation, sequence })
          )
        }),
      onTokenRejected: ({ generation, token }, fresh = false) =>
        isApiToken
          ? // Another call may have received the next token already.
            Effect.suspend(() =>
              current !== undefined && !isSame(current.token, token) ? acquire : signInAgain
            )
          : Effect.andThen(
              change((held) =>
                held !== undefined && (isSame(held.token, token) || (fresh && held.generation === generation))
                  ? Option.some(undefined)
                  : Option.none()
              ),
              acquire
            ),
      onTokenAccepted: ({ token }) => {
        if (!isApiToken || (valid !== undefined && isSame(valid, token))) return Effect.void
        return Effect.suspend(() => {
          valid = token
          return change((held) =>
            held?.isRefused === true && isSame(held.token, token)
              ? Option.some({ ...held, isRefused: false })
              : Option.none()
          )
        })
      },
      onTokenRefused: ({ token }, call, reason) =>
        Effect.suspend(() => {
          const isValid = valid !== undefined && isSame(valid, token)
          if (server.kind === "official" && call !== nameOfUser)
            return Effect.succeed(refusalOf(server, call, reason, isValid))
          if (isValid) valid = undefined
          return Effect.as(
            change((held) =>
              isAccepted(held) && isSame(held.token, token)
                ? Option.some({ ...held, isRefused: true })
                : Option.none()
            ),
            refusalOf(server, call, reason, false)
          )
        }),
      changes: Stream.map(changes.stream, (held) => (isAccepted(held) ? held.token : undefined))
    }
  })

/** The failure of calls that need the session after its layer was closed. */
const closed = (operation: string) => () =>
  new ScreepsError({
    operation,
    reason: new Unauthorized({ detail: "the session has ended: the layer of this client was closed" })
  })

/** Limits the time that a caller waits for a request that several callers share; the request itself continues. */
const limitTo =
  (
    client: Context.Context<never>,
    setting: Context.Reference<Duration.Duration>,
    operation: string,
    late = (after: Duration.Duration): Reason => new TimedOut({ after })
  ) =>
  <A>(effect: Effect.Effect<A, ScreepsError>): Effect.Effect<A, ScreepsError> =>
    Effect.contextWith((own: Context.Context<never>) => {
      const after = settingsOf(client, own)(setting)
      if (!Duration.isFinite(after)) return effect
      return runWithin(effect, after, () => Effect.fail(new ScreepsError({ operation, reason: late(after) })))
    })

/**
 * Reads the user's id once for all callers and keeps it; a failure is not kept. Callers that wait for quota share one
 * request, and callers that do not, another one.
 */
const makeUser = (
  call: ReturnType<typeof makeCaller>["call"],
  scope: Scope.Scope,
  client: Context.Context<never>
): Effect.Effect<UserId, ScreepsError> => {
  let known: UserId | undefined
  const read = Effect.suspend(() => User.readWhoAmI(call)).pipe(
    Effect.map(({ _id }) => (known = _id)),
    Effect.provideService(RateLimits.MaxWait, settingsOf(client)(RateLimits.MaxWait))
  )
  const readFor = (policy: "wait" | "fail") =>
    shared(Effect.provideService(read, RateLimits.OnLimit, policy), scope, closed(userName))
  const reads = { wait: readFor("wait"), fail: readFor("fail") }
  return Effect.suspend(() =>
    known === undefined
      ? Effect.contextWith(
          (own: Context.Context<never>) => reads[settingsOf(client, own)(RateLimits.OnLimit)]
        )
      : Effect.succeed(known)
  )
}

const userName = "GET /api/auth/me"

/**
 * Creates the session; a sign-in in progress ends with the scope.
 *
 * **Details**
 *
 * Requests of the session go through the same steps as those of the client, sign-ins without authentication, retries
 * and rate limits. A caller waits for a sign-in as long as its `ScreepsClient.RequestTimeout` allows; the sign-in itself
 * has the time limit of the client, since other callers may wait for it, and is logged if it takes longer than ten
 * seconds. If the program has `RateLimits`, the request for the user counts towards them; if it has `ScreepsEvents`,
 * the session's requests publish events, too.
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
  const context = yield* Effect.context()
  // Several callers share a request: its settings are those of the client, and what observes it is the first caller's.
  const settings = settingsOf(context)
  const retries = makeRetries(settings, yield* Millis.monotonic)
  const callWith = (...middleware: ReadonlyArray<Middleware>) =>
    makeCaller({
      server,
      client: context,
      pipeline: (_, own) =>
        compose(transport(settings, own), [
          traceCalls(own),
          ...middleware,
          record(publish, own),
          traceRequests(server, own)
        ]),
      onDrift: () => Effect.void
    }).call

  const anonymous = callWith()
  const { password } = server
  const secrets = KnownSecrets.make(password === undefined ? [] : [Redacted.value(password)])
  /** Credentials may be others after a sign-in. */
  const learn = Effect.sync(() => secretsOf(credentials.current).forEach(secrets.keep))
  yield* learn
  const method = credentials.current
  const renewal = makeRenewal(credentials, settings(Transport.RequestTimeout))
  const signIn = makeSignIn(anonymous, server, credentials, renewal)
  const source = yield* makeTokenSource(
    server,
    logSlowSignIn(server.url, renewal)(Effect.ensuring(signIn, learn)),
    publish,
    method,
    secrets.add,
    limitTo(context, Transport.RequestTimeout, signInName(method._tag), (after) =>
      renewal.isPending() ? renewal.late(after) : new TimedOut({ after })
    )
  )
  const authenticated = callWith(
    retry(retries, settings, maySignInAgain(method._tag)),
    ...Option.match(limits, { onNone: () => [], onSome: (service) => [rateLimit(service)] }),
    authentication(source)
  )
  const user = makeUser(authenticated, yield* Effect.scope, context)
  return Session.of({
    ...source,
    user: limitTo(context, CallTimeout, userName)(user),
    redact: secrets.redact,
    redactSecrets: secrets.redactSecrets,
    responds: Effect.suspend(() => Effect.asVoid(anonymous(Game.version, {})))
  })
})
