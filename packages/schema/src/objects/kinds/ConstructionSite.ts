/** Construction sites. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { StructureType } from "../StructureType.ts"
import { UserId } from "../../values/UserId.ts"

/**
 * A construction site. It is no structure yet.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ConstructionSite extends Schema.Opaque<ConstructionSite>()(
  Schema.Struct({
    type: Schema.Literal("constructionSite"),
    ...located,
    /** The type of the structure that is built. */
    structureType: StructureType,
    user: UserId,
    progress: count,
    progressTotal: count,
    /** The name of a spawn. */
    name: nullish(Schema.String)
  }).annotate({ identifier: "ConstructionSite" })
) {}
