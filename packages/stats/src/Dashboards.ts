/**
 * Dashboards for Grafana, made from the metrics' definitions: the colony, and the exporter itself.
 *
 * **Details**
 *
 * A dashboard is JSON that Grafana imports, or reads from a provisioned folder. Its data source is a variable, and so are
 * account, shard and room. `screeps stats init` writes both beside the files that start Grafana and Prometheus.
 *
 * ```ts
 * import { Dashboards } from "@screeps-effect/stats"
 *
 * console.log(JSON.stringify(Dashboards.colony, undefined, 2))
 * ```
 */
import * as Metrics from "./Metrics.ts"

/** One line, or several, of a panel. */
interface Query {
  readonly expr: string
  /** Text of the legend, with labels in double braces. */
  readonly legend: string
}

interface Panel {
  readonly title: string
  readonly metrics: ReadonlyArray<Metrics.Definition>
  readonly queries: ReadonlyArray<Query>
  /** A number, or a graph over time, which is the default. */
  readonly type?: "stat" | "timeseries" | undefined
  readonly unit?: string | undefined
  /** Columns of 24. */
  readonly width: number
  readonly height?: number | undefined
  readonly max?: number | undefined
}

interface Row {
  readonly title: string
  readonly panels: ReadonlyArray<Panel>
}

const unitOf: { readonly [U in Metrics.Unit]: string } = {
  none: "short",
  seconds: "s",
  ratio: "percentunit",
  ticks: "locale",
  points: "short",
  credits: "short",
  energy: "short",
  "units of the resource": "short",
  "milliseconds of CPU time": "ms",
  characters: "short"
}

type Matchers = { readonly [label: string]: string }

/** Selects series of a metric by the dashboard's variables, as far as the metric has these labels. */
const of = (metric: Metrics.Definition, more: Matchers = {}): string => {
  const variables = ["shard", "room"].filter((label) => metric.labels.includes(label))
  const matchers = [
    'account=~"$account"',
    ...variables.map((label) => `${label}=~"$${label}"`),
    ...Object.entries(more).map(([label, pattern]) => `${label}=~"${pattern}"`)
  ]
  return `${metric.name}{${matchers.join(",")}}`
}

const graph = (
  title: string,
  metric: Metrics.Definition,
  legend: string,
  options: Partial<Panel> & { readonly expr?: string } = {}
): Panel => {
  const { expr = of(metric), ...rest } = options
  return {
    title,
    metrics: [metric],
    queries: [{ expr, legend }],
    width: 8,
    unit: unitOf[metric.unit],
    ...rest
  }
}

const stat = (
  title: string,
  metric: Metrics.Definition,
  legend: string,
  options: Partial<Panel> = {}
): Panel => graph(title, metric, legend, { type: "stat", width: 4, height: 4, ...options })

const inRoom = "{{account}} {{shard}} {{room}}"

const colonyRows: ReadonlyArray<Row> = [
  {
    title: "Account",
    panels: [
      stat("Credits", Metrics.credits, "{{account}}"),
      stat("GCL", Metrics.gclLevel, "{{account}}"),
      stat("To the next GCL", Metrics.gclProgress, "{{account}}"),
      stat("GPL", Metrics.gplLevel, "{{account}}"),
      stat("Rooms", Metrics.rooms, "{{account}} {{shard}}"),
      stat("Place on the leaderboard", Metrics.place, "{{account}} {{mode}}"),
      {
        title: "CPU time of a tick",
        metrics: [Metrics.cpuUsed, Metrics.cpuLimit],
        queries: [
          { expr: of(Metrics.cpuUsed), legend: "{{account}}" },
          { expr: `${Metrics.cpuLimit.name}{account=~"$account"}`, legend: "{{account}} limit {{shard}}" }
        ],
        unit: "ms",
        width: 8
      },
      graph("Control points per hour", Metrics.gclPoints, "{{account}}", {
        expr: `deriv(${of(Metrics.gclPoints)}[1h]) * 3600`
      }),
      graph("Credits over time", Metrics.credits, "{{account}}"),
      graph("Size of Memory", Metrics.memorySize, "{{account}}"),
      graph("Resources of the account", Metrics.accountResource, "{{account}} {{resource}}"),
      graph("Statistics of the last day", Metrics.statistic, "{{account}} {{statistic}}")
    ]
  },
  {
    title: "Rooms",
    panels: [
      {
        title: "Energy for spawning",
        metrics: [Metrics.roomEnergy, Metrics.roomEnergyCapacity],
        queries: [{ expr: `${of(Metrics.roomEnergy)} / ${of(Metrics.roomEnergyCapacity)}`, legend: inRoom }],
        unit: "percentunit",
        width: 8,
        max: 1
      },
      graph("Stored energy", Metrics.stored, `${inRoom} {{structure}}`, {
        expr: of(Metrics.stored, { resource: "energy" })
      }),
      graph("To the controller's next level", Metrics.controllerProgress, inRoom, { max: 1 }),
      graph("Level of the controller", Metrics.controllerLevel, inRoom, { max: 8 }),
      graph("Ticks until the controller loses a level", Metrics.downgradeTicks, inRoom),
      graph("Creeps", Metrics.creeps, `${inRoom} {{owner}}`),
      graph("Construction sites", Metrics.constructionSites, inRoom),
      graph("Other stored resources", Metrics.stored, `${inRoom} {{structure}} {{resource}}`, {
        expr: `topk(20, ${Metrics.stored.name}{account=~"$account",shard=~"$shard",room=~"$room",resource!="energy"})`
      }),
      graph("Safe mode", Metrics.safeModeTicks, inRoom)
    ]
  },
  {
    title: "Numbers of your script",
    panels: [
      graph("Memory", Metrics.memoryValue, "{{account}} {{shard}} {{room}} {{path}}", {
        expr: of(Metrics.memoryValue, { path: "$path" }),
        width: 12,
        height: 10
      }),
      graph("Segments", Metrics.segmentValue, "{{account}} {{shard}} {{room}} {{segment}} {{path}}", {
        width: 12,
        height: 10
      })
    ]
  },
  {
    title: "Market",
    panels: [
      {
        title: "Best prices",
        metrics: [Metrics.bestBid, Metrics.bestAsk],
        queries: [
          { expr: of(Metrics.bestBid), legend: "{{shard}} {{resource}} bid" },
          { expr: of(Metrics.bestAsk), legend: "{{shard}} {{resource}} ask" }
        ],
        unit: "short",
        width: 8
      },
      graph("Average price", Metrics.averagePrice, "{{shard}} {{resource}}"),
      graph("Units traded", Metrics.volume, "{{shard}} {{resource}}")
    ]
  },
  {
    title: "Server",
    panels: [
      graph("Duration of a tick", Metrics.tickDuration, "{{account}} {{shard}}", { width: 12 }),
      graph("Tick", Metrics.tick, "{{account}} {{shard}}", { width: 12 })
    ]
  }
]

/** Metrics of the client and of the outputs, which are defined where they are written. */
const others = {
  requests: "screeps_requests_total",
  remaining: "screeps_limit_remaining"
} as const

const sourceLegend = "{{account}} {{source}} {{shard}} {{item}} {{room}}"
const mine = 'account=~"$account"'

const exporterRows: ReadonlyArray<Row> = [
  {
    title: "Freshness",
    panels: [
      graph("Age of the last values", Metrics.lastSeen, sourceLegend, {
        expr: `time() - ${Metrics.lastSeen.name}{${mine}}`,
        unit: "s",
        width: 12
      }),
      graph("Failed readings per minute", Metrics.readings, `${sourceLegend} {{outcome}}`, {
        expr: `rate(${Metrics.readings.name}{${mine},outcome!="ok"}[5m]) * 60`,
        width: 12
      }),
      graph("Readings per minute", Metrics.readings, "{{account}} {{source}}", {
        expr: `sum by (account, source) (rate(${Metrics.readings.name}{${mine},outcome="ok"}[5m])) * 60`
      }),
      graph("Interval", Metrics.interval, sourceLegend, { expr: `${Metrics.interval.name}{${mine}}` }),
      graph("Socket", Metrics.socketReady, "{{account}}", {
        expr: `${Metrics.socketReady.name}{${mine}}`,
        max: 1
      })
    ]
  },
  {
    title: "Quotas",
    panels: [
      graph("Used part of the quotas", Metrics.quotaUsed, "{{account}} {{limit_key}}", {
        expr: `${Metrics.quotaUsed.name}{${mine}}`,
        max: 1,
        width: 12
      }),
      {
        title: "Requests per minute",
        metrics: [],
        queries: [
          {
            expr: `sum by (account, operation, outcome) (rate(${others.requests}{${mine}}[5m])) * 60`,
            legend: "{{account}} {{operation}} {{outcome}}"
          }
        ],
        unit: "short",
        width: 12
      }
    ]
  },
  {
    title: "Series and outputs",
    panels: [
      graph("Series", Metrics.seriesCount, "{{account}}", { expr: `${Metrics.seriesCount.name}{${mine}}` }),
      graph("Values left out", Metrics.dropped, sourceLegend, { expr: `${Metrics.dropped.name}{${mine}}` }),
      graph("Connections of the socket", Metrics.socketConnections, "{{account}}", {
        expr: `increase(${Metrics.socketConnections.name}{${mine}}[1h])`
      })
    ]
  }
]

const source = { type: "prometheus", uid: "${datasource}" }

const panelJson = (panel: Panel, id: number, x: number, y: number) => {
  const help = panel.metrics.map(({ help, name }) => `${name}: ${help}.`).join("\n\n")
  const type = panel.type ?? "timeseries"
  return {
    id,
    type,
    title: panel.title,
    description: help,
    datasource: source,
    gridPos: { x, y, w: panel.width, h: panel.height ?? 8 },
    targets: panel.queries.map(({ expr, legend }, i) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + i),
      datasource: source,
      expr,
      legendFormat: legend
    })),
    fieldConfig: {
      defaults: {
        unit: panel.unit ?? "short",
        ...(panel.max === undefined ? {} : { min: 0, max: panel.max }),
        // A gap is a gap: nothing was known.
        custom: type === "timeseries" ? { lineWidth: 1, fillOpacity: 5, spanNulls: false } : {}
      },
      overrides: []
    },
    options:
      type === "stat"
        ? { reduceOptions: { calcs: ["lastNotNull"], fields: "", values: false }, colorMode: "none" }
        : {
            legend: { displayMode: "list", placement: "bottom", showLegend: true },
            tooltip: { mode: "multi" }
          }
  }
}

const columns = 24

/** Places the panels of the rows below each other, each row under its title. */
const layOut = (rows: ReadonlyArray<Row>) => {
  const placed: Array<ReturnType<typeof panelJson> | ReturnType<typeof rowJson>> = []
  let y = 0
  for (const { panels, title } of rows) {
    placed.push(rowJson(title, placed.length + 1, y))
    y += 1
    let [x, height] = [0, 0]
    for (const panel of panels) {
      if (x + panel.width > columns) {
        y += height
        ;[x, height] = [0, 0]
      }
      placed.push(panelJson(panel, placed.length + 1, x, y))
      x += panel.width
      height = Math.max(height, panel.height ?? 8)
    }
    y += height
  }
  return placed
}

const rowJson = (title: string, id: number, y: number) => ({
  id,
  type: "row",
  title,
  collapsed: false,
  gridPos: { x: 0, y, w: columns, h: 1 },
  panels: []
})

const variable = (name: string, metric: Metrics.Definition, label = name) => ({
  name,
  label,
  type: "query",
  datasource: source,
  query: { query: `label_values(${metric.name}, ${label})`, refId: name },
  definition: `label_values(${metric.name}, ${label})`,
  includeAll: true,
  // Series without the label, such as those of servers without shards, belong to it.
  allValue: ".*",
  multi: true,
  current: { text: ["All"], value: ["$__all"] },
  refresh: 2,
  sort: 1
})

const dashboard = (
  uid: string,
  title: string,
  rows: ReadonlyArray<Row>,
  variables: ReadonlyArray<ReturnType<typeof variable>>
) => ({
  uid,
  title,
  tags: ["screeps"],
  schemaVersion: 39,
  editable: true,
  refresh: "30s",
  time: { from: "now-6h", to: "now" },
  templating: {
    list: [
      { name: "datasource", label: "data source", type: "datasource", query: "prometheus" },
      ...variables
    ]
  },
  panels: layOut(rows)
})

/** A dashboard as JSON for Grafana. */
export type Dashboard = ReturnType<typeof dashboard>

/** The colony: account, rooms, the script's own numbers, market and server. */
export const colony: Dashboard = dashboard("screeps-colony", "Screeps colony", colonyRows, [
  variable("account", Metrics.lastSeen),
  variable("shard", Metrics.tick),
  variable("room", Metrics.controllerLevel),
  variable("path", Metrics.memoryValue)
])

/** The exporter: how old values are, what fails, how much of the quotas is used. */
export const exporter: Dashboard = dashboard("screeps-exporter", "Screeps exporter", exporterRows, [
  variable("account", Metrics.lastSeen)
])
