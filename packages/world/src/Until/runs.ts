/** Recognizes from the events of the console and of the CPU that a script ran without an error; pure. */
import type { ConsoleEvent, ConsoleOutput } from "@screeps-effect/schema/ConsoleEvent"
import type { CpuEvent } from "@screeps-effect/schema/CpuEvent"

/**
 * What is known about the runs of a script since the wait began.
 *
 * **Details**
 *
 * A run sends its output, then its error, if it has one: only the next run shows that there was none. The first run may
 * have begun before the wait. So the second of three runs is the first one that is known to be complete.
 */
export interface Runs {
  /** How many runs were seen since the last failed one; that one counts, since the next run begins after it. */
  readonly outputs: number
  /** The output of the last run. */
  readonly last: ConsoleOutput | undefined
  /** How many events of the CPU followed each other: some servers send no output when there are no lines. */
  readonly cpus: number
}

/** Nothing is known, also when events may have been lost: an error may be among them. */
export const none: Runs = { outputs: 0, last: undefined, cpus: 0 }

/** A run without an error that began after the wait; `output` is absent if the server sent none. */
export interface Complete {
  readonly _tag: "Complete"
  readonly output: ConsoleOutput | undefined
}

/** Returns what is known after an event of the console. */
export const onConsole = (runs: Runs, event: ConsoleEvent): Runs | Complete => {
  if ("error" in event) return { outputs: 1, last: undefined, cpus: 0 }
  return runs.outputs === 2
    ? { _tag: "Complete", output: runs.last }
    : { outputs: runs.outputs + 1, last: event, cpus: 0 }
}

/** Returns what is known after an event of the CPU; a `cpu` of 0 is no run, servers send it at each subscription. */
export const onCpu = (runs: Runs, { cpu }: CpuEvent): Runs | Complete => {
  if (cpu === 0) return runs
  if (cpu === "error") return { outputs: 1, last: undefined, cpus: 0 }
  return runs.cpus === 2 ? { _tag: "Complete", output: undefined } : { ...runs, cpus: runs.cpus + 1 }
}

/** Returns what is known when events of the CPU may be missing. */
export const withoutCpu = (runs: Runs): Runs => ({ ...runs, cpus: 0 })
