/**
 * `npm run bench -- [--rounds 15] [--filter text]`: measures every case, prints a table, and writes
 * `.bench/results.json` at the root.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as decode from "./cases/decode.ts"
import * as history from "./cases/history.ts"
import * as market from "./cases/market.ts"
import * as objects from "./cases/objects.ts"
import { measure, type Result, table } from "./harness.ts"

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, filter: { type: "string", default: "" } }
})
const rounds = Number(values.rounds)
if (!(rounds >= 1)) throw new Error("--rounds takes a number of at least 1")

const cases = [...decode.cases, ...market.cases, ...objects.cases, ...history.cases].filter(({ name }) =>
  name.includes(values.filter)
)
if (cases.length === 0) throw new Error(`no case has "${values.filter}" in its name`)

const results: Array<Result> = []
for (const bench of cases) results.push(await measure(bench, rounds))

console.log(table(results))
const out = join(import.meta.dirname, "../../.bench")
mkdirSync(out, { recursive: true })
writeFileSync(join(out, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`)
