/** Sources of energy. */
import { amount, count, whole } from "../../values/numbers.ts"
import { affected, located, ofType } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A source of energy.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Source extends record<Source>("Source")({
  ...ofType("source"),
  ...located,
  /** Energy left until the source regenerates. */
  energy: amount,
  /** Energy after regeneration: 3000 in owned and reserved rooms, 1500 in other rooms, 4000 in keeper rooms. */
  energyCapacity: count,
  /** Always 300, not a countdown: `nextRegenerationTime` has the tick. */
  ticksToRegeneration: nullish(whole(0, 300)),
  /** Tick in which the source regenerates; `null` while it is full. */
  nextRegenerationTime: nullish(Tick),
  /** Energy harvested since the last raid of invaders. */
  invaderHarvested: nullish(count),
  ...affected
}) {}
