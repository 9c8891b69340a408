import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

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
  const deadline = Date.now() + millis
  while (members(group).length > 0) {
    if (Date.now() > deadline) return false
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

/** Runs a command and returns its output; kills its whole group when `abort` fires. */
export const run = async (
  file: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly abort: AbortSignal }
): Promise<{ readonly ok: boolean; readonly output: string }> => {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true
  })
  const pid = child.pid
  const end = () => pid !== undefined && signal(pid, "SIGKILL")
  options.abort.addEventListener("abort", end)
  let output = ""
  const keep = (data: Buffer) => (output += data.toString("utf8"))
  child.stdout.on("data", keep)
  child.stderr.on("data", keep)
  try {
    const [code] = await once(child, "close")
    return { ok: code === 0, output }
  } catch (error) {
    return { ok: false, output: String(error) }
  } finally {
    options.abort.removeEventListener("abort", end)
  }
}
