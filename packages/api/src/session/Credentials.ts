/** The credentials with which a program signs in to a server. */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Path } from "effect/Path"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { ConfigFileError } from "../config/ConfigFileError.ts"
import * as File from "../config/file.ts"
import type { Method } from "./Method.ts"

export type { Guest, Method, Password, SteamTicket, Token } from "./Method.ts"

/** The credentials with which the program signs in. */
export class Credentials extends Context.Service<Credentials, Method>()("@screeps-effect/api/Credentials") {}

/** Provides an API token, as official servers require it. */
export const layerToken = (token: Redacted.Redacted): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Token", token })

/** Provides an account with a password, for private servers with an auth mod. */
export const layerPassword = (account: {
  /** The account's name or mail address, exactly as registered. */
  readonly username: string
  /** The account's password. */
  readonly password: Redacted.Redacted
}): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Password", username: account.username, password: account.password })

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
 * if they do not, calls fail with `Unauthorized`.
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
  Layer.succeed(Credentials, {
    _tag: "SteamTicket",
    ticket: options.ticket,
    useNativeAuth: options.useNativeAuth
  })

/** Provides no account: calls that require one fail with `Unauthorized` before anything is sent. */
export const layerGuest: Layer.Layer<Credentials> = Layer.succeed(Credentials, { _tag: "Guest" })

/** Fails with a message about a missing variable. */
const missing = (name: string, message: string) =>
  Config.fail(
    new Schema.SchemaError(new SchemaIssue.Pointer([name], new SchemaIssue.InvalidValue({ message })))
  )

/**
 * Provides the credentials in the configuration: `SCREEPS_TOKEN`, else `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`; a guest
 * when only `SCREEPS_URL` is set.
 *
 * **Errors** `ConfigError` when nothing is set, or only one of user name and password.
 */
export const layerConfig: Layer.Layer<Credentials, Config.ConfigError> = Layer.effect(
  Credentials,
  Effect.gen(function* () {
    const token = yield* Config.option(Config.Redacted("SCREEPS_TOKEN"))
    if (Option.isSome(token)) return Credentials.of({ _tag: "Token", token: token.value })
    const user = yield* Config.option(Config.NonEmptyString("SCREEPS_USERNAME"))
    const password = yield* Config.option(Config.Redacted("SCREEPS_PASSWORD"))
    if (Option.isSome(user) && Option.isSome(password)) {
      return Credentials.of({ _tag: "Password", username: user.value, password: password.value })
    }
    if (Option.isSome(user))
      return yield* missing("SCREEPS_PASSWORD", "SCREEPS_USERNAME is set, but SCREEPS_PASSWORD is not")
    if (Option.isSome(password))
      return yield* missing("SCREEPS_USERNAME", "SCREEPS_PASSWORD is set, but SCREEPS_USERNAME is not")
    if (Option.isSome(yield* Config.option(Config.NonEmptyString("SCREEPS_URL")))) {
      return Credentials.of({ _tag: "Guest" })
    }
    return yield* missing(
      "SCREEPS_TOKEN",
      "no credentials: set SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD on servers with passwords"
    )
  })
)

/**
 * Provides the account in a configuration file, a token or a password: see `ConfigFile` for the location and format of
 * the file.
 *
 * **Details**
 *
 * Without a name it is the account of the file's only server, else of the server `main`. `ConfigFile.layer` provides
 * server and account together and reads the file once.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (
  options?: File.Options
): Layer.Layer<Credentials, ConfigFileError, FileSystem | Path> =>
  Layer.effect(
    Credentials,
    Effect.flatMap(File.read(options), (file) => Effect.fromResult(File.credentials(file, options?.server)))
  )
