/** Chooses the server and the account of a command. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import type * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { Path } from "effect/Path"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { Usage } from "../runner/failure.ts"
import { tokenFrom } from "../input/input.ts"
import * as Settings from "./settings.ts"

/** A server and the credentials for it. */
export interface Chosen {
  readonly server: Server.Description
  readonly method: Credentials.Method
}

const guest: Credentials.Method = { _tag: "Guest" }

/** Returns a variable of the environment; `undefined` if it is absent or empty. */
export const variable = (name: string) =>
  Effect.map(Config.option(Config.String(name)), (text) =>
    Option.getOrUndefined(Option.filter(text, (one) => one !== ""))
  )

/** Returns the credentials in the environment; `undefined` if it contains no account. */
const fromEnvironment = Effect.gen(function* () {
  const token = yield* Config.option(Config.Redacted("SCREEPS_TOKEN"))
  if (Option.isSome(token)) return { _tag: "Token", token: token.value } as const
  const user = yield* variable("SCREEPS_USERNAME")
  const password = yield* Config.option(Config.Redacted("SCREEPS_PASSWORD"))
  if (user === undefined && Option.isNone(password)) return undefined
  if (user !== undefined && Option.isSome(password)) {
    return { _tag: "Password", username: user, password: password.value } as const
  }
  return yield* new Usage({ message: "set both SCREEPS_USERNAME and SCREEPS_PASSWORD, or neither" })
})

const withShard = (server: Server.Description) =>
  Effect.map(Settings.Shard, (shard) => ({ ...server, shard: shard ?? server.shard }))

const byAddress = Effect.fnUntraced(function* (address: string, method: Credentials.Method) {
  const shard = yield* variable("SCREEPS_SHARD")
  const password = Option.getOrUndefined(yield* Config.option(Config.Redacted("SCREEPS_SERVER_PASSWORD")))
  const historyUrl = yield* variable("SCREEPS_HISTORY_URL")
  const parsed = Server.parse(address, { shard, password, historyUrl })
  if (Result.isFailure(parsed))
    return yield* new Usage({ message: `invalid address: ${parsed.failure.detail}` })
  return { server: parsed.success, method }
})

/** Returns the credentials file that a flag or the environment names. */
export const namedFile = Effect.flatMap(Settings.File, (flag) =>
  flag === undefined ? variable("SCREEPS_CONFIG") : Effect.succeed(flag)
)

const fileOptions = Effect.map(Settings.File, (file) => ({ file }))

/** Reads the credentials file that the flags name, or the first one found. */
export const file = Effect.flatMap(fileOptions, ConfigFile.read)

/** Reads the credentials file; `undefined` when none was named and none is found. */
export const fileIfAny = Effect.catchIf(
  file,
  ({ reason }) => reason._tag === "NotFound" && reason.namedBy === "search",
  () => Effect.undefined
)

const byName = Effect.fnUntraced(function* (
  found: ConfigFile.ConfigFile,
  name: string | undefined,
  isGuest: boolean
) {
  const server = yield* Effect.fromResult(ConfigFile.server(found, name))
  if (isGuest) return { server, method: guest }
  return { server, method: yield* Effect.fromResult(ConfigFile.credentials(found, name)) }
})

/** Returns whether flags or the environment name a server or an account that is not in the file. */
export const isOutsideFile = Effect.gen(function* () {
  if (
    (yield* Settings.Url) !== undefined ||
    (yield* Settings.TokenFile) !== undefined ||
    (yield* Settings.Guest)
  )
    return true
  if ((yield* Settings.ServerName) !== undefined || (yield* Settings.File) !== undefined) return false
  for (const name of ["SCREEPS_URL", "SCREEPS_TOKEN", "SCREEPS_USERNAME"])
    if ((yield* variable(name)) !== undefined) return true
  return false
})

/** Returns whether the server comes from elsewhere than the file, or there is no file. */
export const isChosenElsewhere = Effect.gen(function* () {
  if (yield* isOutsideFile) return true
  return (yield* Settings.ServerName) === undefined && (yield* fileIfAny) === undefined
})

/** Returns a name for an account that has none in a file. */
export const nameOf = ({ method, server }: Chosen): string =>
  method._tag === "Password" ? method.username : new URL(server.url).hostname

/**
 * Returns whether a file was found in the current folder, which may be that of a downloaded project, rather than named in
 * the environment or found in the home folder.
 */
export const isForeign = Effect.fnUntraced(function* (file: string) {
  const path = yield* Path
  if (path.isAbsolute(file) || (yield* variable("SCREEPS_CONFIG")) !== undefined) return false
  const home = (yield* variable("HOME")) ?? (yield* variable("USERPROFILE"))
  return home === undefined || path.dirname(path.resolve(file)) !== path.resolve(home)
})

/** Fails if a server was taken from a foreign file: its author would receive a token from elsewhere. */
const requireOwnFile = Effect.fnUntraced(function* ({ file }: ConfigFile.ConfigFile) {
  if ((yield* Settings.File) !== undefined || !(yield* isForeign(file))) return
  return yield* new Usage({
    message: `nothing was sent: the server would come from ${file} in the current folder, and the token from --token-file; pass --config ${file} if you trust that file, or --url`
  })
})

/** Returns the credentials that the flags choose; `undefined` if they choose none. */
const replacement = Effect.gen(function* () {
  if (yield* Settings.Guest) return guest
  const tokenFile = yield* Settings.TokenFile
  if (tokenFile === undefined) return undefined
  const token = yield* tokenFrom(tokenFile, "screeps-token")
  return { _tag: "Token", token } as const
})

/** Returns a server of the credentials file and its account, with the shard of the flags. */
export const named = Effect.fnUntraced(function* (name: string) {
  const { method, server } = yield* byName(yield* file, name, false)
  return { server: yield* withShard(server), method }
})

/** Returns the server at an address, with the shard and credentials of the flags and the environment. */
export const at = Effect.fnUntraced(function* (address: string) {
  const { method, server } = yield* byAddress(
    address,
    (yield* replacement) ?? (yield* fromEnvironment) ?? guest
  )
  return { server: yield* withShard(server), method }
})

/**
 * Returns the server and account from flags, environment and credentials file, in this order:
 *
 * `--url` with the account in the environment; `--server` or `--config` from the file; the environment (`SCREEPS_URL` or an account);
 * the file's `main` or only server; the official main world without an account. `--token-file` and `--guest` replace the
 * account, `--shard` the shard. A token of `--token-file` is not sent to a server of a file that was found in the current
 * folder.
 */
export const choose = Effect.gen(function* () {
  const url = yield* Settings.Url
  const name = yield* Settings.ServerName
  if (url !== undefined && name !== undefined) {
    return yield* new Usage({ message: "--url and --server cannot be combined" })
  }
  const replaced = yield* replacement

  const chosen = yield* Effect.gen(function* () {
    if (url !== undefined) {
      return yield* byAddress(url, replaced ?? (yield* fromEnvironment) ?? guest)
    }
    const fromFile = (found: ConfigFile.ConfigFile, server: string | undefined) =>
      Effect.andThen(
        replaced === undefined || replaced === guest ? Effect.void : requireOwnFile(found),
        byName(found, server, replaced !== undefined)
      )
    if (name !== undefined || (yield* Settings.File) !== undefined) return yield* fromFile(yield* file, name)
    const address = yield* variable("SCREEPS_URL")
    const account = yield* fromEnvironment
    if (address !== undefined || account !== undefined) {
      return yield* byAddress(address ?? "https://screeps.com", replaced ?? account ?? guest)
    }
    const found = yield* fileIfAny
    return found === undefined
      ? yield* byAddress("https://screeps.com", replaced ?? guest)
      : yield* fromFile(found, undefined)
  })
  return { server: yield* withShard(chosen.server), method: replaced ?? chosen.method } satisfies Chosen
})
