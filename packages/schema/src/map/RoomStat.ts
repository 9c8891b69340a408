/** Statistics about rooms. */
import * as Schema from "effect/Schema"
import { expected, record } from "../values/Record.ts"
import { literals } from "../values/family.ts"

/**
 * The statistics that the game counts per room.
 *
 * **Gotchas**
 *
 * `creepsProduced` and `creepsLost` count body parts, not creeps.
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

/** Checks the name of a room statistic that a caller sends. */
export const RoomStat: Schema.Codec<RoomStat> = literals("RoomStat", all)

/**
 * The length of a statistic's slots in minutes: 8 (about an hour in total), 180 (a day), 1440 (about a week).
 */
export type StatInterval = 8 | 180 | 1440

/** Checks the length of a statistic's slots in minutes: 8, 180 or 1440. */
export const StatInterval: Schema.Codec<StatInterval> = literals("StatInterval", [8, 180, 1440])

/**
 * One slot of a statistic.
 *
 * **Source** reported (official samples); private servers return no statistics.
 */
export class StatSlot extends record<StatSlot>("StatSlot")({
  /** Value of the statistic in the slot. */
  value: Schema.Finite,
  /** End of the slot, counted in slots since 1970: `endTime × interval` minutes since 1970. */
  endTime: expected(Schema.Finite)
}) {}
