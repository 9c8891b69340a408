// Runs commands as process groups. Imports only Node's modules, and works with an old Node.
import { spawn } from "node:child_process"

const windows = process.platform === "win32"
/** How long processes may take to end by themselves, in milliseconds. */
const grace = 10_000

/** Sends a signal to a command and all that it has started; 0 only checks. Returns whether one of them received it. */
const send = (child, signal) => {
  try {
    return windows ? child.kill(signal) : process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** Waits until no process of the group is left, at most for the grace time. */
const gone = async (child) => {
  if (windows) return
  for (let waited = 0; waited < grace && send(child, 0); waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/**
 * Runs a command to its end and returns its exit code. A signal that stops this process also stops all processes of the
 * command, and this process waits for them.
 */
export const run = (command, args, cwd) =>
  new Promise((resolve) => {
    let stopped
    const stop = (signal) => {
      if (stopped) return
      stopped = signal
      send(child, signal)
      setTimeout(() => send(child, "SIGKILL"), grace).unref()
    }
    // Before the command starts: between the two a signal would end only this process.
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
    for (const signal of signals) process.on(signal, stop)
    const child = spawn(command, args, {
      cwd,
      stdio: "inherit",
      shell: windows,
      // A process group can be stopped as a whole, however many runners are between this process and the last child.
      detached: !windows,
      env: {
        ...process.env,
        DO_NOT_TRACK: "1",
        TURBO_NO_UPDATE_NOTIFIER: "1",
        TURBO_TELEMETRY_DISABLED: "1"
      }
    })
    const finish = async (code) => {
      if (stopped) {
        // Runners may end before their children.
        send(child, "SIGTERM")
        await gone(child)
        send(child, "SIGKILL")
        process.exit(stopped === "SIGINT" ? 130 : 143)
      }
      for (const signal of signals) process.off(signal, stop)
      resolve(code ?? 1)
    }
    child.on("error", (error) => {
      console.error(error.message)
      void finish(1)
    })
    child.on("exit", finish)
  })
