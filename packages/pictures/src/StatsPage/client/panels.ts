/** Which numbers are in which chart. */
import type { Range, Series } from "../../StatsPage.ts"
import type { Line } from "./charts.ts"
import { find } from "./numbers.ts"
import { bucketsOf } from "./tiles.ts"

interface Chart {
  readonly title: string
  readonly lines: ReadonlyArray<Line>
}

/** Names a series by labels that others of the chart do not share. */
const labelled = (series: ReadonlyArray<Series>, ...labels: ReadonlyArray<string>): ReadonlyArray<Line> =>
  series.map((one) => ({
    label: labels.flatMap((label) => one.labels[label] ?? []).join(" ") || one.name.replace("screeps_", ""),
    values: one.values
  }))

const lines = (range: Range, name: string, ...labels: ReadonlyArray<string>) =>
  labelled(find(range, name), ...labels)

const renamed = (label: string, all: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  all.map(({ values }) => ({ label, values }))

/** Prices, a chart for each resource. */
const prices = (range: Range): ReadonlyArray<Chart> => {
  const named = ["best_bid", "best_ask", "average_price"] as const
  const all = named.flatMap((name) => find(range, `screeps_market_${name}`))
  const resources = new Set(all.flatMap(({ labels }) => labels["resource"] ?? []))
  return [...resources].toSorted().map((resource) => ({
    title: `Price of ${resource}`,
    lines: named.flatMap((name) => {
      const found = find(range, `screeps_market_${name}`, { resource })
      return found.map(({ labels, values }) => ({
        label: [name.replace("_", " "), ...(found.length > 1 ? [labels["shard"] ?? ""] : [])].join(" "),
        values
      }))
    })
  }))
}

/** The charts of an account, without the numbers of its script; those that nothing is known of have no lines. */
export const chartsOf = (range: Range): ReadonlyArray<Chart> => [
  {
    title: "CPU time, ms a tick",
    lines: [
      ...renamed("used", lines(range, "screeps_cpu_used")),
      ...find(range, "screeps_cpu_limit").map(({ labels, values }) => ({
        label: `limit${labels["shard"] === undefined ? "" : ` ${labels["shard"]}`}`,
        values
      }))
    ]
  },
  { title: "Bucket", lines: labelled(bucketsOf(range), "shard", "path") },
  { title: "Errors a tick", lines: renamed("errors", lines(range, "screeps_script_errors_ratio")) },
  { title: "Stored energy", lines: lines(range, "screeps_room_stored", "shard", "room") },
  {
    title: "Energy of spawns and extensions",
    lines: lines(range, "screeps_room_energy_available", "shard", "room")
  },
  {
    title: "Points of the controllers",
    lines: lines(range, "screeps_room_controller_points", "shard", "room")
  },
  { title: "Creeps", lines: lines(range, "screeps_room_creeps", "shard", "room", "owner") },
  { title: "Control points", lines: renamed("GCL", lines(range, "screeps_gcl_points")) },
  { title: "Credits", lines: renamed("credits", lines(range, "screeps_credits")) },
  { title: "Own market orders", lines: lines(range, "screeps_market_orders", "type") },
  ...prices(range),
  { title: "Tick duration, s", lines: lines(range, "screeps_tick_duration_seconds", "shard") },
  { title: "Length of Memory", lines: renamed("characters", lines(range, "screeps_memory_size")) }
]

/** The charts of the numbers that the script writes: one for each path, with its rooms. */
export const ownCharts = (range: Range): ReadonlyArray<Chart> => {
  const charts = new Map<string, Array<Series>>()
  for (const one of range.series) {
    const { path = "", segment } = one.labels
    if (one.name !== "screeps_memory_value" && one.name !== "screeps_segment_value") continue
    const title = segment === undefined ? path : `segment ${segment}: ${path}`
    const known = charts.get(title)
    if (known === undefined) charts.set(title, [one])
    else known.push(one)
  }
  return [...charts]
    .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([title, series]) => ({ title, lines: labelled(series, "shard", "room") }))
}
