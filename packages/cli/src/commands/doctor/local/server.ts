/** Checks of `screeps doctor --local` that need the server. */
import * as Auth from "@screeps-effect/api/Auth"
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
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { describe } from "../../../runner/failure.ts"
import { type Line, ok, problem, skipped } from "./line.ts"

const failed = (check: Line["check"], error: unknown, otherwise?: string): Line => {
  const { hint, message } = describe(error)
  return problem(check, message, hint?.includes("doctor --local") === true ? otherwise : hint)
}

/** Runs an effect; returns its result, and how long it took. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* Millis.monotonic
    const result = yield* Effect.result(effect)
    return { result, took: `${Math.round((yield* Millis.monotonic) - before)} ms` }
  })

/** How far this clock is ahead of the server's, in milliseconds. @internal */
export interface Clock {
  ahead: number | undefined
}

/** Compares the clocks at each response, by its `Date` header, which has whole seconds. @internal */
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

/** Checks whether the server responds over HTTP. @internal */
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

/** Checks this machine's clock. @internal */
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

/** Checks the sign-in. @internal */
export const account = (isGuest: boolean) =>
  Effect.gen(function* () {
    if (isGuest) return { line: skipped("account", "there is no account"), failure: undefined }
    const { result, took } = yield* timed(User.whoAmI())
    return Result.isSuccess(result)
      ? { line: ok("account", `signed in as ${result.success.username} in ${took}`), failure: undefined }
      : { line: failed("account", result.failure), failure: result.failure }
  })

/** Checks the mod with which servers have passwords and API tokens. @internal */
export const authMod = (failure: ScreepsError | undefined) =>
  Effect.gen(function* () {
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

/** Checks the branch to which code is pushed. @internal */
export const branch = (isSignedIn: boolean) =>
  Effect.gen(function* () {
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
const layerSocket = ScreepsSocket.layerWith({
  connectTimeout: "10 seconds",
  backoff: Schedule.recurs(0)
}).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal))

/** Checks the sign-in over WebSocket. @internal */
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
