/** Gives one input to a target and collects everything that is wrong with what follows. */
import { setImmediate as turn } from "node:timers/promises"
import { isPolluted, watchProcess } from "./oracles.ts"
import type { Case, Prepared, Target } from "./target.ts"

/** Limits of one case, in milliseconds. */
export interface Limits {
  /** Processor time, confirmed by three further runs: the event loop is blocked meanwhile. */
  readonly stall: number
  /** Processor time allowed in addition for each megabyte of input: parsing takes as long as the text is. */
  readonly perMegabyte: number
  /** Time until the case ends; servers in memory respond at once. */
  readonly hang: number
}

export const defaultLimits: Limits = { stall: 200, perMegabyte: 200, hang: 20_000 }

/** What a check measures with. */
export interface Meter {
  /** Processor time of this thread so far, in milliseconds. */
  readonly processorTime: () => number
  /** Calls back after some milliseconds; returns a function that cancels it. */
  readonly after: (millis: number, callback: () => void) => () => void
}

/** Other threads collect garbage and compile; Node 22 counts them, too. */
const usage = () => process.threadCpuUsage?.() ?? process.cpuUsage()

export const realMeter: Meter = {
  processorTime: () => {
    const { system, user } = usage()
    return (system + user) / 1000
  },
  after: (millis, callback) => {
    const timer = setTimeout(callback, millis)
    return () => clearTimeout(timer)
  }
}

interface Once {
  readonly problems: ReadonlyArray<string>
  readonly processorTime: number
}

export interface Checker {
  readonly check: <Input extends Case>(target: Target<Input>, input: Input) => Promise<ReadonlyArray<string>>
  readonly stop: () => void
}

/** Creates a checker; one at a time may exist in a process. */
export const make = (limits: Limits = defaultLimits, meter: Meter = realMeter): Checker => {
  const watch = watchProcess()

  const once = async ({ run }: Prepared): Promise<Once> => {
    const before = meter.processorTime()
    let cancel = () => {}
    const hang = new Promise<ReadonlyArray<string>>((resolve) => {
      cancel = meter.after(limits.hang, () => resolve(["hang: the case did not end"]))
    })
    const running = run().catch((error: unknown) => [`exception: ${String(error)}`])
    const problems = await Promise.race([running, hang])
    cancel()
    // Rejections without a handler are reported after the turn.
    await turn()
    const processorTime = meter.processorTime() - before
    const polluted = isPolluted() ? ["prototype pollution"] : []
    return { problems: [...problems, ...watch.take(), ...polluted], processorTime }
  }

  return {
    check: async (target, input) => {
      const prepared = target.prepare(input)
      const first = await once(prepared)
      const stall = Math.max(limits.stall, target.stall ?? 0) + (prepared.bytes / 1e6) * limits.perMegabyte
      if (first.processorTime <= stall) return first.problems
      // The first run may have compiled code or collected garbage.
      let least = first.processorTime
      const runs = least > 10 * stall ? 0 : 3
      for (let i = 0; i < runs && least > stall; i++) {
        least = Math.min(least, (await once(prepared)).processorTime)
      }
      return least > stall ? [...first.problems, "stall: the event loop is blocked"] : first.problems
    },
    stop: watch.stop
  }
}

/** What two problems of the same cause have in common. */
export const signature = (problem: string): string =>
  problem
    .slice(0, 160)
    .replaceAll(/\d+/g, "0")
    .replaceAll(/"[^"]*"/g, '""')
