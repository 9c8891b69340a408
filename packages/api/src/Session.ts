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
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
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
import * as Credentials from "./Credentials.ts"
import { read } from "./internal/answer.ts"
import { send, type Wire } from "./internal/transport.ts"
import { type Reason, ScreepsError, Unauthorized, Unexpected } from "./ScreepsError.ts"
import * as Server from "./Server.ts"

/**
 * A token lent for one request.
 *
 * **Details**
 *
 * `turn` counts sign-ins, `order` counts loans: the newest token is the one that came in answer to the request sent
 * last within the latest sign-in, so that late answers do not win.
 *
 * @category models
 * @since 0.1.0
 */
export interface Loan {
  readonly token: Redacted.Redacted
  readonly turn: number
  readonly order: number
}

/**
 * The one owner of the token.
 *
 * @category services
 * @since 0.1.0
 */
export class Session extends Context.Service<
  Session,
  {
    /** What the credentials are: an API token is never replaced, guests never get one. */
    readonly method: Credentials.Method["_tag"]
    /** A token for one request; signs in when there is none, all callers sharing one sign-in. */
    readonly borrow: Effect.Effect<Loan, ScreepsError>
    /** A token for one request if there is one; never signs in. */
    readonly peek: Effect.Effect<Loan | undefined>
    /** The server answered a request sent with this loan and handed out a new token. API tokens stay as they are. */
    readonly renew: (loan: Loan, token: Redacted.Redacted) => Effect.Effect<void>
    /**
     * The server refused this loan: lends the current token if another request has learnt a newer one, else signs
     * in anew. Fails with `Unauthorized` for an API token, which nothing could replace.
     */
    readonly refused: (loan: Loan) => Effect.Effect<Loan, ScreepsError>
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

/** Why a call by nobody fails, before anything is sent. @internal */
export const noAccount = "guests have no account: provide Credentials"

/** Why a call with a refused API token fails: nothing could replace it. @internal */
export const tokenRefused = "the API token was refused"

const noPasswords = "official servers admit no passwords: use an API token"
const passwordRefused = "the name or the password is wrong"
const ticketRefused = "the ticket was refused"

/** How servers refuse a ticket, with status 200. */
const ticketRefusals = ["could not authenticate", "invalid encrypted ticket"]

const isTicketRefusal = (reason: Reason) =>
  reason._tag === "Unauthorized" || (reason._tag === "Rejected" && ticketRefusals.includes(reason.text))

const makeSignIn = (
  http: HttpClient.HttpClient,
  server: Server.Description,
  who: Credentials.Method
): Effect.Effect<Redacted.Redacted, ScreepsError> => {
  /** Asks without a token, and reads the answer. */
  const ask = <A>(
    wire: Pick<Wire, "method" | "path" | "body">,
    decode: Decoder.Decoder<A>,
    reasonOf: (reason: Reason) => Reason
  ): Effect.Effect<A, ScreepsError> =>
    Effect.gen(function* () {
      const answer = yield* send(
        http,
        server,
        { ...wire, query: {}, format: "json" },
        undefined,
        signInTimeout
      )
      const body = yield* Effect.mapError(Effect.fromResult(read(answer)), reasonOf)
      const decoded = decode(body)
      return Result.isSuccess(decoded)
        ? decoded.success
        : yield* new Unexpected({ status: answer.status, issue: decoded.failure.message })
    }).pipe(
      Effect.mapError((reason) => new ScreepsError({ operation: `${wire.method} ${wire.path}`, reason })),
      Effect.withSpan(`${wire.method} ${wire.path}`, { kind: "client" })
    )

  const signIn = (path: string, body: object, reasonOf: (reason: Reason) => Reason) =>
    ask({ method: "POST", path, body: JSON.stringify(body) }, tokenOf, reasonOf)

  const refuse = (why: string) =>
    Effect.fail(new ScreepsError({ operation: `POST ${paths.Password}`, reason: new Unauthorized({ why }) }))

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
              reason._tag === "Unauthorized" ? new Unauthorized({ why: passwordRefused }) : reason
            )
          )
    case "SteamTicket": {
      let native = who.useNativeAuth
      const askNative = ask({ method: "GET", path: versionPath, body: undefined }, nativeOf, identity)
      return Effect.gen(function* () {
        native ??= yield* askNative
        const body = { ticket: Redacted.value(who.ticket), useNativeAuth: native }
        return yield* signIn(paths.SteamTicket, body, (reason) =>
          isTicketRefusal(reason) ? new Unauthorized({ why: ticketRefused }) : reason
        )
      })
    }
  }
}

interface Held {
  readonly token: Redacted.Redacted
  readonly turn: number
  /** The loan whose answer brought the token; 0 for the token of the sign-in itself. */
  readonly order: number
}

const makeWith = (
  http: HttpClient.HttpClient,
  server: Server.Description,
  who: Credentials.Method
): Effect.Effect<Session["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const permanent = who._tag === "Token"
    const state = yield* SubscriptionRef.make<Held | undefined>(
      permanent ? { token: who.token, turn: 0, order: 0 } : undefined
    )
    let turns = 0
    let loans = 0
    let flight: Fiber.Fiber<Held, ScreepsError> | undefined

    const signIn = Effect.flatMap(makeSignIn(http, server, who), (token) => {
      const held: Held = { token, turn: ++turns, order: 0 }
      return Effect.as(SubscriptionRef.set(state, held), held)
    })

    // The flight lives in the session's scope: a caller that is interrupted only stops waiting for it.
    const signedIn: Effect.Effect<Held, ScreepsError> = Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        if (flight !== undefined) return restore(Fiber.join(flight))
        return Effect.flatMap(Effect.forkIn(Effect.interruptible(signIn), scope), (fiber) => {
          flight = fiber
          fiber.addObserver(() => {
            flight = undefined
          })
          return restore(Fiber.join(fiber))
        })
      })
    )

    const lend = (held: Held): Loan => ({ token: held.token, turn: held.turn, order: ++loans })

    return Session.of({
      method: who._tag,
      borrow: Effect.flatMap(SubscriptionRef.get(state), (held) =>
        held === undefined ? Effect.map(signedIn, lend) : Effect.succeed(lend(held))
      ),
      peek: Effect.map(SubscriptionRef.get(state), (held) => (held === undefined ? undefined : lend(held))),
      renew: (loan, token) =>
        permanent || Redacted.value(token) === ""
          ? Effect.void
          : SubscriptionRef.updateSome(state, (held) =>
              held === undefined || loan.turn !== held.turn || loan.order < held.order
                ? Option.none()
                : Option.some({ token, turn: loan.turn, order: loan.order })
            ),
      refused: (loan) =>
        Effect.flatMap(SubscriptionRef.get(state), (held) => {
          if (permanent) return Effect.map(signedIn, lend)
          if (held !== undefined && Redacted.value(held.token) !== Redacted.value(loan.token)) {
            return Effect.succeed(lend(held))
          }
          return Effect.map(Effect.andThen(SubscriptionRef.set(state, undefined), signedIn), lend)
        }),
      changes: Stream.map(SubscriptionRef.changes(state), (held) => held?.token)
    })
  })

/**
 * Makes the owner of the token; a sign-in that is under way ends with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<
  Session["Service"],
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient | Scope.Scope
> = Effect.gen(function* () {
  return yield* makeWith(yield* HttpClient.HttpClient, yield* Server.Server, yield* Credentials.Credentials)
})

/**
 * Provides the owner of the token.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  Session,
  never,
  Credentials.Credentials | Server.Server | HttpClient.HttpClient
> = Layer.effect(Session, make)
