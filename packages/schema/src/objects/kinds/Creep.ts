/** Creeps: those of players, invaders, source keepers and stronghold defenders. */
import * as Schema from "effect/Schema"
import { CreepActionLog } from "../ActionLog.ts"
import { count } from "../../values/numbers.ts"
import { damageable, located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"
import { Destination } from "./Destination.ts"
import { Part } from "./Part.ts"

/**
 * What the server's own creeps remember of their way; `dest` and `path` hold one packed square per character.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MemoryMove extends Schema.Opaque<MemoryMove>()(
  Schema.Struct({
    dest: nullish(Schema.String),
    path: nullish(Schema.String),
    time: nullish(Tick),
    lastMove: nullish(Tick)
  }).annotate({ identifier: "MemoryMove" })
) {}

/**
 * A creep.
 *
 * **Gotchas**
 *
 * `ageTime` and `actionLog` are missing while it is being made, `ageTime` also on invaders in their first tick.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020; `tutorial`, `noCapacityRecalc` and
 * `tombstoneDecay` read in the server's source.
 */
export class Creep extends Schema.Opaque<Creep>()(
  Schema.Struct({
    type: Schema.Literal("creep"),
    ...located,
    name: Schema.String,
    user: UserId,
    body: Schema.Array(Part),
    ...damageable,
    /** It moves again at 0. */
    fatigue: count,
    store: Store,
    storeCapacity: count,
    /** Whether it is still being made; absent on creeps that the server made. */
    spawning: nullish(Schema.Boolean),
    /** The tick in which it dies of age. */
    ageTime: nullish(Tick),
    actionLog: nullish(CreepActionLog),
    /** Where it goes in the tick in which it leaves the room; room history only, `null` elsewhere. */
    interRoom: nullish(Destination),
    /** In ticks; only on invaders that were just made. */
    ticksToLive: nullish(count),
    /** The player who asked for this invader. */
    userSummoned: nullish(UserId),
    /** The stronghold that this defender belongs to. */
    strongholdId: nullish(Schema.String),
    tutorial: nullish(Schema.Boolean),
    /** Of the server's own creeps. */
    memory_move: nullish(MemoryMove),
    /** Of the server's own creeps. */
    memory_sourceId: nullish(ObjectId),
    /** Named in the server's source only. */
    noCapacityRecalc: Schema.optionalKey(Schema.Unknown),
    /** Named in the server's source only. */
    tombstoneDecay: Schema.optionalKey(Schema.Unknown)
  }).annotate({ identifier: "Creep" })
) {}

/** Counts the ticks until a creep dies of age; `undefined` while it is being made. */
export const lifeTicksLeft = (creep: Creep, now: Tick): number | undefined =>
  TicksLeft.of(creep.ageTime, now) ?? creep.ticksToLive ?? undefined
