/** Prometheus' own programs, for tests. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "@screeps-effect/fixtures/process"
import { isMissing as isServiceMissing } from "@screeps-effect/fixtures/services"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const runs = (program: string) => spawnSync(program, ["--version"]).status === 0

/** Whether tests skip what needs Prometheus. */
export const isMissing = isServiceMissing("prometheus", runs("prometheus") && runs("promtool"))

/** Returns what `promtool check metrics` says: status 1 for text it cannot read, 3 for names against the conventions. */
export const promtool = (text: string) => {
  const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
    input: text,
    encoding: "utf8"
  })
  return { status, messages: stdout + stderr }
}

/** A result of Prometheus' query API. */
interface Result {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [time: number, value: string]
}

const get = <A>(url: string) =>
  Effect.tryPromise(async (): Promise<A> => {
    const response = await fetch(url)
    const { data } = (await response.json()) as { readonly data: A }
    return data
  })

const configuration = (port: string) => `
global: { scrape_interval: 2s, scrape_timeout: 2s }
scrape_configs:
  - job_name: test
    static_configs: [{ targets: ["127.0.0.1:${port}"] }]
`

/**
 * Starts Prometheus, which reads the metrics of the server on this port, and returns once it has read them: the error, if
 * it could not, and functions that query the values of that reading, and the present ones.
 */
export const scraped = (port: string) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "prometheus-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    )
    writeFileSync(join(folder, "prometheus.yml"), configuration(port))
    const own = yield* freePort
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(
          "prometheus",
          [
            `--config.file=${join(folder, "prometheus.yml")}`,
            `--storage.tsdb.path=${join(folder, "data")}`,
            `--web.listen-address=127.0.0.1:${own}`
          ],
          { stdio: "ignore" }
        )
      ),
      (server) =>
        Effect.callback<void>((resume) => {
          if (server.exitCode !== null) return resume(Effect.void)
          server.once("exit", () => resume(Effect.void))
          server.kill("SIGKILL")
        })
    )
    const api = `http://127.0.0.1:${own}/api/v1`
    const targets = get<{
      readonly activeTargets: ReadonlyArray<{
        readonly health: string
        readonly lastError: string
        readonly lastScrape: string
      }>
    }>(`${api}/targets`)
    const { lastError, lastScrape } = yield* targets.pipe(
      Effect.flatMap(({ activeTargets: [target] }) =>
        target === undefined || target.health === "unknown"
          ? Effect.fail("not read yet")
          : Effect.succeed(target)
      ),
      Effect.retry({ schedule: Schedule.spaced("100 millis") })
    )
    const queryAt = (time: string) => (expression: string) =>
      Effect.map(
        get<{ readonly result: ReadonlyArray<Result> }>(
          `${api}/query?query=${encodeURIComponent(expression)}${time}`
        ),
        ({ result }) => result
      )
    // Of that time: a later reading may be late on a busy machine, and hides the values until the next one.
    const query = queryAt(`&time=${Date.parse(lastScrape) / 1000 + 0.001}`)
    return { lastError, query, queryNow: queryAt("") }
  })
