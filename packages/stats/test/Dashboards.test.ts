/** Dashboards for Grafana: every query names metrics that exist, and returns data from a real Prometheus. */
import { createServer } from "node:http"
import type { Dashboard, Panel, RowPanel } from "@grafana/grafana-foundation-sdk/dashboard"
import { NodeHttpServer } from "@effect/platform-node"
import { Containers, Dashboards, Metrics, Prometheus } from "@screeps-effect/stats"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { isMissing, scraped } from "./outputs/support/prometheusServer.ts"
import { withRegistry } from "./support/metrics.ts"

/** A dashboard by Grafana's own types, without queries and variables, which are classes and enumerations there. */
type Accepted = Partial<Omit<Dashboard, "panels" | "templating">> & {
  readonly panels: ReadonlyArray<Omit<Panel, "targets"> | RowPanel>
}

const all: ReadonlyArray<Accepted> = [Dashboards.colony, Dashboards.exporter]

interface Target {
  readonly panel: string
  readonly expr: string
}

const targets: ReadonlyArray<Target> = [Dashboards.colony, Dashboards.exporter].flatMap(({ panels }) =>
  panels.flatMap((panel) =>
    "targets" in panel ? panel.targets.map(({ expr }) => ({ panel: panel.title, expr })) : []
  )
)

const defined = new Set(Object.keys(Metrics.definitions))

/** Metrics of the client, which it defines itself. */
const ofClient = ["screeps_requests_total"]

const namesIn = (expr: string) => [...expr.matchAll(/screeps_\w+/gu)].map(([name]) => name)

describe("the dashboards", () => {
  it("are dashboards by Grafana's types, each with its own address", () => {
    assert.strictEqual(new Set(all.map(({ uid }) => uid)).size, 2)
  })

  it.each(targets)("$panel shows metrics that are defined: $expr", ({ expr }) => {
    const names = namesIn(expr)
    assert.isNotEmpty(names)
    for (const name of names) assert.isTrue(defined.has(name) || ofClient.includes(name), name)
  })

  it("show every metric that is defined", () => {
    const shown = new Set(targets.flatMap(({ expr }) => namesIn(expr)))
    assert.deepStrictEqual(
      [...defined].filter((name) => !shown.has(name)),
      // The progress of the level says more.
      [
        "screeps_gpl_points",
        "screeps_gpl_progress_ratio",
        "screeps_leaderboard_score",
        "screeps_room_controller_points"
      ]
    )
  })

  it("have panels that do not overlap", () => {
    for (const { panels } of [Dashboards.colony, Dashboards.exporter]) {
      const taken = new Set<string>()
      for (const { gridPos, title } of panels) {
        assert.isAtMost(gridPos.x + gridPos.w, 24, title)
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            assert.isFalse(taken.has(`${x} ${y}`), title)
            taken.add(`${x} ${y}`)
          }
        }
      }
    }
  })
})

/** Values of a label, so that every query has series. */
const examples: Readonly<Record<string, ReadonlyArray<string>>> = {
  outcome: ["ok", "Unreachable"],
  resource: ["energy", "H"],
  path: ["stats.cpu"],
  room: ["W7N3"],
  shard: ["shard3"]
}

/** Writes series of all metrics. */
const writeAll = Effect.sync(() => {
  const series: Array<Metric.Metric<number, unknown>> = []
  const definitions = [
    ...Object.entries(Metrics.definitions).map(([name, definition]) => ({ name, ...definition })),
    { name: "screeps_requests_total", kind: "counter", help: "", labels: ["operation", "outcome"] } as const
  ]
  for (const { kind, labels, name } of definitions) {
    for (let i = 0; i < 2; i++) {
      const attributes = Object.fromEntries([
        ["account", "bob"],
        ...labels.map((label): [string, string] => {
          const values = examples[label] ?? ["any"]
          return [label, values[i % values.length] ?? ""]
        })
      ])
      series.push(
        kind === "counter"
          ? Metric.counter(name, { attributes, incremental: true })
          : Metric.gauge(name, { attributes })
      )
    }
  }
  return series
})

describe.skipIf(isMissing)("a real Prometheus", () => {
  it.live("returns data for every panel", () =>
    Effect.gen(function* () {
      const series = yield* writeAll
      const update = Effect.forEach(series, (one) => Metric.update(one, 1), { discard: true })
      yield* update
      const services = yield* Layer.build(
        HttpRouter.serve(Prometheus.layer(), { disableListenLog: true, disableLogger: true }).pipe(
          Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
        )
      )
      const { port } = new URL(HttpServer.formatAddress(Context.get(services, HttpServer.HttpServer).address))
      const { lastError, queryNow } = yield* scraped(port)
      assert.strictEqual(lastError, "")
      // A rate needs two samples.
      yield* Effect.repeat(queryNow("count_over_time(screeps_tick[1m])"), {
        until: ([first]) => Number(first?.value[1]) >= 3
      })
      for (const { expr, panel } of targets) {
        const chosen = expr.replaceAll(/\$(?:account|shard|room|path)\b/gu, ".*")
        assert.isNotEmpty(yield* queryNow(chosen), `${panel}: ${chosen}`)
      }
    }).pipe(Effect.scoped, withRegistry)
  )
})

describe("the files for containers", () => {
  const files = new Map(Containers.files({ version: "1.2.3" }).map(({ path, text }) => [path, text]))

  it("contain both dashboards as JSON", () => {
    assert.deepStrictEqual(JSON.parse(files.get("grafana/dashboards/colony.json") ?? ""), Dashboards.colony)
    assert.deepStrictEqual(
      JSON.parse(files.get("grafana/dashboards/exporter.json") ?? ""),
      Dashboards.exporter
    )
  })

  it("are valid YAML, and install the version of the command that writes them", () => {
    for (const [path, text] of files) {
      if (/\.ya?ml$/u.test(path)) assert.isObject(Yaml.parse(text), path)
    }
    assert.include(files.get("Dockerfile"), "@screeps-effect/cli@1.2.3")
  })

  it("agree on the port, and mount files that exist", () => {
    const port = "9464"
    assert.include(files.get("Dockerfile"), `0.0.0.0:${port}`)
    assert.include(files.get("prometheus.yml"), `exporter:${port}`)
    const mounted = [...(files.get("compose.yaml") ?? "").matchAll(/- \.\/([\w./-]+):/gu)].map(
      ([, path = ""]) => path
    )
    assert.isNotEmpty(mounted)
    for (const path of mounted) {
      assert.isTrue(
        [...files.keys()].some((file) => file === path || file.startsWith(`${path}/`)),
        path
      )
    }
  })

  it("keep the file with secrets out of the image and the repository", () => {
    assert.strictEqual(files.get(".dockerignore"), "*\n")
    assert.include(files.get(".gitignore"), "screeps.yaml")
  })
})
