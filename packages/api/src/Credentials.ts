/**
 * Who a program is to a server.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/**
 * An API token, made in the account settings of an official server; it does not expire and is never overwritten.
 *
 * @category models
 * @since 0.1.0
 */
export interface Token {
  readonly _tag: "Token"
  readonly token: Redacted.Redacted
}

/**
 * An account with a password, on private servers with an auth mod: signed in when first needed, and again whenever
 * the token has died (a minute after the last answer).
 *
 * @category models
 * @since 0.1.0
 */
export interface Password {
  readonly _tag: "Password"
  /** The account's name or mail address, exactly as registered. */
  readonly user: string
  readonly password: Redacted.Redacted
}

/**
 * Nobody: only what servers tell everyone.
 *
 * @category models
 * @since 0.1.0
 */
export interface Guest {
  readonly _tag: "Guest"
}

/**
 * One of the ways to be someone.
 *
 * @category models
 * @since 0.1.0
 */
export type Method = Token | Password | Guest

/**
 * Who the program is to the server.
 *
 * @category services
 * @since 0.1.0
 */
export class Credentials extends Context.Service<Credentials, Method>()("@screeps-effect/api/Credentials") {}

/**
 * Provides an API token, as official servers want it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerToken = (token: Redacted.Redacted): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Token", token })

/**
 * Provides an account with a password, for private servers with an auth mod; `user` is its name or mail address.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerPassword = (account: {
  readonly user: string
  readonly password: Redacted.Redacted
}): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Password", user: account.user, password: account.password })

/**
 * Provides nobody: calls that need an account fail with `Unauthorized` before anything is sent.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerGuest: Layer.Layer<Credentials> = Layer.succeed(Credentials, { _tag: "Guest" })

/**
 * Provides what the configuration names: `SCREEPS_TOKEN`, else `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`.
 *
 * **Errors** `ConfigError` when neither is there.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<Credentials, Config.ConfigError> = Layer.effect(
  Credentials,
  Effect.gen(function* () {
    const token = yield* Config.option(Config.Redacted("SCREEPS_TOKEN"))
    if (Option.isSome(token)) return Credentials.of({ _tag: "Token", token: token.value })
    const account = yield* Config.all({
      user: Config.NonEmptyString("SCREEPS_USERNAME"),
      password: Config.Redacted("SCREEPS_PASSWORD")
    })
    return Credentials.of({ _tag: "Password", ...account })
  })
)
