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
import { labelsOf, type Name } from "./reading/samples.ts"

/** One line, or several, of a panel. */
interface Query {
  readonly expr: string
  /** Text of the legend, with labels in double braces. */
  readonly legend: string
}

interface Panel {
  readonly title: string
  readonly metrics: ReadonlyArray<Name>
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
const of = (metric: Name, more: Matchers = {}): string => {
  const variables = ["shard", "room"].filter((label) => labelsOf(metric).includes(label))
  const matchers = [
    'account=~"$account"',
    ...variables.map((label) => `${label}=~"$${label}"`),
    ...Object.entries(more).map(([label, pattern]) => `${label}=~"${pattern}"`)
  ]
  return `${metric}{${matchers.join(",")}}`
}

const graph = (
  title: string,
  metric: Name,
  legend: string,
  options: Partial<Panel> & { readonly expr?: string } = {}
): Panel => {
  const { expr = of(metric), ...rest } = options
  return {
    title,
    metrics: [metric],
    queries: [{ expr, legend }],
    width: 8,
    unit: unitOf[Metrics.definitions[metric].unit],
    ...rest
  }
}

const stat = (title: string, metric: Name, legend: string, options: Partial<Panel> = {}): Panel =>
  graph(title, metric, legend, { type: "stat", width: 4, height: 4, ...options })

const inRoom = "{{account}} {{shard}} {{room}}"

const colonyRows: ReadonlyArray<Row> = [
  {
    title: "Account",
    panels: [
      stat("Credits", "screeps_credits", "{{account}}"),
      stat("GCL", "screeps_gcl_level", "{{account}}"),
      stat("To the next GCL", "screeps_gcl_progress_ratio", "{{account}}"),
      stat("GPL", "screeps_gpl_level", "{{account}}"),
      stat("Rooms", "screeps_rooms", "{{account}} {{shard}}"),
      stat("Place on the leaderboard", "screeps_leaderboard_place", "{{account}} {{mode}}"),
      {
        title: "CPU time of a tick",
        metrics: ["screeps_cpu_used", "screeps_cpu_limit"],
        queries: [
          { expr: of("screeps_cpu_used"), legend: "{{account}}" },
          { expr: `screeps_cpu_limit{account=~"$account"}`, legend: "{{account}} limit {{shard}}" }
        ],
        unit: "ms",
        width: 8
      },
      graph("Errors per tick", "screeps_script_errors_ratio", "{{account}}"),
      graph("Control points per hour", "screeps_gcl_points", "{{account}}", {
        expr: `deriv(${of("screeps_gcl_points")}[1h]) * 3600`
      }),
      graph("Credits over time", "screeps_credits", "{{account}}"),
      graph("Size of Memory", "screeps_memory_size", "{{account}}"),
      graph("Resources of the account", "screeps_account_resource", "{{account}} {{resource}}"),
      graph("Statistics of the last day", "screeps_statistic", "{{account}} {{statistic}}")
    ]
  },
  {
    title: "Rooms",
    panels: [
      {
        title: "Energy for spawning",
        metrics: ["screeps_room_energy_available", "screeps_room_energy_capacity"],
        queries: [
          {
            expr: `${of("screeps_room_energy_available")} / ${of("screeps_room_energy_capacity")}`,
            legend: inRoom
          }
        ],
        unit: "percentunit",
        width: 8,
        max: 1
      },
      graph("Stored energy", "screeps_room_stored", `${inRoom} {{structure}}`, {
        expr: of("screeps_room_stored", { resource: "energy" })
      }),
      graph("To the controller's next level", "screeps_room_controller_progress_ratio", inRoom, { max: 1 }),
      graph("Level of the controller", "screeps_room_controller_level", inRoom, { max: 8 }),
      graph("Ticks until the controller loses a level", "screeps_room_downgrade_ticks", inRoom),
      graph("Creeps", "screeps_room_creeps", `${inRoom} {{owner}}`),
      graph("Construction sites", "screeps_room_construction_sites", inRoom),
      graph("Other stored resources", "screeps_room_stored", `${inRoom} {{structure}} {{resource}}`, {
        expr: `topk(20, screeps_room_stored{account=~"$account",shard=~"$shard",room=~"$room",resource!="energy"})`
      }),
      graph("Safe mode", "screeps_room_safe_mode_ticks", inRoom)
    ]
  },
  {
    title: "Numbers of your script",
    panels: [
      graph("Memory", "screeps_memory_value", "{{account}} {{shard}} {{room}} {{path}}", {
        expr: of("screeps_memory_value", { path: "$path" }),
        width: 12,
        height: 10
      }),
      graph("Segments", "screeps_segment_value", "{{account}} {{shard}} {{room}} {{segment}} {{path}}", {
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
        metrics: ["screeps_market_best_bid", "screeps_market_best_ask"],
        queries: [
          { expr: of("screeps_market_best_bid"), legend: "{{shard}} {{resource}} bid" },
          { expr: of("screeps_market_best_ask"), legend: "{{shard}} {{resource}} ask" }
        ],
        unit: "short",
        width: 8
      },
      graph("Average price", "screeps_market_average_price", "{{shard}} {{resource}}"),
      graph("Units traded", "screeps_market_volume", "{{shard}} {{resource}}"),
      graph("Own orders", "screeps_market_orders", "{{account}} {{type}}")
    ]
  },
  {
    title: "Server",
    panels: [
      graph("Duration of a tick", "screeps_tick_duration_seconds", "{{account}} {{shard}}", { width: 12 }),
      graph("Tick", "screeps_tick", "{{account}} {{shard}}", { width: 12 })
    ]
  }
]

const sourceLegend = "{{account}} {{source}} {{shard}} {{item}} {{room}}"
const mine = 'account=~"$account"'

const exporterRows: ReadonlyArray<Row> = [
  {
    title: "Freshness",
    panels: [
      graph("Age of the last values", "screeps_last_seen_seconds", sourceLegend, {
        expr: `time() - screeps_last_seen_seconds{${mine}}`,
        unit: "s",
        width: 12
      }),
      graph("Failed readings per minute", "screeps_stats_readings_total", `${sourceLegend} {{outcome}}`, {
        expr: `rate(screeps_stats_readings_total{${mine},outcome!="ok"}[5m]) * 60`,
        width: 12
      }),
      graph("Readings per minute", "screeps_stats_readings_total", "{{account}} {{source}}", {
        expr: `sum by (account, source) (rate(screeps_stats_readings_total{${mine},outcome="ok"}[5m])) * 60`
      }),
      graph("Interval", "screeps_stats_interval_seconds", sourceLegend, {
        expr: `screeps_stats_interval_seconds{${mine}}`
      }),
      graph("Socket", "screeps_socket_ready", "{{account}}", {
        expr: `screeps_socket_ready{${mine}}`,
        max: 1
      })
    ]
  },
  {
    title: "Quotas",
    panels: [
      graph("Used part of the quotas", "screeps_quota_used_ratio", "{{account}} {{limit_key}}", {
        expr: `screeps_quota_used_ratio{${mine}}`,
        max: 1,
        width: 12
      }),
      {
        title: "Requests per minute",
        metrics: [],
        queries: [
          {
            expr: `sum by (account, operation, outcome) (rate(screeps_requests_total{${mine}}[5m])) * 60`,
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
      graph("Series", "screeps_stats_series", "{{account}}", { expr: `screeps_stats_series{${mine}}` }),
      graph("Values left out", "screeps_stats_dropped_values", sourceLegend, {
        expr: `screeps_stats_dropped_values{${mine}}`
      }),
      graph("Connections of the socket", "screeps_socket_connections_total", "{{account}}", {
        expr: `increase(screeps_socket_connections_total{${mine}}[1h])`
      })
    ]
  }
]

const source = { type: "prometheus", uid: "${datasource}" }

const panelJson = (panel: Panel, id: number, x: number, y: number) => {
  const help = panel.metrics.map((name) => `${name}: ${Metrics.definitions[name].help}.`).join("\n\n")
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

const variable = (name: string, metric: Name, label = name) => ({
  name,
  label,
  type: "query",
  datasource: source,
  query: { query: `label_values(${metric}, ${label})`, refId: name },
  definition: `label_values(${metric}, ${label})`,
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
  variable("account", "screeps_last_seen_seconds"),
  variable("shard", "screeps_tick"),
  variable("room", "screeps_room_controller_level"),
  variable("path", "screeps_memory_value")
])

/** The exporter: how old values are, what fails, how much of the quotas is used. */
export const exporter: Dashboard = dashboard("screeps-exporter", "Screeps exporter", exporterRows, [
  variable("account", "screeps_last_seen_seconds")
])
