/** Reports after every run how many places were searched for secrets, and fails a complete run with too few. */
import type { Reporter, TestModule, Vitest } from "vitest/node"
import { type Counts, kinds, noPlaces } from "./scanner.ts"

/** The minimum number of searched places when all tests of a project run. */
export const floors: Readonly<Record<string, Partial<Counts>>> = {
  schema: { failure: 100, error: 400 },
  api: { log: 10_000, span: 25_000, failure: 15_000, error: 20_000, metric: 30_000 },
  socket: { log: 5, failure: 600, error: 2000, metric: 500 },
  testing: { span: 20, failure: 300, error: 300 },
  "private-server": { failure: 10, error: 20 },
  scripts: { log: 5, span: 5, failure: 3, error: 2, metric: 3, output: 3 }
}

/** Lists the kinds with fewer searched places than the minimum. */
export const shortfalls = (project: string, counts: Counts): ReadonlyArray<string> =>
  kinds
    .filter((kind) => counts[kind] < (floors[project]?.[kind] ?? 0))
    .map((kind) => `${counts[kind]} of at least ${floors[project]?.[kind]} (${kind})`)

/** Adds up the searched places of the files of a run. */
export class SecretsReporter implements Reporter {
  #vitest: Vitest | undefined
  #files = 0

  onInit(vitest: Vitest) {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: ReadonlyArray<unknown>) {
    this.#files = specifications.length
  }

  async onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const vitest = this.#vitest
    if (vitest === undefined) return
    const counts = noPlaces()
    let secrets = 0
    let found = 0
    for (const module of modules) {
      const searched = module.meta().secrets
      if (searched === undefined) continue // type tests
      secrets += searched.secrets
      found += searched.found
      for (const kind of kinds) counts[kind] += searched.counts[kind]
    }
    const places = kinds.reduce((sum, kind) => sum + counts[kind], 0)
    const listed = kinds.map((kind) => `${counts[kind]} ${kind}`).join(", ")
    vitest.logger.log(
      `  Secrets  ${places} places searched for ${secrets} secrets, ${found} found (${listed})`
    )

    const whole = this.#files === (await vitest.globTestSpecifications()).length
    const wanted = vitest.config.testNamePattern === undefined && whole
    const missing = wanted ? shortfalls(vitest.config.name ?? "", counts) : []
    if (missing.length === 0) return
    vitest.logger.error(
      `  Secrets  too few places searched (a hook no longer works, or tests are missing): ${missing.join(", ")}`
    )
    process.exitCode = 1
  }
}
