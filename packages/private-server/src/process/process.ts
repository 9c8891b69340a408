import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Effect from "effect/Effect"

/** A started process group. */
export interface Group {
  readonly pid: number
  /** Returns how the group's leader ended; `undefined` while it runs. */
  readonly ended: () => string | undefined
}

/** A command to start, and the file for its output. */
export interface Command {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
}

const POLL = 20
/** How long a command may take to end by itself, in milliseconds. */
const GRACE = 3_000
/** How long a busy system may take to end killed processes, in milliseconds. */
const KILLED = 10_000

/**
 * Starts a process as the leader of a new process group. Its standard input is a pipe that closes with this program, so
 * that the process notices when this program has ended.
 */
export const start = async (command: Command): Promise<Group> => {
  const log = openSync(command.logFile, "a")
  let ended: string | undefined
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: ["pipe", log, log],
    detached: true
  })
  closeSync(log)
  child.stdin?.on("error", () => {})
  child.once("exit", (code, signal) => (ended = signal === null ? `exit code ${code}` : `signal ${signal}`))
  await once(child, "spawn")
  if (child.pid === undefined) throw new Error(`${command.file} has no process id`)
  return { pid: child.pid, ended: () => ended }
}

/**
 * Lists the running processes of a group. They are read from `/proc`, because a signal also reaches zombies: ended
 * processes that their parent has not reaped.
 */
export const members = (group: number): ReadonlyArray<number> =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      // The second field is a name in parentheses that may hold anything; state, parent and group follow it.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      return Number(pgrp) === group && state !== "Z" && state !== "X" ? [Number(name)] : []
    } catch {
      return []
    }
  })

const signal = (group: number, name: "SIGTERM" | "SIGKILL") => {
  try {
    process.kill(-group, name)
  } catch {
    // The group has no processes any more.
  }
}

const isEmpty = async (group: number, millis: number) => {
  const deadline = performance.now() + millis
  while (members(group).length > 0) {
    if (performance.now() > deadline) return false
    await sleep(POLL)
  }
  return true
}

/** Ends a whole group with SIGTERM, after the grace time with SIGKILL; returns when all processes have ended. */
export const stop = async (group: number, graceMillis: number): Promise<void> => {
  signal(group, "SIGTERM")
  if (await isEmpty(group, graceMillis)) return
  signal(group, "SIGKILL")
  await isEmpty(group, KILLED)
}

/** How a command has ended. */
export interface Outcome {
  readonly ok: boolean
  /** The end of what it printed. */
  readonly output: string
}

const MAX_OUTPUT = 65_536

/** Collects the output of a command until it and everything it has started are done. */
const outcome = (child: ChildProcessWithoutNullStreams) =>
  new Promise<Outcome>((resolve) => {
    let output = ""
    const keep = (data: Buffer) => (output = (output + data.toString("utf8")).slice(-MAX_OUTPUT))
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    child.stdin.on("error", () => {})
    child.once("error", (error) => resolve({ ok: false, output: String(error) }))
    child.once("close", (code) => resolve({ ok: code === 0, output }))
  })

/**
 * Runs a command and returns how it ended. No process of its group runs any longer then, also when this is interrupted;
 * when this program is killed, `keeper.cjs` ends them.
 */
export const run = (
  assets: string,
  command: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }
): Effect.Effect<Outcome> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const child = spawn(
        process.execPath,
        ["--require", join(assets, "keeper.cjs"), join(assets, "step.cjs"), ...command],
        { ...options, stdio: "pipe", detached: true }
      )
      return { pid: child.pid, ended: outcome(child) }
    }),
    ({ ended }) => Effect.promise(() => ended),
    ({ pid }) => (pid === undefined ? Effect.void : Effect.promise(() => stop(pid, GRACE)))
  )
