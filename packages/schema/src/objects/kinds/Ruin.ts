/** Ruins, which remain of destroyed structures. */
import { nullish, record } from "../../values/Record.ts"
import { hits } from "../../values/numbers.ts"
import { contents, located, ofType, owned, temporary } from "../objectFields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { StructureType } from "../StructureType.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * The structure that a ruin remains of; xxscreeps sends only its type.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export class RuinedStructure extends record<RuinedStructure>("RuinedStructure")({
  /** Identifier that the structure had; absent on xxscreeps. */
  id: nullish(ObjectId),
  /** Type of the structure. */
  type: StructureType,
  /** Hit points that the structure had left; absent on xxscreeps. */
  hits: nullish(hits),
  /** Hit points that the structure had without damage; absent on xxscreeps. */
  hitsMax: nullish(hits),
  ...owned
}) {}

/**
 * The ruin of a structure.
 *
 * **Details**
 *
 * Ruins of roads, walls and containers have no owner. After a player's respawn the system user owns the ruins.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Ruin extends record<Ruin>("Ruin")({
  ...ofType("ruin"),
  ...located,
  ...owned,
  /** Structure that the ruin remains of. */
  structure: RuinedStructure,
  /** Tick in which the structure was destroyed. */
  destroyTime: Tick,
  ...temporary,
  ...contents
}) {}
