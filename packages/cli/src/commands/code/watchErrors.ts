/** `screeps code push --watch-errors`: watches the console after an upload and restores the branch at an error. */
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import type * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Channels from "@screeps-effect/socket/Channels"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import type { Mapper } from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Output from "../../output/output.ts"
import { format, join, plain, toJson } from "../../output/text.ts"
import { ConnectionLost, describe, Refused, ScriptFailed, Usage } from "../../runner/failure.ts"
import * as Monitor from "../console/monitor.ts"
import { withoutConsoleFrames } from "../console/session.ts"

/** Time between two requests for the server's time: official servers count requests. */
const pollEvery = { private: "250 millis", official: "2 seconds" } as const

/** The longest time without a tick. */
const longestTick = "2 minutes"

const unchanged = "the new code stays in the branch"

const now = Effect.map(Game.time(), ({ time }) => time)

/** Waits until the server's time is at least a tick; fails if the server runs no tick. */
const reach = Effect.fnUntraced(function* (tick: number, from: number) {
  const { kind } = yield* Server
  let last = from
  while (last < tick) {
    const next = Effect.delay(now, pollEvery[kind]).pipe(Effect.repeat({ until: (time) => time > last }))
    const reached = yield* Effect.timeoutOption(next, longestTick)
    if (Option.isNone(reached)) {
      return yield* new ConnectionLost({
        message: `the server has run no tick for ${longestTick}: ${unchanged}`
      })
    }
    last = reached.value
  }
  return last
})

/** The state of the account's code before an upload. */
interface Before {
  readonly code: CodeSync.BranchCode | undefined
  /** The branch that was active in the world. */
  readonly active: string | undefined
}

/** Reads the state before an upload; fails if the code would not run. */
const readBefore = Effect.fnUntraced(function* (given: string | undefined, activates: boolean) {
  const { branch } = yield* CodeSync.chooseBranch(given)
  const { list } = yield* User.branches()
  const active = list.find(({ activeWorld }) => activeWorld === true)?.branch ?? undefined
  const isActive = branch === "$activeWorld" || branch === active
  if (!isActive && !activates) {
    return yield* new Usage({
      message: `--watch-errors: the code of ${branch} does not run, since it is not the active branch: pass --activate`
    })
  }
  // Requested once before the upload, so that a missing shard is reported in time.
  yield* now
  const exists = isActive || list.some((one) => one.branch === branch)
  const before: Before = { active, code: exists ? yield* CodeSync.pull(branch) : undefined }
  return before
})

/** Whether a push activated its branch. */
const hasActivated = ({ activation }: CodeSync.Pushed) =>
  activation !== undefined && activation !== "unchanged"

/** Restores what a push changed; fails if the branch has other code by now. */
const rollBack = Effect.fnUntraced(function* (
  local: CodeModules.CodeModules,
  { active, code }: Before,
  pushed: CodeSync.Pushed
) {
  const current = yield* CodeSync.pull(pushed.branch)
  if (!CodeSync.isSame(CodeSync.diff(local, current.modules))) {
    return yield* new Refused({ message: `the branch ${pushed.branch} was changed by someone else` })
  }
  if (hasActivated(pushed) && active !== undefined) {
    yield* Code.setActiveBranch({ branch: active, activeName: "activeWorld" })
  }
  if (pushed.created) yield* Code.deleteBranch({ branch: pushed.branch })
  else if (code !== undefined && pushed.code !== "unchanged") {
    // The modules as they were received: nothing is decoded or compared.
    yield* Code.set({ branch: pushed.branch, modules: code.modules })
  }
})

const printErrors = (errors: ReadonlyArray<string>, mapText: Mapper["mapText"]) =>
  Effect.flatMap(Output.Output, ({ isJson, line, paint }) => {
    const texts = errors
      .map(mapText)
      .map((text) =>
        isJson ? toJson({ kind: "error", text }) : paint("red", plain(withoutConsoleFrames(text)))
      )
    return line(join(texts, "\n"))
  })

/**
 * Listens for signs that the script runs: output, or CPU time. Servers send output also when it has no lines, or CPU time, or
 * both; a `cpu` of 0 is sent at each subscription.
 */
const watchRuns = Effect.gen(function* () {
  let hasRun = false
  const onSign = (isSign: boolean) => {
    hasRun ||= isSign
    return true
  }
  yield* Effect.all(
    [
      Listening.start(Channels.console(), (signal) =>
        onSign(signal._tag === "Payload" && !("error" in signal.payload))
      ),
      Listening.start(Channels.cpu(), (signal) =>
        onSign(signal._tag === "Payload" && signal.payload.cpu !== 0)
      )
    ],
    { concurrency: "unbounded", discard: true }
  )
  return {
    hasRun: () => hasRun,
    clear: () => {
      hasRun = false
    }
  }
})

/** Warns that the absence of errors proves nothing: a silent bot uses CPU time, too. */
const warnOfSilence = (ticks: number) =>
  Output.warning(
    `The new code was not seen to run in ${ticks} ticks: there was neither console output nor CPU time. A script runs only while the account has a spawn or creeps, and the server runs ticks.`
  )

/**
 * Pushes, and watches the console for a number of ticks.
 *
 * **Details**
 *
 * Errors count from the tick after the upload, when the new code runs. At the first one, the branch gets its former code,
 * byte for byte; a branch that the push created is deleted, and the branch that was active before is activated again.
 *
 * Whatever else happens, the new code stays, and the failure says so: a lost connection, a server without ticks, an
 * interruption, or a branch that someone else has changed meanwhile. Code that was not seen to run is a warning.
 */
export const watchErrors = <E, R>(
  ticks: number,
  {
    activates,
    branch,
    mapText,
    modules
  }: {
    readonly branch: string | undefined
    readonly activates: boolean
    readonly modules: CodeModules.CodeModules
    /** Maps the stack traces of these modules. */
    readonly mapText: Mapper["mapText"]
  },
  push: (remote: CodeSync.BranchCode | undefined) => Effect.Effect<CodeSync.Pushed, E, R>
) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const before = yield* readBefore(branch, activates)
    const [monitor, runs] = yield* Effect.all([Monitor.make, watchRuns], { concurrency: "unbounded" })
    const pushed = yield* push(before.code)
    yield* output.note(format`Watching the console for ${ticks} ticks.`)
    const watched = Effect.gen(function* () {
      const uploaded = yield* now
      // Errors of the tick in which the code was uploaded are those of the former code.
      const first = yield* reach(uploaded + 1, uploaded)
      yield* monitor.arrived
      monitor.clear()
      runs.clear()
      // Errors are sent at the end of their tick.
      const passed = Effect.andThen(reach(first + ticks, first), monitor.arrived)
      return yield* Effect.map(Effect.raceFirst(monitor.failed, passed), () => monitor.errors())
    })
    const errors = yield* Effect.mapError(watched, (error) =>
      error._tag === "ConnectionLost"
        ? error
        : new ConnectionLost({ message: `${describe(error).message}: ${unchanged}` })
    )
    if (errors.length > 0) {
      yield* printErrors(errors, mapText)
      if (pushed.code === "unchanged" && !hasActivated(pushed)) {
        return yield* new ScriptFailed({
          message: "the script reported an error; nothing was rolled back, since the push changed nothing"
        })
      }
      yield* Effect.mapError(
        rollBack(modules, before, pushed),
        (error) =>
          new ScriptFailed({
            message: `the script reported an error, and ${unchanged}, since it could not be rolled back: ${describe(error).message}`
          })
      )
      return yield* new ScriptFailed({
        message: `the script reported an error: ${pushed.branch} was rolled back to what it was before the push`
      })
    }
    if (!monitor.isComplete()) {
      return yield* new ConnectionLost({
        message: `the connection was lost for a while: errors may have been missed; ${unchanged}`
      })
    }
    yield* runs.hasRun()
      ? output.note(format`No error was reported in ${ticks} ticks.`)
      : warnOfSilence(ticks)
    return pushed
  }).pipe(Effect.scoped)
