/**
 * The one owner of the token: signs in when it is first needed, learns the tokens that servers hand out, and signs
 * in anew, once for everybody, when a token has died.
 *
 * **Details**
 *
 * A token of a private server lives 60–70 seconds; each authenticated answer brings the next one. HTTP and sockets
 * share this owner, since tokens are renewed on both roads.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-auth` 2.7.2; success with a Steam ticket read in the
 * server's source.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { nullish } from "@screeps-effect/schema/Nullish"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Credentials from "./Credentials.ts"
import { askUser } from "./account.ts"
import { type Ask, makeAsk, type Publish, publishing, secretsOf } from "../client/ask.ts"
import { noAccount, tokenRefused } from "../client/converse.ts"
import { shared } from "./flight.ts"
import { countSignIn } from "../client/metrics.ts"
import type { Wire } from "../client/transport.ts"
import * as RateLimits from "../limits/RateLimits.ts"
import { type Reason, ScreepsError, Unauthorized, UnexpectedResponse } from "../ScreepsError.ts"
import { Auth, Token } from "../ScreepsEvents.ts"
import * as Server from "../config/Server.ts"

/**
 * A token lent for one request.
 *
 * **Details**
 *
 * `turn` counts sign-ins, `order` counts sequences: the newest token is the one that came in answer to the request sent
 * last within the latest sign-in, so that late answers do not win.
 */
export interface TokenLease {
  readonly token: Redacted.Redacted
  readonly generation: number
  readonly sequence: number
}

/** The one owner of the token. */
export class Session extends Context.Service<
  Session,
  {
    /** What the credentials are: an API token is never replaced, guests never get one. */
    readonly method: Credentials.Method["_tag"]
    /** A token for one request; signs in when there is none, all callers sharing one sign-in. */
    readonly acquire: Effect.Effect<TokenLease, ScreepsError>
    /** A token for one request if there is one; never signs in. */
    readonly current: Effect.Effect<TokenLease | undefined>
    /** The server answered a request sent with this loan and handed out a new token. API tokens stay as they are. */
    readonly onTokenReceived: (loan: TokenLease, token: Redacted.Redacted) => Effect.Effect<void>
    /**
     * The server refused this loan: lends the current token if another request has learnt a newer one, else signs
     * in anew. When it is to be `fresh`, newer tokens of the same sign-in are taken for dead, too. Fails with
     * `Unauthorized` for an API token, which nothing could replace.
     */
    readonly onTokenRejected: (loan: TokenLease, fresh?: boolean) => Effect.Effect<TokenLease, ScreepsError>
    /**
     * Who is signed in; the server is asked once, all callers sharing one answer, and again only after a failure. A
     * restricted token that may not read `Auth.me` goes the way round that `User.whoAmI` goes. Guests fail with
     * `Unauthorized`.
     */
    readonly user: Effect.Effect<UserId, ScreepsError>
    /** The token now and whenever it changes; `undefined` while signed out. */
    readonly changes: Stream.Stream<Redacted.Redacted | undefined>
  }
>()("@screeps-effect/api/Session") {}

const paths = { Password: "/api/auth/signin", SteamTicket: "/api/auth/steam-ticket" } as const
const versionPath = "/api/version"
const label = { label: "screeps-token" }

/** Time allowed for one request of a sign-in. */
const signInTimeout = Duration.seconds(30)

const decodeToken = Decoder.make(Schema.Struct({ ok: Schema.Literal(1), token: Schema.NonEmptyString }))
const decodeVersion = Decoder.make(Schema.Struct({ useNativeAuth: nullish(Schema.Boolean) }))

/** The token leaves the answer redacted: tracers see what a span ended with. */
const tokenOf = (body: unknown) => Result.map(decodeToken(body), ({ token }) => Redacted.make(token, label))
const nativeOf = (body: unknown) =>
  Result.map(decodeVersion(body), ({ useNativeAuth }) => useNativeAuth ?? false)

const noPasswords = "official servers admit no passwords: use an API token"
const passwordRefused = "the name or the password is wrong"
const ticketRefused = "the ticket was refused"

/** How servers refuse a ticket, with status 200. */
const ticketRefusals = ["could not authenticate", "invalid encrypted ticket"]

const isTicketRefusal = (reason: Reason) =>
  reason._tag === "Unauthorized" || (reason._tag === "Rejected" && ticketRefusals.includes(reason.detail))

const makeSignIn = (
  send: Ask,
  server: Server.Description,
  who: Credentials.Method
): Effect.Effect<Redacted.Redacted, ScreepsError> => {
  /** Asks without a token, and reads the answer. */
  const ask = <A>(
    wire: Pick<Wire, "method" | "path">,
    fields: Readonly<Record<string, unknown>> | undefined,
    decode: Decoder.Decoder<A>,
    reasonOf: (reason: Reason) => Reason
  ): Effect.Effect<A, ScreepsError> =>
    Effect.gen(function* () {
      const body = fields && JSON.stringify(fields)
      const told = { operation: `${wire.method} ${wire.path}`, parameters: () => fields ?? {} }
      const answer = yield* send({ ...wire, body, query: {}, format: "json" }, undefined, signInTimeout, told)
      const data = yield* Effect.mapError(Effect.fromResult(answer.result), reasonOf)
      const decoded = decode(data)
      return Result.isSuccess(decoded)
        ? decoded.success
        : yield* new UnexpectedResponse({
            status: answer.status,
            detail: answer.hide(decoded.failure.message)
          })
    }).pipe(
      Effect.mapError((reason) => new ScreepsError({ operation: `${wire.method} ${wire.path}`, reason })),
      Effect.withSpan(`${wire.method} ${wire.path}`, { kind: "client" })
    )

  const signIn = (
    path: string,
    fields: Readonly<Record<string, unknown>>,
    reasonOf: (reason: Reason) => Reason
  ) => ask({ method: "POST", path }, fields, tokenOf, reasonOf)

  const refuse = (why: string) =>
    Effect.fail(
      new ScreepsError({ operation: `POST ${paths.Password}`, reason: new Unauthorized({ detail: why }) })
    )

  switch (who._tag) {
    case "Guest":
      return refuse(noAccount)
    case "Token":
      return refuse(tokenRefused)
    case "Password":
      return server.kind === "official"
        ? refuse(noPasswords)
        : Effect.suspend(() =>
            signIn(paths.Password, { email: who.user, password: Redacted.value(who.password) }, (reason) =>
              reason._tag === "Unauthorized" ? new Unauthorized({ detail: passwordRefused }) : reason
            )
          ).pipe(countSignIn("Password"))
    case "SteamTicket": {
      let native = who.useNativeAuth
      const askNative = ask({ method: "GET", path: versionPath }, undefined, nativeOf, identity)
      return Effect.gen(function* () {
        native ??= yield* askNative
        const body = { ticket: Redacted.value(who.ticket), useNativeAuth: native }
        return yield* signIn(paths.SteamTicket, body, (reason) =>
          isTicketRefusal(reason) ? new Unauthorized({ detail: ticketRefused }) : reason
        )
      }).pipe(countSignIn("SteamTicket"))
    }
  }
}

interface Held {
  readonly token: Redacted.Redacted
  readonly generation: number
  /** The loan whose answer brought the token; 0 for the token of the sign-in itself. */
  readonly sequence: number
}

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted) =>
  Redacted.value(one) === Redacted.value(other)

/** What a change of the token means to listeners. */
const tell = (publish: Publish, before: Held | undefined, after: Held | undefined): Effect.Effect<void> => {
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

const makeWith = (
  ask: Ask,
  publish: Publish,
  server: Server.Description,
  who: Credentials.Method,
  limits: Option.Option<RateLimits.RateLimits["Service"]>
): Effect.Effect<Session["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const permanent = who._tag === "Token"
    const state = yield* SubscriptionRef.make<Held | undefined>(
      permanent ? { token: who.token, generation: 0, sequence: 0 } : undefined
    )
    let generations = 0
    let sequences = 0

    /** Listeners are told before what they are told comes true. */
    const change = (next: (held: Held | undefined) => Option.Option<Held | undefined>): Effect.Effect<void> =>
      Effect.uninterruptible(
        SubscriptionRef.updateSomeEffect(state, (before) => {
          const changed = next(before)
          if (Option.isNone(changed)) return Effect.succeed(changed)
          return Effect.as(tell(publish, before, changed.value), changed)
        })
      )

    const signIn = Effect.flatMap(makeSignIn(ask, server, who), (token) => {
      const held: Held = { token, generation: ++generations, sequence: 0 }
      return Effect.as(
        change(() => Option.some(held)),
        held
      )
    })

    const signedIn = shared(signIn, scope)

    const lend = (held: Held): TokenLease => ({
      token: held.token,
      generation: held.generation,
      sequence: ++sequences
    })

    const acquire = Effect.flatMap(SubscriptionRef.get(state), (held) =>
      held === undefined ? Effect.map(signedIn, lend) : Effect.succeed(lend(held))
    )

    const session: Omit<Session["Service"], "user"> = {
      method: who._tag,
      acquire: acquire,
      current: Effect.map(SubscriptionRef.get(state), (held) =>
        held === undefined ? undefined : lend(held)
      ),
      onTokenReceived: (loan, token) =>
        permanent || Redacted.value(token) === ""
          ? Effect.void
          : change((held) =>
              held === undefined || loan.generation !== held.generation || loan.sequence < held.sequence
                ? Option.none()
                : Option.some({ token, generation: loan.generation, sequence: loan.sequence })
            ),
      onTokenRejected: (loan, fresh = false) =>
        permanent
          ? Effect.map(signedIn, lend)
          : Effect.andThen(
              change((held) =>
                held !== undefined &&
                (isSame(held.token, loan.token) || (fresh && held.generation === loan.generation))
                  ? Option.some(undefined)
                  : Option.none()
              ),
              acquire
            ),
      changes: Stream.map(SubscriptionRef.changes(state), (held) => held?.token)
    }

    const through = Option.match(limits, {
      onNone: (): RateLimits.RateLimits["Service"]["withLimit"] => (_, exchange) => exchange,
      onSome: ({ withLimit: through }) => through
    })
    let user: UserId | undefined
    const learnt = Effect.tap(askUser(ask, session, through), (id) =>
      Effect.sync(() => {
        user = id
      })
    )
    const asked = shared(learnt, scope)

    return Session.of({
      ...session,
      user: Effect.suspend(() => (user === undefined ? asked : Effect.succeed(user)))
    })
  })

/**
 * Makes the owner of the token; a sign-in that is under way ends with the scope.
 *
 * **Details**
 *
 * Where the program has `RateLimits`, asking for the user counts towards them; where it has `ScreepsEvents`, listeners
 * are told what the session asks and learns.
 */
export const make: Effect.Effect<
  Session["Service"],
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient | Scope.Scope
> = Effect.gen(function* () {
  const server = yield* Server.Server
  const publish = yield* publishing
  const who = yield* Credentials.Credentials
  return yield* makeWith(
    makeAsk(yield* HttpClient.HttpClient, server, publish, secretsOf(who)),
    publish,
    server,
    who,
    yield* Effect.serviceOption(RateLimits.RateLimits)
  )
})

/** Provides the owner of the token. */
export const layer: Layer.Layer<
  Session,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> = Layer.effect(Session, make)
