/** Runs the cases of one target in a process of its own, one after another, until its time is over. */
import { openSync, writeSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Checker from "./check.ts"
import { signature } from "./check.ts"
import { minimise } from "./minimise.ts"
import * as Random from "./random.ts"
import type { Case } from "./target.ts"
import { byName } from "./targets/index.ts"

/** What a worker does. */
export interface Job {
  readonly target: string
  readonly seed: string
  readonly from: number
  /** The last case; none by default. */
  readonly to: number | undefined
  /** How long it runs, in milliseconds, without loading. */
  readonly time: number
  /** Processor time in milliseconds that one case may take, and as much again for each megabyte. */
  readonly stall: number
  /** The file that always holds the number of the present case. */
  readonly present: string
}

/** What a worker reports. */
export type Report =
  | { readonly report: "found"; readonly case: number; readonly problem: string; readonly input: unknown }
  | { readonly report: "again"; readonly case: number; readonly problem: string }
  | {
      readonly report: "end"
      readonly cases: number
      readonly size: number
      readonly heap: ReadonlyArray<number>
    }
  | { readonly report: "done" }

const heapInUse = (() => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  return () => {
    if (typeof collect === "function") for (let i = 0; i < 2; i++) collect()
    return process.memoryUsage().heapUsed / 1e6
  }
})()

/** How long one input is reduced, in milliseconds. */
const reducing = 60_000

/** How many different inputs are kept for one kind of problem. */
const most = 3

const places = new Set(["path", "frame", "at", "to"])

/** What an input's edits are, without their places. */
const shapeOf = ({ edits }: Case): string =>
  JSON.stringify(edits, (key, value: unknown) => (places.has(key) ? undefined : value)).replaceAll(
    /\d+/g,
    "0"
  )

/** Number of samples of the heap. */
const samples = 12

const work = async (job: Job, report: (report: Report) => void) => {
  const target = await byName(job.target)
  const checker = Checker.make({ ...Checker.defaultLimits, stall: job.stall, perMegabyte: job.stall })
  const present = openSync(job.present, "w")
  /** Inputs of each kind of problem, reduced, without the values that differ. */
  const found = new Map<string, Set<string>>()
  const heap: Array<number> = []
  const start = Date.now()
  const until = start + job.time
  let size = 0
  let index = job.from
  for (; Date.now() < until && index <= (job.to ?? Infinity); index++) {
    writeSync(present, String(index).padEnd(12), 0)
    const input = target.make(Random.make(`${job.seed}/${job.target}/${index}`))
    size += target.size(input)
    for (const problem of await checker.check(target, input)) {
      const kind = signature(problem)
      const shapes = found.get(kind) ?? new Set<string>()
      found.set(kind, shapes)
      if (shapes.size >= most) {
        report({ report: "again", case: index, problem })
        continue
      }
      const end = Date.now() + reducing
      const smallest = await minimise(
        input,
        async (candidate) =>
          Date.now() < end && (await checker.check(target, candidate)).some((one) => signature(one) === kind)
      )
      const shape = shapeOf(smallest)
      report(
        shapes.has(shape)
          ? { report: "again", case: index, problem }
          : { report: "found", case: index, problem, input: smallest }
      )
      shapes.add(shape)
    }
    const done = (Date.now() - start) / job.time
    if (done * samples > heap.length) heap.push(heapInUse())
  }
  report({ report: "end", cases: index - job.from, size, heap })
}

process.once("message", (job: Job) => {
  void work(job, (report) => process.send?.(report)).then(
    // A hostile server may keep a connection open: it must not keep the process, too.
    () => process.send?.({ report: "done" } satisfies Report, () => process.exit(0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    }
  )
})
