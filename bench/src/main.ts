/** `npm run bench`: measures, prints tables, and writes `.bench/results.json` at the root. README.md describes its options. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { compareWith } from "./against.ts"
import { benchmarksOf } from "./benchmarks.ts"
import { write } from "./docs.ts"
import { type Result, run } from "./harness.ts"
import { isolate } from "./isolated.ts"
import { parse, usage } from "./options.ts"
import { loadPeers } from "./peers.ts"
import { show, showComparisons } from "./tables.ts"

const root = join(import.meta.dirname, "../..")

const options = (() => {
  try {
    return parse(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return process.exit(2)
  }
})()

const { missing, peers } = await loadPeers()
const chosen = benchmarksOf(peers).filter(({ name }) => name.includes(options.filter))
if (chosen.length === 0) {
  console.error(`No benchmark has "${options.filter}" in its name.`)
  process.exit(2)
}
if (options.against !== undefined) {
  try {
    console.log(showComparisons(await compareWith(options.against, options)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
  process.exit()
}

const results: Array<Result> = []
for (const benchmark of chosen) {
  const measured = await run(isolate(benchmark), options.rounds)
  console.log(`${show(benchmark, measured)}\n`)
  results.push(...measured)
}
for (const { how, name } of missing)
  console.log(`Not installed, and skipped: ${name}. To measure it, ${how}.`)
console.log(`${chosen.length} benchmarks, ${missing.length} clients skipped`)

const out = join(root, ".bench")
mkdirSync(out, { recursive: true })
writeFileSync(join(out, "results.json"), `${JSON.stringify(results, undefined, 2)}\n`)

if (options.write) {
  const [readme, speed] = [join(root, "README.md"), join(root, "docs/guide/speed.md")]
  const written = write(
    { readme: readFileSync(readme, "utf8"), speed: readFileSync(speed, "utf8") },
    results,
    peers.map(({ name }) => name),
    {
      date: new Date().toISOString().slice(0, 10),
      node: process.versions.node,
      cores: availableParallelism(),
      rounds: options.rounds
    }
  )
  writeFileSync(readme, written.readme)
  writeFileSync(speed, written.speed)
}

// Keep-alive connections of clients that cannot be closed would keep the process running.
process.exit()
