/** The checks of `screeps doctor --local`: settings without a request, then the server. */
import * as Auth from "@screeps-effect/api/Auth"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Game from "@screeps-effect/api/Game"
import type * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as Millis from "@screeps-effect/schema/Millis"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as Socket from "effect/socket/Socket"
import * as servers from "../../config/servers.ts"
import * as Settings from "../../config/settings.ts"
import { describe } from "../../runner/failure.ts"

const failed = (check: Line["check"], error: unknown, otherwise?: string): Line => {
  const { hint, message } = describe(error)
  return problem(check, message, hint?.includes("doctor --local") === true ? otherwise : hint)
}

/** Runs an effect; returns its result, and how long it took. */
const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const before = yield* Millis.monotonic
  const result = yield* Effect.result(effect)
  return { result, took: `${Math.round((yield* Millis.monotonic) - before)} ms` }
})

/** How far this clock is ahead of the server's, in milliseconds. */
export interface Clock {
  ahead: number | undefined
}

/** Compares the clocks at each response, by its `Date` header, which has whole seconds. */
export const comparing =
  (clock: Clock): ScreepsClient.Middleware =>
  (send) =>
  (request) =>
    Effect.tap(send(request), ({ headers, receivedAt }) =>
      Effect.sync(() => {
        const date = Date.parse((headers["date"] ?? "").slice(0, 64))
        if (!Number.isNaN(date)) clock.ahead ??= receivedAt - (date + 500)
      })
    )

/** Checks whether the server responds over HTTP. */
export const address = Effect.gen(function* () {
  const { url } = yield* Server
  const { result, took } = yield* timed(Game.version())
  if (Result.isFailure(result))
    return failed("address", result.failure, "Check whether the server is running.")
  const { packageVersion, protocol } = result.success
  const version = packageVersion === undefined || packageVersion === null ? "" : `version ${packageVersion}, `
  return ok("address", `${url} responds in ${took} (${version}protocol ${protocol})`)
})

/** Differences up to the first one are not worth a word, those up to the second one no problem. */
const [unnoticed, tolerable] = [5000, 30_000]

/** Checks this machine's clock. */
export const clock = ({ ahead }: Clock): Line => {
  if (ahead === undefined) return skipped("clock", "the server does not send its time")
  const off = Math.abs(ahead)
  if (off <= unnoticed) return ok("clock", "agrees with the server's")
  const span = Duration.format(Duration.seconds(Math.round(off / 1000)))
  const detail = `${span} ${ahead > 0 ? "ahead of" : "behind"} the server's`
  return off <= tolerable
    ? ok("clock", detail)
    : problem(
        "clock",
        detail,
        "Set this machine's clock (NTP): times of histories and certificates depend on it."
      )
}

/** Checks the sign-in. */
export const account = Effect.fnUntraced(function* (isGuest: boolean) {
  if (isGuest) return { line: skipped("account", "there is no account"), failure: undefined }
  const { result, took } = yield* timed(User.whoAmI())
  return Result.isSuccess(result)
    ? { line: ok("account", `signed in as ${result.success.username} in ${took}`), failure: undefined }
    : { line: failed("account", result.failure, "Check the name and the password."), failure: result.failure }
})

/** Checks the mod with which servers have passwords and API tokens. */
export const authMod = Effect.fnUntraced(function* (failure: ScreepsError | undefined) {
  if ((yield* Server).kind === "official") return ok("auth mod", "official servers need none")
  const found = yield* Effect.result(Auth.authmod())
  if (Result.isSuccess(found)) {
    const { name, version } = found.success
    return ok("auth mod", [name, version].filter((part) => typeof part === "string").join(" "))
  }
  if (found.failure.reason._tag !== "EndpointNotFound") return failed("auth mod", found.failure)
  return failure === undefined
    ? ok("auth mod", "not found, and not needed: signing in works")
    : problem(
        "auth mod",
        "not found: the server has neither passwords nor API tokens",
        "Install the mod screepsmod-auth on the server."
      )
})

const chosenBy = {
  option: "--branch",
  server: "from the credentials file",
  default: "the active branch"
} as const

/** Describes whether code that is pushed to a branch runs. */
const activityOf = (branch: string, list: ReadonlyArray<(typeof User.branches.output.Type.list)[number]>) => {
  const isActive = ({ activeWorld }: (typeof list)[number]) => activeWorld === true
  if (branch === "$activeWorld") return list.find(isActive)?.branch ?? branch
  const found = list.find((one) => one.branch === branch)
  if (found === undefined) return `${branch}, which the first push creates`
  // Some servers do not say which branch is active.
  if (isActive(found) || !list.some(isActive)) return branch
  return `${branch}, whose code does not run in the world: screeps code activate ${branch}`
}

/** Checks the branch to which code is pushed. */
export const branch = Effect.fnUntraced(function* (isSignedIn: boolean) {
  const chosen = yield* Effect.result(CodeSync.chooseBranch())
  if (Result.isFailure(chosen)) return failed("branch", chosen.failure)
  const { branch, chosenBy: why } = chosen.success
  if (!isSignedIn)
    return ok("branch", why === "default" ? "the active branch" : `${branch} (${chosenBy[why]})`)
  const listed = yield* Effect.result(User.branches())
  return Result.isFailure(listed)
    ? failed("branch", listed.failure)
    : ok("branch", `${activityOf(branch, listed.success.list)} (${chosenBy[why]})`)
})

/** How long the whole sign-in over WebSocket may take. */
const patience = "15 seconds"

/** Makes one attempt only. */
const layerSocket = ScreepsSocket.layer({
  connectTimeout: "10 seconds",
  backoff: Schedule.recurs(0)
}).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal))

/** Checks the sign-in over WebSocket. */
export const socket = Effect.gen(function* () {
  const settled = ScreepsSocket.ScreepsSocket.pipe(
    Effect.flatMap(({ states }) =>
      Stream.runHead(Stream.filter(states, ({ _tag }) => _tag === "Ready" || _tag === "Closed"))
    ),
    Effect.flatMap((state) =>
      Option.isSome(state) && state.value._tag === "Closed" ? Effect.fail(state.value.error) : Effect.void
    ),
    Effect.timeoutOption(patience),
    Effect.provide(layerSocket, { local: true }),
    // The line says what the socket would log.
    Effect.provideService(References.MinimumLogLevel, "Error")
  )
  const { result, took } = yield* timed(settled)
  if (Result.isFailure(result)) return failed("socket", result.failure)
  return Option.isNone(result.success)
    ? problem(
        "socket",
        `no sign-in over WebSocket within ${patience}`,
        "Let proxies between here and the server forward the upgrade of /socket/websocket."
      )
    : ok("socket", `ready in ${took}`)
})

/** The lines of `screeps doctor --local`. */

/** The result of one check of the local set-up. */
export interface Line {
  readonly check:
    | "file"
    | "entry"
    | "proxy"
    | "address"
    | "clock"
    | "account"
    | "auth mod"
    | "branch"
    | "socket"
  readonly status: "ok" | "problem" | "skipped"
  /** What was found. */
  readonly detail: string
  /** What to do about a problem. */
  readonly advice?: string
}

type Check = Line["check"]

const ok = (check: Check, detail: string): Line => ({ check, status: "ok", detail })

const problem = (check: Check, detail: string, advice?: string): Line => ({
  check,
  status: "problem",
  detail,
  ...(advice === undefined ? {} : { advice })
})

export const skipped = (check: Check, detail: string): Line => ({ check, status: "skipped", detail })

/** Returns the name of what chose the server instead of the file; `undefined` if the file does. */
const elsewhere = Effect.gen(function* () {
  if ((yield* Settings.Url) !== undefined) return "--url"
  if ((yield* Settings.ServerName) !== undefined) return undefined
  for (const name of ["SCREEPS_URL", "SCREEPS_TOKEN", "SCREEPS_USERNAME"])
    if ((yield* servers.variable(name)) !== undefined) return `${name} in the environment`
  return undefined
})

/** Returns why a file is the one that is read. */
const namedBy = Effect.gen(function* () {
  if ((yield* Settings.File) !== undefined) return "named by --config"
  return (yield* servers.variable("SCREEPS_CONFIG")) === undefined
    ? "the first one found"
    : "named by SCREEPS_CONFIG"
})

/** Returns the other files that exist, none of which is read. */
const ignored = Effect.fnUntraced(function* (file: string) {
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

/** Checks the credentials file. */
export const file = Effect.gen(function* () {
  const winner = yield* elsewhere
  const isRequired = (yield* Settings.ServerName) !== undefined
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
  const name = yield* Settings.ServerName
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

/** Checks the server and the account; returns them if there are any. */
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
const firstSet = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  for (const name of names) {
    const value = yield* servers.variable(name)
    if (value === undefined) continue
    const url = URL.parse(value)
    return { name, address: url === null ? "no address" : `${url.protocol}//${url.host}` }
  }
  return undefined
})

/** Checks which proxy requests to an address use. */
export const proxy = Effect.fnUntraced(function* (address: string) {
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
