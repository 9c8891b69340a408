/**
 * `npm run bench -- [--rounds 15] [--filter text]`: measures every case whose name contains the text, prints tables, and
 * writes `.bench/results.json` at the root.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { measureCalls } from "./calls.ts"
import * as answers from "./cases/answers.ts"
import * as decode from "./cases/decode.ts"
import * as history from "./cases/history.ts"
import * as market from "./cases/market.ts"
import * as objects from "./cases/objects.ts"
import * as tolerant from "./cases/tolerant.ts"
import { measureDelay, measureFrames, measureMemory } from "./frames.ts"
import { columns, measure, type Result } from "./harness.ts"
import { measureWorld } from "./world.ts"

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, filter: { type: "string", default: "" } }
})
const { filter } = values
const rounds = Number(values.rounds)
if (!(rounds >= 1)) throw new Error("--rounds takes a number of at least 1")

const show = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
  if (rows.length > 0) console.log(`${columns([head, ...rows])}\n`)
}

const cases: Array<Result> = []
for (const bench of [
  ...decode.cases,
  ...answers.cases,
  ...market.cases,
  ...objects.cases,
  ...history.cases,
  ...tolerant.cases
]) {
  if (bench.name.includes(filter)) cases.push(await measure(bench, rounds))
}
show(
  ["case", "unit", "ours µs", "reference µs", "ratio", "reference"],
  cases.map(({ name, ours, ratio, reference, referenceName, unit }) => [
    name,
    unit,
    ours,
    reference,
    ratio,
    referenceName
  ])
)

const calls = await measureCalls(rounds, filter)
show(
  ["call", "client", "CPU µs per call", "against axios"],
  calls.map(({ client, cpu, name, ratio }) => [name, client, cpu, ratio])
)

const frames = await measureFrames(rounds, filter)
show(
  ["messages", "client", "CPU µs per message", "messages per second", "against ws"],
  frames.map(({ client, cpu, name, perSecond, ratio }) => [name, client, cpu, perSecond, ratio])
)

const delays = await measureDelay(rounds, filter)
show(
  ["delay of messages", "client", "µs p50", "µs p99"],
  delays.map(({ client, name, p50, p99 }) => [name, client, p50, p99])
)

const memory = await measureMemory(filter)
show(
  ["memory", "early", "late", "ratio"],
  memory.map(({ early, late, name }) => [name, early, late, late / early])
)

const worlds = await measureWorld(rounds, filter)
show(
  ["in memory", "ms per tick", "frames per tick", "thousand characters per tick", "MB"],
  worlds.map(({ frames, memory, millis, name, thousands }) => [name, millis, frames, thousands, memory])
)

const results = { cases, calls, frames, delays, memory, worlds }
if (Object.values(results).every(({ length }) => length === 0)) {
  throw new Error(`No benchmark has "${filter}" in its name.`)
}
const out = join(import.meta.dirname, "../../.bench")
mkdirSync(out, { recursive: true })
writeFileSync(join(out, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`)
// Keep-alive connections of clients that cannot be closed would keep the process running.
process.exit()
