/** Construction sites. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { located, ofType, ownedAlways } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { StructureType } from "../StructureType.ts"

/**
 * A construction site: a planned structure, which is not a structure yet.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ConstructionSite extends record<ConstructionSite>("ConstructionSite")({
  ...ofType("constructionSite"),
  ...located,
  /** Type of the structure that is built here. */
  structureType: StructureType,
  ...ownedAlways,
  /** Construction points spent so far. */
  progress: count,
  /** Construction points needed to finish the structure. */
  progressTotal: count,
  /** Name that the finished structure gets; on spawns only. */
  name: nullish(Schema.String)
}) {}
