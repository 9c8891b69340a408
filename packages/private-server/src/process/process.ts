/** Groups of processes, which run in real time whatever the clock of a test says. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as ChildProcess from "effect/process/ChildProcess"
import type { ChildProcessHandle, ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** A command to start, and all of its environment. */
export interface Command {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** How long processes may take to end by themselves. */
const grace = "3 seconds"
/** How long a busy system may take to end killed processes. */
const killed = "10 seconds"

/** Runs an effect by the system's clock. */
export const inRealTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/**
 * Lists the running processes of a group. They are read from `/proc`, because a signal also reaches zombies: ended
 * processes that their parent has not reaped.
 */
export const members = Effect.fnUntraced(function* (group: number) {
  const fs = yield* FileSystem
  const names = (yield* Effect.orDie(fs.readDirectory("/proc"))).filter((name) => /^\d+$/.test(name))
  return yield* Effect.filter(
    names.map(Number),
    (pid) =>
      Effect.match(fs.readFileString(`/proc/${pid}/stat`), {
        onFailure: () => false,
        onSuccess: (stat) => {
          // The second field is a name in parentheses that may hold anything; state, parent and group follow it.
          const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
          return Number(pgrp) === group && state !== "Z" && state !== "X"
        }
      }),
    { concurrency: "unbounded" }
  )
})

/** Signals a whole group, which no service of Effect does without its leader. */
const signal = (group: number, name: "SIGTERM" | "SIGKILL") =>
  Effect.ignore(Effect.try({ try: () => process.kill(-group, name), catch: () => "the group is empty" }))

/** Ends a whole group with SIGTERM, after the grace time with SIGKILL; returns when all processes have ended. */
export const stop = (
  group: number,
  within: Duration.Input = grace
): Effect.Effect<void, never, FileSystem> => {
  const isEmptyWithin = (duration: Duration.Input) =>
    Effect.map(
      Effect.repeat(members(group), {
        while: (pids) => pids.length > 0,
        schedule: Schedule.spaced("20 millis").pipe(Schedule.upTo({ duration }))
      }),
      (pids) => pids.length === 0
    )
  return Effect.gen(function* () {
    yield* signal(group, "SIGTERM")
    if (yield* isEmptyWithin(within)) return
    yield* signal(group, "SIGKILL")
    yield* isEmptyWithin(killed)
  }).pipe(inRealTime)
}

/**
 * Starts a process as the leader of a new process group, which ends with the scope. Its standard input is a pipe that
 * closes with this program, so that the process notices when this program has ended.
 */
export const start = ({
  args,
  cwd,
  env,
  file
}: Command): Effect.Effect<
  ChildProcessHandle,
  PlatformError,
  ChildProcessSpawner | FileSystem | Scope.Scope
> =>
  Effect.gen(function* () {
    const handle = yield* ChildProcess.make(file, args, { cwd, env, detached: true })
    // Only now: while it runs, its exit must be awaited also by a program that has nothing else to do. After it, the
    // spawner would also wait for zombies, which many containers never reap.
    yield* Effect.addFinalizer(() => Effect.andThen(stop(handle.pid), Effect.ignore(handle.unref)))
    return handle
  })

/** Returns how a process has ended, in words, when it has. */
export const ended = ({ exitCode }: ChildProcessHandle): Effect.Effect<string> =>
  Effect.match(exitCode, {
    onFailure: ({ reason }) => (reason.cause instanceof Error ? reason.cause.message : reason.message),
    onSuccess: (code) => `exit code ${code}`
  })

/** The end of what a process prints, in characters. */
const maxOutput = 65_536

/** Collects the end of what a process and everything that it has started print, until they are done. */
export const output = ({ all }: ChildProcessHandle): Effect.Effect<string, PlatformError> =>
  Stream.runFold(
    Stream.decodeText(all),
    () => "",
    (kept, text) => (kept + text).slice(-maxOutput)
  )
