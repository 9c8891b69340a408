/** Minerals of rooms, which are harvested with an extractor. */
import { amount, whole } from "../../values/numbers.ts"
import { affected, located, ofType } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * The mineral of a room, which is harvested with an extractor.
 *
 * **Gotchas**
 *
 * `mineralAmount` is a fraction in the world that servers ship, so the last amount that a creep harvests is one too.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Mineral extends record<Mineral>("Mineral")({
  ...ofType("mineral"),
  ...located,
  /** Resource that can be harvested here. */
  mineralType: Resource,
  /** Density: 1 low, 2 moderate, 3 high, 4 ultra. */
  density: whole(1, 4),
  /** Amount left until the mineral regenerates; may be a fraction. */
  mineralAmount: amount,
  /** Tick in which the mineral regenerates; set only while it is empty. */
  nextRegenerationTime: nullish(Tick),
  ...affected
}) {}
