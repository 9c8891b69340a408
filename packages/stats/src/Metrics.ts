/**
 * The metrics of an exporter: their names, units and labels. The dashboards are made from them.
 *
 * **Details**
 *
 * Every series has the label `account`, the name of the account in the configuration, besides those listed here. Labels
 * of a shard are absent on servers without shards. The client's own metrics (`screeps_requests_total`,
 * `screeps_limit_remaining`, …) have the label `account`, too.
 */
import type * as Metric from "effect/Metric"

/** The unit of a metric's values. */
export type Unit =
  | "none"
  | "seconds"
  | "ratio"
  | "ticks"
  | "points"
  | "credits"
  | "energy"
  | "units of the resource"
  | "milliseconds of CPU time"
  | "characters"

/** A metric: one value for each combination of its labels. */
export interface Definition<Label extends string = string> {
  /** Name in Prometheus and OpenTelemetry, in snake case. */
  readonly name: string
  /** A gauge is a present value; a counter only grows while the exporter runs. */
  readonly kind: "gauge" | "counter"
  /** One sentence about the value. */
  readonly help: string
  readonly unit: Unit
  /** Labels beside `account`. */
  readonly labels: ReadonlyArray<Label>
}

/** A value of a metric for one combination of labels; labels that are `undefined` are left out. */
export interface Sample {
  readonly metric: Definition
  readonly labels: { readonly [label: string]: string | undefined }
  readonly value: number
}

const all = new Map<string, Definition>()

const define =
  (kind: Definition["kind"]) =>
  <const Label extends string>(
    name: string,
    unit: Unit,
    help: string,
    labels: ReadonlyArray<Label>
  ): Definition<Label> => {
    const definition = { name, kind, help, unit, labels }
    all.set(name, definition)
    return definition
  }

const gauge = define("gauge")
const counter = define("counter")

/** Creates samples of a metric: none for a value that is absent or not finite. */
export const sample = <Label extends string>(
  metric: Definition<Label>,
  labels: { readonly [L in Label]: string | undefined },
  value: number | null | undefined
): ReadonlyArray<Sample> =>
  value === null || value === undefined || !Number.isFinite(value) ? [] : [{ metric, labels, value }]

/** The longest value of a label: names of resources and statistics come from the server, or from other players. @internal */
export const maxLabel = 200

/** Returns the attributes of a series: its labels, and the unit for OpenTelemetry. @internal */
export const attributesOf = ({ labels, metric }: Sample): Metric.Metric.AttributeSet => {
  const attributes: Record<string, string> = {}
  for (const label of metric.labels) {
    const text = labels[label]
    if (text !== undefined) attributes[label] = text.slice(0, maxLabel)
  }
  if (metric.unit === "seconds") attributes["unit"] = "s"
  if (metric.unit === "ratio") attributes["unit"] = "1"
  return attributes
}

// ---- the account

export const credits = gauge("screeps_credits", "credits", "Balance of the account", [])
export const gclLevel = gauge("screeps_gcl_level", "none", "Global control level", [])
export const gclPoints = gauge("screeps_gcl_points", "points", "Control points earned so far", [])
export const gclProgress = gauge(
  "screeps_gcl_progress_ratio",
  "ratio",
  "Progress to the next global control level, from 0 to 1",
  []
)
export const gplLevel = gauge("screeps_gpl_level", "none", "Global power level", [])
export const gplPoints = gauge("screeps_gpl_points", "points", "Power points earned so far", [])
export const gplProgress = gauge(
  "screeps_gpl_progress_ratio",
  "ratio",
  "Progress to the next global power level, from 0 to 1",
  []
)
export const cpuLimit = gauge(
  "screeps_cpu_limit",
  "milliseconds of CPU time",
  "CPU limit of a tick: of the account, or of a shard where the account assigns one",
  ["shard"]
)
export const accountResource = gauge(
  "screeps_account_resource",
  "units of the resource",
  "Resources of the account, such as pixel",
  ["resource"]
)
export const place = gauge(
  "screeps_leaderboard_place",
  "none",
  "Place on the leaderboard of the month, from 1",
  ["mode"]
)
export const score = gauge("screeps_leaderboard_score", "points", "Points on the leaderboard of the month", [
  "mode"
])
export const statistic = gauge(
  "screeps_statistic",
  "none",
  "Totals of the account's rooms over about a day; servers 4.3.0 have none",
  ["statistic"]
)

// ---- the script

export const cpuUsed = gauge(
  "screeps_cpu_used",
  "milliseconds of CPU time",
  "CPU time of the script's last run that the server reported",
  []
)
export const memorySize = gauge("screeps_memory_size", "characters", "Length of Memory's JSON text", [])
export const memoryValue = gauge(
  "screeps_memory_value",
  "none",
  "Numbers that the script writes to Memory, by path; the first room name in a path is the label room, and * in the path",
  ["shard", "path", "room"]
)
export const segmentValue = gauge(
  "screeps_segment_value",
  "none",
  "Numbers that the script writes to memory segments as JSON, by segment and path, with rooms as in Memory",
  ["shard", "segment", "path", "room"]
)

// ---- rooms

export const rooms = gauge("screeps_rooms", "none", "Rooms that the account owns", ["shard"])
const ofRoom = ["shard", "room"] as const
export const roomEnergy = gauge(
  "screeps_room_energy_available",
  "energy",
  "Energy in the room's spawns and extensions",
  ofRoom
)
export const roomEnergyCapacity = gauge(
  "screeps_room_energy_capacity",
  "energy",
  "Capacity of the room's spawns and extensions",
  ofRoom
)
export const controllerLevel = gauge(
  "screeps_room_controller_level",
  "none",
  "Level of the controller",
  ofRoom
)
export const controllerProgress = gauge(
  "screeps_room_controller_progress_ratio",
  "ratio",
  "Progress to the controller's next level, from 0 to 1",
  ofRoom
)
export const controllerPoints = gauge(
  "screeps_room_controller_points",
  "points",
  "Control points collected for the controller's next level",
  ofRoom
)
export const downgradeTicks = gauge(
  "screeps_room_downgrade_ticks",
  "ticks",
  "Ticks until the controller loses a level unless it is upgraded",
  ofRoom
)
export const safeModeTicks = gauge(
  "screeps_room_safe_mode_ticks",
  "ticks",
  "Ticks until safe mode ends; 0 when it is not active",
  ofRoom
)
export const stored = gauge(
  "screeps_room_stored",
  "units of the resource",
  "Resources in the room's structures of a type: storage, terminal, factory, container",
  ["shard", "room", "structure", "resource"]
)
export const creeps = gauge(
  "screeps_room_creeps",
  "none",
  "Creeps in the room, own ones and those of others",
  ["shard", "room", "owner"]
)
export const constructionSites = gauge(
  "screeps_room_construction_sites",
  "none",
  "Construction sites in the room",
  ofRoom
)

// ---- the market

const ofResource = ["shard", "resource"] as const
export const bestBid = gauge("screeps_market_best_bid", "credits", "Highest price of a buy order", ofResource)
export const bestAsk = gauge("screeps_market_best_ask", "credits", "Lowest price of a sell order", ofResource)
export const averagePrice = gauge(
  "screeps_market_average_price",
  "credits",
  "Average price of the latest day with a deal",
  ofResource
)
export const volume = gauge(
  "screeps_market_volume",
  "units of the resource",
  "Units traded on the latest day with a deal",
  ofResource
)

// ---- the server

export const tick = gauge("screeps_tick", "ticks", "Present tick", ["shard"])
export const tickDuration = gauge(
  "screeps_tick_duration_seconds",
  "seconds",
  "Mean duration of a tick between the last two readings",
  ["shard"]
)

// ---- the exporter itself

const ofSource = ["source", "shard", "item"] as const
export const lastSeen = gauge(
  "screeps_last_seen_seconds",
  "seconds",
  "When a source last gave a value, in seconds since 1970: an old one means that its values are gone, not unchanged",
  [...ofSource, "room"]
)
export const interval = gauge(
  "screeps_stats_interval_seconds",
  "seconds",
  "How often a source is read; longer than configured where quotas require it",
  ofSource
)
export const readings = counter(
  "screeps_stats_readings_total",
  "none",
  "Readings of a source by outcome: ok, or the reason of the failure",
  [...ofSource, "outcome"]
)
export const seriesCount = gauge("screeps_stats_series", "none", "Series of the account at present", [])
export const dropped = gauge(
  "screeps_stats_dropped_values",
  "none",
  "Values of the last reading that were left out, since the source has too many",
  ofSource
)
export const quotaUsed = gauge(
  "screeps_quota_used_ratio",
  "ratio",
  "Used part of a quota in its present period, from 0 to 1, by all programs as far as the server reports it",
  ["limit_key"]
)
export const socketReady = gauge(
  "screeps_socket_ready",
  "none",
  "Whether the socket is connected and signed in: 1 or 0",
  []
)
export const socketConnections = counter(
  "screeps_socket_connections_total",
  "none",
  "Connections of the socket that became ready",
  []
)

/** All metrics of an exporter by their names; the client and the outputs have some of their own. */
export const definitions: ReadonlyMap<string, Definition> = all
