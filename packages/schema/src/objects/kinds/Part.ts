/** Parts of creeps' bodies. */
import * as Schema from "effect/Schema"
import { BodyPartType } from "../BodyPartType.ts"
import { finite } from "../../values/numbers.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"

/**
 * A part of a creep's body.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Part extends Schema.Opaque<Part>()(
  Schema.Struct({
    type: BodyPartType,
    /** 0–100, not always whole; at 0 it does nothing. */
    hits: finite(0, 100),
    /** The compound it is boosted with; `null` after the boost was taken away. */
    boost: nullish(Resource)
  }).annotate({ identifier: "Part" })
) {}
