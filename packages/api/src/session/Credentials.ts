/** Who a program is to a server. */
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

/** Who the program is to the server. */
export class Credentials extends Context.Service<Credentials, Method>()("@screeps-effect/api/Credentials") {}

/** Provides an API token, as official servers want it. */
export const layerToken = (token: Redacted.Redacted): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Token", token })

/**
 * Provides an account with a password, for private servers with an auth mod; `username` is its name or mail address.
 */
export const layerPassword = (account: {
  readonly username: string
  readonly password: Redacted.Redacted
}): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, { _tag: "Password", username: account.username, password: account.password })

/**
 * Provides a ticket of the Steam client, hex text for the game's app, 464350.
 *
 * **Details**
 *
 * With `useNativeAuth` it is an encrypted app ticket, otherwise an ordinary session ticket. A server takes one of the
 * two only, and is asked which by its version when it is not told here.
 *
 * **Gotchas**
 *
 * When the session token has died, the same ticket is sent again. Whether servers take a ticket twice is not known;
 * when they do not, calls fail with `Unauthorized`.
 *
 * **Source** `POST /api/auth/steam-ticket`, its refusals recorded from a server 4.3.0, its success read in the
 * server's source.
 */
export const layerSteamTicket = (options: {
  readonly ticket: Redacted.Redacted
  readonly useNativeAuth?: boolean | undefined
}): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials, {
    _tag: "SteamTicket",
    ticket: options.ticket,
    useNativeAuth: options.useNativeAuth
  })

/** Provides nobody: calls that need an account fail with `Unauthorized` before anything is sent. */
export const layerGuest: Layer.Layer<Credentials> = Layer.succeed(Credentials, { _tag: "Guest" })

/** What is missing, in the words of who has to set it. */
const missing = (name: string, message: string) =>
  Config.fail(
    new Schema.SchemaError(new SchemaIssue.Pointer([name], new SchemaIssue.InvalidValue({ message })))
  )

/**
 * Provides what the configuration names: `SCREEPS_TOKEN`, else `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`.
 *
 * **Errors** `ConfigError` when neither is there, or half an account.
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
    if (Option.isSome(user)) return yield* missing("SCREEPS_PASSWORD", "the account's password is missing")
    if (Option.isSome(password)) return yield* missing("SCREEPS_USERNAME", "the account's name is missing")
    return yield* missing(
      "SCREEPS_TOKEN",
      "a token is missing (or SCREEPS_USERNAME and SCREEPS_PASSWORD, where servers know passwords)"
    )
  })
)

/**
 * Provides the account that a configuration file names, a token or a password: see `ConfigFile` for the files, their
 * search and their forms.
 *
 * **Details**
 *
 * Without a name it is that of the file's only server, else of the one called `main`. `ConfigFile.layer` provides
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
