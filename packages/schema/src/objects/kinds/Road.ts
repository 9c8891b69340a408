/** Roads. */
import * as Schema from "effect/Schema"
import { affected, damageable, fortified, located, ofType, wearing } from "../objectFields.ts"
import type { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A road.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Road extends Schema.Opaque<Road>()(
  Schema.Struct({
    ...ofType("road"),
    ...located,
    ...damageable,
    ...affected,
    ...fortified,
    ...wearing
  }).annotate({ identifier: "Road" })
) {}

/** Counts the ticks until a road loses hit points next. */
export const nextDecayTicksLeft = (road: Road, now: Tick): number =>
  TicksLeft.of(road.nextDecayTime, now) ?? 0
