/** Body parts of creeps. */
import { BodyPartType } from "../BodyPartType.ts"
import { finite } from "../../values/numbers.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"

/**
 * A part of a creep's body.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Part extends record<Part>("Part")({
  /** Kind of part, such as `move`. */
  type: BodyPartType,
  /** Hit points left, 0 to 100; may be a fraction. A part with 0 hit points has no effect. */
  hits: finite(0, 100),
  /** Compound that boosts the part; `null` after the boost was removed. */
  boost: nullish(Resource)
}) {}
