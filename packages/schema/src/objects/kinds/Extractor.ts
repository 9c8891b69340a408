/** Extractors, which allow minerals to be harvested. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { located, ofType, owned, sometimesDamageable } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"

/**
 * An extractor. Extractors in keeper rooms have neither an owner nor hit points.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Extractor extends Schema.Opaque<Extractor>()(
  Schema.Struct({
    ...ofType("extractor"),
    ...located,
    ...owned,
    ...sometimesDamageable,
    /** Ticks until the mineral can be harvested again. */
    cooldown: nullish(count)
  }).annotate({ identifier: "Extractor" })
) {}
