/** Checks the settings of `screeps doctor --local`, without a request: the credentials file, its entry, proxies. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as servers from "../../../config/servers.ts"
import * as Settings from "../../../config/settings.ts"
import { describe } from "../../../runner/failure.ts"
import { type Line, ok, problem, skipped } from "./line.ts"

const failed = (check: Line["check"], error: unknown): Line => {
  const { hint, message } = describe(error)
  return problem(check, message, hint)
}

/** Returns the name of what chose the server instead of the file; `undefined` if the file does. */
const elsewhere = Effect.gen(function* () {
  if (Option.isSome(yield* Settings.Url)) return "--url"
  if (Option.isSome(yield* Settings.ServerName)) return undefined
  for (const name of ["SCREEPS_URL", "SCREEPS_TOKEN", "SCREEPS_USERNAME"])
    if ((yield* servers.variable(name)) !== undefined) return `${name} in the environment`
  return undefined
})

/** Returns why a file is the one that is read. */
const namedBy = Effect.gen(function* () {
  if (Option.isSome(yield* Settings.File)) return "named by --config"
  return (yield* servers.variable("SCREEPS_CONFIG")) === undefined
    ? "the first one found"
    : "named by SCREEPS_CONFIG"
})

/** Returns the other files that exist, none of which is read. */
const ignored = (file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const others = (yield* ConfigFile.searchPaths).filter((one) => path.resolve(one) !== path.resolve(file))
    return yield* Effect.filter(others, (one) => Effect.orElseSucceed(fs.exists(one), () => false))
  })

/** Returns the permissions of a file, such as `644`, if others may read it; Windows has none of this kind. */
const readableByOthers = (file: string) =>
  Effect.gen(function* () {
    if (process.platform === "win32") return undefined
    const { mode } = yield* (yield* FileSystem).stat(file)
    return (mode & 0o077) === 0 ? undefined : (mode & 0o777).toString(8)
  }).pipe(Effect.orElseSucceed(() => undefined))

/** Checks the credentials file. @internal */
export const file = Effect.gen(function* () {
  const winner = yield* elsewhere
  const isRequired = Option.isSome(yield* Settings.ServerName)
  const found = yield* Effect.result(isRequired ? servers.file : servers.fileIfAny)
  if (Result.isFailure(found)) return failed("file", found.failure)
  if (found.success === undefined) {
    const why = winner === undefined ? "" : `, and not needed: ${winner} wins`
    return ok("file", `none found${why}`)
  }
  const { file } = found.success
  const others = yield* ignored(file)
  const mode = yield* readableByOthers(file)
  const detail = [
    `${file}, ${yield* namedBy}`,
    ...(winner === undefined ? [] : [`not used, since ${winner} wins`]),
    ...(others.length === 0 ? [] : [`not read: ${others.join(", ")}`]),
    mode === undefined ? "readable only by you" : `readable by other users (mode ${mode})`
  ].join("; ")
  return mode === undefined
    ? ok("file", detail)
    : problem("file", detail, `It contains credentials: chmod 600 ${file}`)
})

const accountOf = ({ method }: servers.Chosen): string => {
  switch (method._tag) {
    case "Guest":
      return "no account"
    case "Password":
      return `account ${method.username}`
    case "Token":
      return "an API token"
    case "SteamTicket":
      return "a Steam ticket"
  }
}

const sourceOf = Effect.gen(function* () {
  const winner = yield* elsewhere
  if (winner !== undefined) return `by ${winner}`
  const name = Option.getOrUndefined(yield* Settings.ServerName)
  if (name !== undefined) return `the entry ${name}, by --server`
  const found = yield* servers.fileIfAny
  if (found === undefined) return "by default"
  const [only] = found.servers.keys()
  return found.servers.size === 1
    ? `the entry ${only ?? ""}, the only one`
    : `the entry main, the default of ${found.servers.size}`
})

/** Failures of the file as a whole. */
const ofFile: ReadonlySet<string> = new Set(["NotFound", "Unreadable", "Malformed"])

/** Checks the server and the account; returns them if there are any. @internal */
export const entry = Effect.gen(function* () {
  const chosen = yield* Effect.result(servers.choose)
  if (Result.isFailure(chosen)) {
    const { failure } = chosen
    const line =
      failure._tag === "ConfigFileError" && ofFile.has(failure.reason._tag)
        ? skipped("entry", "the file cannot be read")
        : failed("entry", failure)
    return { line, chosen: undefined }
  }
  const { method, server } = chosen.success
  const shard = server.kind === "private" ? [] : [server.shard ?? "no shard: pass --shard to most commands"]
  const detail = [server.url, accountOf(chosen.success), ...shard, yield* sourceOf].join(", ")
  const isGuest = method._tag === "Guest" && !(yield* Settings.Guest)
  const line = isGuest
    ? problem(
        "entry",
        detail,
        "Add an account: screeps login --save, SCREEPS_TOKEN, or SCREEPS_USERNAME and SCREEPS_PASSWORD."
      )
    : ok("entry", detail)
  return { line, chosen: chosen.success }
})

const loopback = /^(?:localhost|[^.]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i

/** Whether a host is one of `NO_PROXY`: a name and those below it, with a port or without, or `*`. */
const isExcluded = (exceptions: string, { hostname, port, protocol }: URL): boolean =>
  exceptions
    .slice(0, 10_000)
    .split(/[,\s]/)
    .some((one) => {
      const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(one.toLowerCase()) ?? []
      if (name === "*") return true
      const actual = port || (protocol === "https:" ? "443" : "80")
      return (
        name !== "" &&
        (only === undefined || only === actual) &&
        (hostname === name || hostname.endsWith(`.${name}`))
      )
    })

/** Returns the first of these variables that is set, and the address without its password. */
const firstSet = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    for (const name of names) {
      const value = yield* servers.variable(name)
      if (value === undefined) continue
      const url = URL.parse(value)
      return { name, address: url === null ? "no address" : `${url.protocol}//${url.host}` }
    }
    return undefined
  })

/** Checks which proxy requests to an address use. @internal */
export const proxy = (address: string) =>
  Effect.gen(function* () {
    const url = new URL(address)
    const scheme = url.protocol === "https:" ? "https_proxy" : "http_proxy"
    const used = yield* firstSet([scheme, scheme.toUpperCase()])
    const other = yield* firstSet(["all_proxy", "ALL_PROXY"])
    if (used === undefined)
      return other === undefined
        ? ok("proxy", "none")
        : problem(
            "proxy",
            `${other.name} is ${other.address}, which is not used`,
            "Set HTTP_PROXY and HTTPS_PROXY instead."
          )
    const detail = `${used.name} is ${used.address}`
    if (loopback.test(url.hostname)) return ok("proxy", `none for this machine's own addresses; ${detail}`)
    const exceptions = (yield* servers.variable("no_proxy")) ?? (yield* servers.variable("NO_PROXY")) ?? ""
    return ok("proxy", isExcluded(exceptions, url) ? `none, by NO_PROXY; ${detail}` : detail)
  })
