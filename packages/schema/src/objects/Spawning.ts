/** Creeps that are being spawned. */
import * as Schema from "effect/Schema"
import { count, whole } from "../values/numbers.ts"
import { nullish, record } from "../values/Record.ts"
import { Tick } from "../values/Tick.ts"

/**
 * The creep that a spawn or a stronghold is spawning.
 *
 * **Source** recorded from a server 4.3.0; `remainingTime` recorded from an official server before mid-2020, which
 * had no `spawnTime`.
 */
export class Spawning extends record<Spawning>("Spawning")({
  /** Name of the creep. */
  name: Schema.String,
  /** Total duration of the spawning, in ticks. */
  needTime: count,
  /** Tick in which the spawning ends. */
  spawnTime: nullish(Tick),
  /** Ticks left until the spawning ends; only on official servers before mid-2020, which had no `spawnTime`. */
  remainingTime: nullish(count),
  /** Directions in which the creep may leave the spawn: 1 top, 2 top right, … clockwise to 8; all when absent. */
  directions: nullish(Schema.Array(whole(1, 8)))
}) {}
