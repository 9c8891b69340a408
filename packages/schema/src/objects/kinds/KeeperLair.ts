/** Lairs of source keepers. */
import * as Schema from "effect/Schema"
import { located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A lair of a source keeper.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class KeeperLair extends Schema.Opaque<KeeperLair>()(
  Schema.Struct({
    type: Schema.Literal("keeperLair"),
    ...located,
    /** The tick in which the next keeper comes; only while there is none, or a hurt one. */
    nextSpawnTime: nullish(Tick)
  }).annotate({ identifier: "KeeperLair" })
) {}

/** Counts the ticks until the next keeper comes; `undefined` while one is there in good health. */
export const spawnTicksLeft = (lair: KeeperLair, now: Tick): number | undefined =>
  TicksLeft.of(lair.nextSpawnTime, now)
