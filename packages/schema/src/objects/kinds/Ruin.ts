/** Ruins, which remain of destroyed structures. */
import * as Schema from "effect/Schema"
import { contents, hitPoints, located, ofType, owned, temporary } from "../objectFields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { StructureType } from "../StructureType.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * The structure that a ruin remains of.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RuinedStructure extends Schema.Opaque<RuinedStructure>()(
  Schema.Struct({
    /** Identifier that the structure had. */
    id: ObjectId,
    /** Type of the structure. */
    type: StructureType,
    ...hitPoints,
    ...owned
  }).annotate({ identifier: "RuinedStructure" })
) {}

/**
 * The ruin of a structure.
 *
 * **Details**
 *
 * Ruins of roads, walls and containers have no owner. After a player's respawn the system user owns the ruins.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Ruin extends Schema.Opaque<Ruin>()(
  Schema.Struct({
    ...ofType("ruin"),
    ...located,
    ...owned,
    /** Structure that the ruin remains of. */
    structure: RuinedStructure,
    /** Tick in which the structure was destroyed. */
    destroyTime: Tick,
    ...temporary,
    ...contents
  }).annotate({ identifier: "Ruin" })
) {}

/** Counts the ticks until a ruin disappears. */
export const decayTicksLeft = (ruin: Ruin, now: Tick): number => TicksLeft.of(ruin.decayTime, now) ?? 0
