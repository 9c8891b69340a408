/** Walls that were built, and those around protected areas. */
import * as Schema from "effect/Schema"
import { count, hits } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish } from "../../values/Nullish.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * The wall-clock time at which the wall around a protected area falls.
 *
 * **Source** reported for official servers; kept by a server 4.3.0 as it was put in.
 */
export class WallDecay extends Schema.Opaque<WallDecay>()(
  Schema.Struct({ timestamp: Millis }).annotate({ identifier: "WallDecay" })
) {}

/**
 * A wall; its type on the wire is `constructedWall`.
 *
 * **Details**
 *
 * Walls that players build do not decay and have no owner. Those around protected areas have `decayTime`, in ticks or
 * as a wall-clock time.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Wall extends Schema.Opaque<Wall>()(
  Schema.Struct({
    type: Schema.Literal("constructedWall"),
    ...located,
    hits: nullish(hits),
    hitsMax: nullish(hits),
    notifyWhenAttacked: damageable.notifyWhenAttacked,
    ...affected,
    ...owned,
    newbieWall: nullish(Schema.Boolean),
    /** Read it with `decayTicksLeft` and `decayMoment`. */
    decayTime: nullish(Schema.Union([Tick, WallDecay])),
    /** In ticks, before the wall's first tick. */
    ticksToLive: nullish(count)
  }).annotate({ identifier: "Wall" })
) {}

/** Counts the ticks until a wall falls; `undefined` for walls that do not, or at a wall-clock time. */
export const decayTicksLeft = (wall: Wall, now: Tick): number | undefined =>
  typeof wall.decayTime === "number" ? TicksLeft.of(wall.decayTime, now) : undefined

/** When a wall falls in wall-clock time; `undefined` for walls that do not, or at a tick. */
export const decayMoment = (wall: Wall): Millis | undefined =>
  typeof wall.decayTime === "object" ? wall.decayTime?.timestamp : undefined
