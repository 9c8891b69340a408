/** Creeps that are being made. */
import * as Schema from "effect/Schema"
import { count, whole } from "../values/numbers.ts"
import { nullish } from "../values/Nullish.ts"
import { Tick } from "../values/Tick.ts"
import * as TicksLeft from "../values/TicksLeft.ts"

/**
 * The creep that a spawn or a stronghold is making.
 *
 * **Source** recorded from a server 4.3.0; `remainingTime` recorded from an official server before mid-2020, which
 * had no `spawnTime`.
 */
export class Spawning extends Schema.Opaque<Spawning>()(
  Schema.Struct({
    /** The creep's name. */
    name: Schema.String,
    /** Ticks that it takes in all. */
    needTime: count,
    /** The tick in which the creep comes out. */
    spawnTime: nullish(Tick),
    /** Ticks that remain; old recordings only. */
    remainingTime: nullish(count),
    /** Where it may come out: 1 top, 2 top right, … clockwise to 8. Any side when missing. */
    directions: nullish(Schema.Array(whole(1, 8)))
  }).annotate({ identifier: "Spawning" })
) {}

/** Counts the ticks until the creep comes out; `undefined` when none is being made. */
export const ticksLeft = (spawner: { readonly spawning?: Spawning | null }, now: Tick): number | undefined =>
  TicksLeft.of(spawner.spawning?.spawnTime, now) ?? spawner.spawning?.remainingTime ?? undefined
