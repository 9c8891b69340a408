/** Roads. */
import * as Schema from "effect/Schema"
import { affected, damageable, fortified, located } from "../objectFields.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A road.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Road extends Schema.Opaque<Road>()(
  Schema.Struct({
    type: Schema.Literal("road"),
    ...located,
    ...damageable,
    ...affected,
    ...fortified,
    /** The tick in which it loses hits next. */
    nextDecayTime: Tick
  }).annotate({ identifier: "Road" })
) {}

/** Counts the ticks until a road loses hits next. */
export const nextDecayTicksLeft = (road: Road, now: Tick): number =>
  TicksLeft.of(road.nextDecayTime, now) ?? 0
