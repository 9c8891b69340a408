/** Extractors, which allow minerals to be harvested. */
import { count } from "../../values/numbers.ts"
import { located, ofType, owned, sometimesDamageable } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"

/**
 * An extractor. Extractors in keeper rooms have neither an owner nor hit points.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Extractor extends record<Extractor>("Extractor")({
  ...ofType("extractor"),
  ...located,
  ...owned,
  ...sometimesDamageable,
  /** Ticks until the mineral can be harvested again. */
  cooldown: nullish(count)
}) {}
