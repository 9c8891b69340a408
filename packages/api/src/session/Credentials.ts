/** The credentials with which a program signs in to a server. */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type * as Scope from "effect/Scope"
import { redact } from "../client/redact.ts"
import { ifSlow } from "../client/timeLimit.ts"
import { Unauthorized } from "../ScreepsError.ts"
import type { Method } from "./Method.ts"

export type { Guest, Method, Password, SteamTicket, Token } from "./Method.ts"

/** The credentials with which the program signs in. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** The credentials in use. */
    readonly current: Method
    /**
     * Looks for others after the server rejected `current`; returns whether there are others, which are `current` from
     * then on. Fails with `Unauthorized` when they cannot be read, or belong to another account.
     */
    readonly renew: Effect.Effect<boolean, Unauthorized>
  }
>()("@screeps-effect/api/Credentials") {}

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted) =>
  Redacted.value(one) === Redacted.value(other)

/** Compares the secrets of credentials of one account; `undefined` for those of two. */
const isEqual = (one: Method, other: Method): boolean | undefined => {
  if (one._tag === "Token" && other._tag === "Token") return isSame(one.token, other.token)
  if (one._tag === "SteamTicket" && other._tag === "SteamTicket") return isSame(one.ticket, other.ticket)
  if (one._tag === "Password" && other._tag === "Password")
    return one.username === other.username ? isSame(one.password, other.password) : undefined
  return one._tag === "Guest" && other._tag === "Guest" ? true : undefined
}

const unauthorized = (detail: string) => new Unauthorized({ detail })

const notAgain = (error: unknown) =>
  unauthorized(
    `the credentials were rejected, and cannot be read again: ${redact(error instanceof Error ? error.message : String(error))}`
  )

/** Creates credentials that an effect reads again. @internal */
export const make = <E>(first: Method, read: Effect.Effect<Method, E>): Credentials["Service"] => {
  let current = first
  return {
    get current() {
      return current
    },
    renew: Effect.flatMap(Effect.mapError(read, notAgain), (next) => {
      const isUnchanged = isEqual(current, next)
      if (isUnchanged === undefined)
        return Effect.fail(
          unauthorized("the credentials were rejected, and those read again are of another kind or account")
        )
      current = next
      return Effect.succeed(!isUnchanged)
    })
  }
}

const logSlow = Effect.logWarning(
  "No credentials for ten seconds: the effect that reads them has not ended. The client waits for them."
)

/** Provides credentials that do not change. */
export const layer = (method: Method): Layer.Layer<Credentials> =>
  Layer.sync(Credentials, () => make(method, Effect.succeed(method)))

/**
 * Provides the credentials that an effect returns: from a vault, a mounted secret or a prompt.
 *
 * **Details**
 *
 * The effect runs when the layer is built, whose error is the effect's, and again each time that the server rejects the
 * credentials, once for all calls that wait. If it returns others, they are used at once, and no call fails; if it returns
 * the same ones, or fails, the calls fail with `Unauthorized`, and the next call tries again. They must be of the same
 * kind and user name as before: a client belongs to one account.
 *
 * **Gotchas**
 *
 * Official servers also reject a restricted token for a call outside its scope: the effect then runs, too. After a rejection the
 * effect may take as long as the client's `ScreepsClient.RequestTimeout`, and a call waits for it as long as its own: then
 * the calls fail with `Unauthorized`, and the next call runs the effect again. When the layer is built, the effect has no
 * time limit, since it may ask a person: give it one with `Effect.timeout`. A wait of ten seconds is logged.
 *
 * ```ts
 * import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import type * as Redacted from "effect/Redacted"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 *
 * declare const readSecret: (name: string) => Effect.Effect<Redacted.Redacted, Error>
 *
 * const fromVault = Effect.map(readSecret("screeps"), (token) => ({ _tag: "Token", token }) as const)
 * const layer = ScreepsClient.layerNoDeps().pipe(
 *   Layer.provide(Credentials.layerEffect(fromVault)),
 *   Layer.provide([Server.layer(Server.official({ shard: "shard3" })), FetchHttpClient.layer])
 * )
 * ```
 */
export const layerEffect = <E, R>(
  read: Effect.Effect<Method, E, R>
): Layer.Layer<Credentials, E, Exclude<R, Scope.Scope>> =>
  Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      return make(yield* ifSlow(read, logSlow), Effect.provideContext(read, context))
    })
  )

/** Provides an API token, as official servers require it. */
export const layerToken = (token: Redacted.Redacted): Layer.Layer<Credentials> =>
  layer({ _tag: "Token", token })

/** Provides an account with a password, for private servers with an auth mod, such as `screepsmod-auth`. */
export const layerPassword = (account: {
  /** The account's name or mail address, exactly as registered. */
  readonly username: string
  /** The account's password. */
  readonly password: Redacted.Redacted
}): Layer.Layer<Credentials> =>
  layer({ _tag: "Password", username: account.username, password: account.password })

/**
 * Provides a ticket of the Steam client, hex text for the game's app, 464350.
 *
 * **Details**
 *
 * With `useNativeAuth` it is an encrypted app ticket, otherwise an ordinary session ticket. A server accepts only one of
 * the two; without `useNativeAuth`, the server's version determines which.
 *
 * **Gotchas**
 *
 * When the session token has expired, the same ticket is sent again. Whether servers accept a ticket twice is unknown;
 * if they do not, calls fail with `Unauthorized`. `layerEffect` can get a new one.
 *
 * **Source** `POST /api/auth/steam-ticket`: rejections recorded from a server 4.3.0, success read in the server's
 * source.
 */
export const layerSteamTicket = (options: {
  /** The ticket as hex text. */
  readonly ticket: Redacted.Redacted
  /** Whether it is an encrypted app ticket; by default the server's version determines the kind. */
  readonly useNativeAuth?: boolean | undefined
}): Layer.Layer<Credentials> =>
  layer({ _tag: "SteamTicket", ticket: options.ticket, useNativeAuth: options.useNativeAuth })

/** Provides no account: calls that require one fail with `Unauthorized` before anything is sent. */
export const layerGuest: Layer.Layer<Credentials> = layer({ _tag: "Guest" })

/** Fails with a message about a missing variable. */
const missing = (name: string, message: string) =>
  Config.fail(
    new Schema.SchemaError(new SchemaIssue.Pointer([name], new SchemaIssue.InvalidValue({ message })))
  )

/**
 * The credentials in the configuration: `SCREEPS_TOKEN`, else `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`; a guest when only
 * `SCREEPS_URL` is set.
 */
const fromConfig = Effect.gen(function* () {
  const token = yield* Config.option(Config.Redacted("SCREEPS_TOKEN"))
  if (Option.isSome(token)) return { _tag: "Token", token: token.value } as const
  const user = yield* Config.option(Config.NonEmptyString("SCREEPS_USERNAME"))
  const password = yield* Config.option(Config.Redacted("SCREEPS_PASSWORD"))
  if (Option.isSome(user) && Option.isSome(password)) {
    return { _tag: "Password", username: user.value, password: password.value } as const
  }
  if (Option.isSome(user))
    return yield* missing("SCREEPS_PASSWORD", "SCREEPS_USERNAME is set, but SCREEPS_PASSWORD is not")
  if (Option.isSome(password))
    return yield* missing("SCREEPS_USERNAME", "SCREEPS_PASSWORD is set, but SCREEPS_USERNAME is not")
  if (Option.isSome(yield* Config.option(Config.NonEmptyString("SCREEPS_URL")))) {
    return { _tag: "Guest" } as const
  }
  return yield* missing(
    "SCREEPS_TOKEN",
    "no credentials: set SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD on servers with passwords"
  )
})

/**
 * Provides the credentials in the configuration: `SCREEPS_TOKEN`, else `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`; a guest
 * when only `SCREEPS_URL` is set.
 *
 * **Details**
 *
 * When the server rejects them, they are read again, as with `layerEffect`: a provider that reads mounted files, such as
 * `ConfigProvider.fromDir`, then returns new ones. The environment is read once, when the program starts.
 *
 * **Errors** `ConfigError` when nothing is set, or only one of user name and password.
 */
export const layerConfig: Layer.Layer<Credentials, Config.ConfigError> = Layer.fresh(layerEffect(fromConfig))
