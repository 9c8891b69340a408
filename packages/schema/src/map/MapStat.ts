/** Layers of the world map: facts about rooms, and statistics over an interval. */
import type * as Schema from "effect/Schema"
import * as RoomStat from "./RoomStat.ts"
import { literals } from "../values/family.ts"

/**
 * The layers without statistics: owners, claimable rooms, minerals, nothing, and power.
 *
 * **Source** `owner0`, `claim0` and `minerals0` read in a client's requests; `none0` and `power0` reported.
 */
export const layers = ["owner0", "claim0", "minerals0", "none0", "power0"] as const

/** A layer of the world map without statistics. */
export type Layer = (typeof layers)[number]

/** The name of a room statistic with the length of its slots in minutes, such as `energyHarvested180`. */
export type Interval = `${RoomStat.RoomStat}${RoomStat.StatInterval}`

/** A layer of the world map, or a statistic with its interval. */
export type MapStat = Layer | Interval

/** The lengths of a statistic's slots in minutes. */
export const intervals: ReadonlyArray<RoomStat.StatInterval> = [8, 180, 1440]

/** All layers of the world map and all statistics with all intervals. */
const all: ReadonlyArray<MapStat> = [
  ...layers,
  ...RoomStat.all.flatMap((stat) => intervals.map((interval): Interval => `${stat}${interval}`))
]

/**
 * Checks the layer or statistic that a caller requests.
 *
 * **Gotchas**
 *
 * Private servers check only that the name ends in digits, and always return owners and minerals.
 *
 * **Source** the form of the name recorded from a server 4.3.0.
 */
export const MapStat: Schema.Codec<MapStat> = literals("MapStat", all)
