/** Statistics that servers keep about rooms. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The statistics that the game counts per room.
 *
 * **Source** read in the server's source.
 */
export const all = [
  "energyHarvested",
  "energyConstruction",
  "energyCreeps",
  "energyControl",
  "creepsProduced",
  "creepsLost",
  "powerProcessed"
] as const

/** The name of a room statistic. */
export type RoomStat = (typeof all)[number]

/** Checks the name of a room statistic, for what callers send. */
export const RoomStat: Schema.Codec<RoomStat> = literals("RoomStat", all)

/**
 * The length of a statistic's slots in minutes: 8 (about an hour in all), 180 (a day), 1440 (about a week).
 */
export type StatInterval = 8 | 180 | 1440

/** Checks the length of a statistic's slots in minutes: 8, 180 or 1440. */
export const StatInterval: Schema.Codec<StatInterval> = literals("StatInterval", [8, 180, 1440])

/**
 * One slot of a statistic: its value, and its end as a count of whole slots since 1970.
 *
 * **Details**
 *
 * The slot ends at `endTime × interval` minutes since 1970.
 *
 * **Source** reported (official samples); private servers answer no statistics.
 */
export class StatSlot extends Schema.Opaque<StatSlot>()(
  Schema.Struct({ value: Schema.Finite, endTime: Schema.Finite }).annotate({ identifier: "StatSlot" })
) {}
