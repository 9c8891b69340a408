/** What the world map can show of rooms: layers without numbers, and statistics over an interval. */
import type * as Schema from "effect/Schema"
import * as RoomStat from "./RoomStat.ts"
import { literals, oneOf } from "../values/family.ts"

/**
 * The layers that have no numbers: owners, who may claim, minerals, nothing, and power.
 *
 * **Source** `owner0`, `claim0` and `minerals0` read in a client's requests; `none0` and `power0` reported.
 */
export const layers = ["owner0", "claim0", "minerals0", "none0", "power0"] as const

/** A layer of the world map that has no numbers. */
export type Layer = (typeof layers)[number]

/** A room statistic and the length of its slots in minutes, such as `energyHarvested180`. */
export type Interval = `${RoomStat.RoomStat}${RoomStat.StatInterval}`

/** What the world map can show: a layer, or a statistic with its interval. */
export type MapStat = Layer | Interval

/** The name by which the world map is asked for a statistic over slots of 8, 180 or 1440 minutes. */
export const make = (stat: RoomStat.RoomStat, interval: RoomStat.StatInterval): Interval =>
  `${stat}${interval}`

/** The lengths of a statistic's slots in minutes. */
export const intervals: ReadonlyArray<RoomStat.StatInterval> = [8, 180, 1440]

/** Everything that the world map can show. */
export const all: ReadonlyArray<MapStat> = [
  ...layers,
  ...RoomStat.all.flatMap((stat) => intervals.map((interval) => make(stat, interval)))
]

/**
 * Checks what the world map is asked for.
 *
 * **Gotchas**
 *
 * Private servers check only that the name ends in digits, and answer owners and minerals whatever it is.
 *
 * **Source** the grammar recorded from a server 4.3.0.
 */
export const MapStat: Schema.Codec<MapStat> = literals("MapStat", all)

export const isMapStat: (value: unknown) => value is MapStat = oneOf(all)

/** The statistic and the interval in a name; `undefined` for layers without numbers. */
export const parse = (
  name: MapStat
): { readonly stat: RoomStat.RoomStat; readonly interval: RoomStat.StatInterval } | undefined => {
  for (const stat of RoomStat.all) {
    for (const interval of intervals) {
      if (name === make(stat, interval)) return { stat, interval }
    }
  }
  return undefined
}
