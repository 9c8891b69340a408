/** Roads. */
import { affected, damageable, fortified, located, ofType, wearing } from "../objectFields.ts"
import type { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { record } from "../../values/Record.ts"

/**
 * A road.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Road extends record<Road>("Road")({
  ...ofType("road"),
  ...located,
  ...damageable,
  ...affected,
  ...fortified,
  ...wearing
}) {}

/** Counts the ticks until a road loses hit points next. */
export const nextDecayTicksLeft = (road: Road, now: Tick): number =>
  TicksLeft.of(road.nextDecayTime, now) ?? 0
