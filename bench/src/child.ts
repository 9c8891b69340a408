/** Measures our clients once for `--against` and sends the results to the parent process. */
import { benchmarksOf } from "./benchmarks.ts"
import { run } from "./harness.ts"

export interface Measurement {
  readonly name: string
  readonly client: string
  readonly unit: string
  readonly value: number
}

const rounds = 5
const [filter = ""] = process.argv.slice(2)

const measurements: Array<Measurement> = []
for (const benchmark of benchmarksOf([]).filter(({ name }) => name.includes(filter))) {
  for (const { client, measured, name } of await run(benchmark, rounds, ({ isOurs }) => isOurs))
    for (const { unit, value } of measured) measurements.push({ name, client, unit, value })
}
process.send?.(measurements, () => process.exit())
