/**
 * The metrics of an exporter: their names, units and labels. The dashboards are made from them.
 *
 * **Details**
 *
 * Every series has the label `account`, the name of the account in the configuration, besides those listed here. Labels
 * of a shard are absent on servers without shards. The client's own metrics (`screeps_requests_total`,
 * `screeps_limit_remaining`, …) have the label `account`, too.
 */

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
  /** A gauge is a present value; a counter only grows while the exporter runs. */
  readonly kind: "gauge" | "counter"
  /** One sentence about the value. */
  readonly help: string
  readonly unit: Unit
  /** Labels beside `account`. */
  readonly labels: ReadonlyArray<Label>
}

const gauge = <const Label extends string = never>(
  unit: Unit,
  help: string,
  labels: ReadonlyArray<Label> = []
): Definition<Label> => ({ kind: "gauge", help, unit, labels })

const counter = <const Label extends string = never>(
  ...definition: Parameters<typeof gauge<Label>>
): Definition<Label> => ({ ...gauge(...definition), kind: "counter" })

const ofRoom = ["shard", "room"] as const
const ofResource = ["shard", "resource"] as const
const ofSource = ["source", "shard", "item"] as const

/** All metrics of an exporter by their names; the client and the outputs have some of their own. */
export const definitions = {
  // ---- the account

  screeps_credits: gauge("credits", "Balance of the account"),
  screeps_gcl_level: gauge("none", "Global control level"),
  screeps_gcl_points: gauge("points", "Control points earned so far"),
  screeps_gcl_progress_ratio: gauge("ratio", "Progress to the next global control level, from 0 to 1"),
  screeps_gpl_level: gauge("none", "Global power level"),
  screeps_gpl_points: gauge("points", "Power points earned so far"),
  screeps_gpl_progress_ratio: gauge("ratio", "Progress to the next global power level, from 0 to 1"),
  screeps_cpu_limit: gauge(
    "milliseconds of CPU time",
    "CPU limit of a tick: of the account, or of a shard where the account assigns one",
    ["shard"]
  ),
  screeps_account_resource: gauge("units of the resource", "Resources of the account, such as pixel", [
    "resource"
  ]),
  screeps_leaderboard_place: gauge("none", "Place on the leaderboard of the month, from 1", ["mode"]),
  screeps_leaderboard_score: gauge("points", "Points on the leaderboard of the month", ["mode"]),
  screeps_statistic: gauge(
    "none",
    "Totals of the account's rooms over about a day; servers 4.3.0 have none",
    ["statistic"]
  ),

  // ---- the script

  screeps_cpu_used: gauge(
    "milliseconds of CPU time",
    "CPU time of the script's last run that the server reported"
  ),
  screeps_script_errors_ratio: gauge(
    "ratio",
    "Errors of the script per tick in the last 15 seconds: 1 when it fails in each tick"
  ),
  screeps_memory_size: gauge("characters", "Length of Memory's JSON text"),
  screeps_memory_value: gauge(
    "none",
    "Numbers that the script writes to Memory, by path; the first room name in a path is the label room, and * in the path",
    ["shard", "path", "room"]
  ),
  screeps_segment_value: gauge(
    "none",
    "Numbers that the script writes to memory segments as JSON, by segment and path, with rooms as in Memory",
    ["shard", "segment", "path", "room"]
  ),

  // ---- rooms

  screeps_rooms: gauge("none", "Rooms that the account owns", ["shard"]),
  screeps_room_energy_available: gauge("energy", "Energy in the room's spawns and extensions", ofRoom),
  screeps_room_energy_capacity: gauge("energy", "Capacity of the room's spawns and extensions", ofRoom),
  screeps_room_controller_level: gauge("none", "Level of the controller", ofRoom),
  screeps_room_controller_progress_ratio: gauge(
    "ratio",
    "Progress to the controller's next level, from 0 to 1",
    ofRoom
  ),
  screeps_room_controller_points: gauge(
    "points",
    "Control points collected for the controller's next level",
    ofRoom
  ),
  screeps_room_downgrade_ticks: gauge(
    "ticks",
    "Ticks until the controller loses a level unless it is upgraded",
    ofRoom
  ),
  screeps_room_safe_mode_ticks: gauge("ticks", "Ticks until safe mode ends; 0 when it is not active", ofRoom),
  screeps_room_stored: gauge(
    "units of the resource",
    "Resources in the room's structures of a type: storage, terminal, factory, container",
    ["shard", "room", "structure", "resource"]
  ),
  screeps_room_creeps: gauge("none", "Creeps in the room, own ones and those of others", [
    "shard",
    "room",
    "owner"
  ]),
  screeps_room_construction_sites: gauge("none", "Construction sites in the room", ofRoom),

  // ---- the market

  screeps_market_orders: gauge("none", "Active orders of the account", ["type"]),
  screeps_market_best_bid: gauge("credits", "Highest price of a buy order", ofResource),
  screeps_market_best_ask: gauge("credits", "Lowest price of a sell order", ofResource),
  screeps_market_average_price: gauge("credits", "Average price of the latest day with a deal", ofResource),
  screeps_market_volume: gauge(
    "units of the resource",
    "Units traded on the latest day with a deal",
    ofResource
  ),

  // ---- the server

  screeps_tick: gauge("ticks", "Present tick", ["shard"]),
  screeps_tick_duration_seconds: gauge("seconds", "Mean duration of a tick between the last two readings", [
    "shard"
  ]),

  // ---- the exporter itself

  screeps_last_seen_seconds: gauge(
    "seconds",
    "When a source last gave a value, in seconds since 1970: an old one means that its values are gone, not unchanged",
    [...ofSource, "room"]
  ),
  screeps_stats_interval_seconds: gauge(
    "seconds",
    "How often a source is read; longer than configured where quotas require it",
    ofSource
  ),
  screeps_stats_readings_total: counter(
    "none",
    "Readings of a source by outcome: ok, or the reason of the failure",
    [...ofSource, "outcome"]
  ),
  screeps_stats_series: gauge("none", "Series of the account at present"),
  screeps_stats_dropped_values: gauge(
    "none",
    "Values of the last reading that were left out, since the source has too many",
    ofSource
  ),
  screeps_quota_used_ratio: gauge(
    "ratio",
    "Used part of a quota in its present period, from 0 to 1, by all programs as far as the server reports it",
    ["limit_key"]
  ),
  screeps_socket_ready: gauge("none", "Whether the socket is connected and signed in: 1 or 0"),
  screeps_socket_connections_total: counter("none", "Connections of the socket that became ready")
}
