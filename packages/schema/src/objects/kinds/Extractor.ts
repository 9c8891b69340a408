/** Extractors, with which minerals are taken. */
import * as Schema from "effect/Schema"
import { count, hits } from "../../values/numbers.ts"
import { damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"

/**
 * An extractor; those of keeper rooms have neither owner nor hits.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Extractor extends Schema.Opaque<Extractor>()(
  Schema.Struct({
    type: Schema.Literal("extractor"),
    ...located,
    ...owned,
    hits: nullish(hits),
    hitsMax: nullish(hits),
    notifyWhenAttacked: damageable.notifyWhenAttacked,
    /** Ticks until more can be taken: a countdown. */
    cooldown: nullish(count)
  }).annotate({ identifier: "Extractor" })
) {}
