/** What is left of structures. */
import * as Schema from "effect/Schema"
import { hits } from "../../values/numbers.ts"
import { located, owned } from "../objectFields.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { Store } from "../Store.ts"
import { StructureType } from "../StructureType.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * The structure that a ruin was.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RuinedStructure extends Schema.Opaque<RuinedStructure>()(
  Schema.Struct({
    id: ObjectId,
    type: StructureType,
    /** 0. */
    hits,
    hitsMax: hits,
    ...owned
  }).annotate({ identifier: "RuinedStructure" })
) {}

/**
 * The ruin of a structure.
 *
 * **Details**
 *
 * Roads, walls and containers had no owner. After a player's respawn the system's user owns the ruins.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Ruin extends Schema.Opaque<Ruin>()(
  Schema.Struct({
    type: Schema.Literal("ruin"),
    ...located,
    ...owned,
    structure: RuinedStructure,
    destroyTime: Tick,
    /** The tick in which it vanishes. */
    decayTime: Tick,
    store: Store
  }).annotate({ identifier: "Ruin" })
) {}

/** Counts the ticks until a ruin vanishes. */
export const decayTicksLeft = (ruin: Ruin, now: Tick): number => TicksLeft.of(ruin.decayTime, now) ?? 0
