/**
 * Gives hostile input to the SDK for some minutes: `npm run fuzz -- --minutes 2 --seed 1`. README.md lists the targets,
 * the options and what counts as a failure.
 */
import { fork } from "node:child_process"
import { createHash, randomInt } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { defaultLimits, signature } from "./check.ts"
import * as Random from "./random.ts"
import type { Found } from "./found.ts"
import { byName, names, shares } from "./targets/index.ts"
import type { Job, Report } from "./worker.ts"

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    target: { type: "string" },
    case: { type: "string" },
    stall: { type: "string", default: String(defaultLimits.stall) },
    cases: { type: "string" }
  }
})
const seed = values.seed === "random" ? String(randomInt(2 ** 31)) : values.seed
const chosen = values.target === undefined ? names : [values.target]
const minutes = Number(values.minutes)
const stall = Number(values.stall)
const only = values.case === undefined ? undefined : Number(values.case)
if (!(minutes > 0) || !(stall > 0) || Number.isNaN(only))
  throw new Error("--minutes, --stall and --case take a number")
if (only !== undefined && values.target === undefined)
  throw new Error(`--case needs --target: ${names.join(", ")}`)

/** How long one case may take, reduced and all, before its process is stopped. */
const stuck = 240_000

const notLoaded = "the target could not be loaded"

interface Result {
  readonly target: string
  cases: number
  size: number
  readonly found: Array<Found>
  again: number
}

const folder = mkdtempSync(join(tmpdir(), "fuzz-"))

/** Runs one worker to its end; returns the case at which it died, or `loading`, if it did not end well. */
const runWorker = (job: Job, result: Result) =>
  new Promise<number | "loading" | undefined>((resolve) => {
    writeFileSync(job.present, "")
    const worker = fork(new URL("worker.ts", import.meta.url), {
      execArgv: ["--disable-warning=ExperimentalWarning", "--max-old-space-size=1500"],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    let isDone = false
    let reason = "the process ended"
    const written = () => readFileSync(job.present, "utf8").trim()
    const present = () => Number(written() || job.from)
    const add = (index: number, problem: string, input: unknown) => {
      result.found.push({ target: job.target, problem, seed: job.seed, case: index, input })
      console.log(`${job.target} --seed ${job.seed} --case ${index}: ${problem}`)
    }
    let last = { at: Date.now(), present: -1 }
    const watchdog = setInterval(() => {
      const now = present()
      if (now !== last.present) last = { at: Date.now(), present: now }
      else if (Date.now() - last.at > stuck) {
        reason = `hang: not finished after ${stuck / 1000} seconds`
        worker.kill("SIGKILL")
      }
    }, 1_000)
    worker.on("message", (report: Report) => {
      if (report.report === "found") add(report.case, report.problem, report.input)
      else if (report.report === "again") result.again += 1
      else if (report.report === "end") {
        isDone = true
        result.cases += report.cases
        result.size += report.size
        const growth = growthOf(report.heap)
        if (growth !== undefined) add(job.from, growth, undefined)
      }
    })
    worker.on("exit", (code, signal) => {
      clearInterval(watchdog)
      if (isDone) return resolve(undefined)
      const index = present()
      const isLoaded = written() !== ""
      add(index, isLoaded ? `${reason} (${signal ?? code})` : notLoaded, undefined)
      resolve(isLoaded ? index : "loading")
    })
    worker.send(job)
  })

/** Whether memory in use grows from round to round: by more than 40 MB and a half from the second third to the last. */
const growthOf = (heap: ReadonlyArray<number>): string | undefined => {
  const third = Math.floor(heap.length / 3)
  if (third < 3) return undefined
  const before = Math.min(...heap.slice(third, 2 * third))
  const after = Math.min(...heap.slice(2 * third))
  return after - before > 40 && after > 1.5 * before
    ? `growth: ${Math.round(before)} MB in use became ${Math.round(after)} MB`
    : undefined
}

/** Runs a target for its share of the time; a worker that died is replaced by one that starts with the next case. */
const runTarget = async (target: string, milliseconds: number): Promise<Result> => {
  const result: Result = { target, cases: 0, size: 0, found: [], again: 0 }
  const start = Date.now()
  const to = only ?? (values.cases === undefined ? undefined : Number(values.cases) - 1)
  let from = only ?? 0
  for (;;) {
    // The message to the process is JSON, which has no infinity.
    const time = only === undefined ? milliseconds - (Date.now() - start) : Number.MAX_SAFE_INTEGER
    if (time <= 0) break
    const died = await runWorker(
      { target, seed, from, to, time, stall, present: join(folder, target) },
      result
    )
    if (died === undefined || died === "loading") break
    result.cases += died - from
    result.size += died - from
    from = died + 1
    if (from > (to ?? Infinity) || result.found.length >= 50) break
  }
  return result
}

/** Writes the inputs that failed, to be replayed by the tests; those of dead workers as they were made. */
const save = async (found: ReadonlyArray<Found>) => {
  for (const one of found) {
    if (one.problem === notLoaded || one.problem.startsWith("growth")) continue
    const target = one.input === undefined ? await byName(one.target) : undefined
    const input = one.input ?? target?.make(Random.make(`${one.seed}/${one.target}/${one.case}`))
    const text = `${JSON.stringify({ ...one, problem: signature(one.problem), input }, null, 2)}\n`
    const hash = createHash("sha256").update(JSON.stringify(input)).digest("hex").slice(0, 12)
    const file = join(import.meta.dirname, "../found", `${one.target}-${hash}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

console.log(`seed ${seed}, ${minutes} minutes`)
const lanes = Math.min(2, availableParallelism(), chosen.length)
const total = chosen.reduce((sum, name) => sum + (shares[name] ?? 1), 0)
const queue = [...chosen]
const results: Array<Result> = []
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      const share = ((shares[target] ?? 1) / total) * lanes
      results.push(await runTarget(target, minutes * 60_000 * share))
    }
  })
)
rmSync(folder, { recursive: true })
for (const { again, cases, found, size, target } of results) {
  console.log(
    `${target}: ${cases} cases, ${size} inputs, ${found.length} different failures (${again} more of their kinds)`
  )
}
const found = results.flatMap((result) => result.found)
await save(found)
if (found.length > 0) console.log("fuzz/found has an input for each; npm test replays them")
const clean = results.filter((result) => result.found.length === 0 && result.cases > 0)
// A target that ran no case tested nothing.
const failed =
  found.length + results.filter((result) => result.cases === 0 && result.found.length === 0).length
console.log(`${clean.length} passed, ${failed} failed, 0 skipped`)
process.exit(failed > 0 ? 1 : 0)
