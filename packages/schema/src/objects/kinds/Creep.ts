/** Creeps: those of players, invaders, source keepers and stronghold defenders. */
import * as Schema from "effect/Schema"
import { CreepActionLog } from "../ActionLog.ts"
import { count } from "../../values/numbers.ts"
import {
  crossing,
  damageable,
  generalStore,
  inStronghold,
  located,
  ofType,
  ownedAlways
} from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"
import { Part } from "./Part.ts"

/**
 * Path that a creep of an NPC follows; `dest` and `path` hold one packed square per character.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class MemoryMove extends record<MemoryMove>("MemoryMove")({
  /** Destination, packed into one character. */
  dest: nullish(Schema.String),
  /** Squares still to walk, each packed into one character. */
  path: nullish(Schema.String),
  /** Tick in which the path was computed. */
  time: nullish(Tick),
  /** Tick of the creep's last move. */
  lastMove: nullish(Tick)
}) {}

/**
 * A creep, as the server stores it.
 *
 * **Gotchas**
 *
 * `ageTime` and `actionLog` are absent while the creep is spawning; `ageTime` is also absent on invaders in their first
 * tick.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020; `tutorial`, `noCapacityRecalc` and
 * `tombstoneDecay` read in the server's source.
 */
export class Creep extends record<Creep>("Creep")({
  ...ofType("creep"),
  ...located,
  /** Name that the owner gave the creep. */
  name: Schema.String,
  ...ownedAlways,
  /** Body parts in order; damage reduces the first parts first. */
  body: Schema.Array(Part),
  ...damageable,
  /** Fatigue points left; the creep moves only at 0. */
  fatigue: count,
  ...generalStore,
  /** Whether the creep is still spawning; absent on creeps that the server itself created. */
  spawning: nullish(Schema.Boolean),
  /** Tick in which the creep dies of old age; `lifeTicksLeft` counts the ticks until then. */
  ageTime: nullish(Tick),
  /** Actions of the last tick; `ActionLog.entries` lists them. */
  actionLog: nullish(CreepActionLog),
  ...crossing,
  /** Lifetime left, in ticks; only on invaders in their first tick, which have no `ageTime` yet. */
  ticksToLive: nullish(count),
  /** Identifier of the player who summoned this invader. */
  userSummoned: nullish(UserId),
  ...inStronghold,
  /** Whether the creep belongs to a tutorial and does not age. */
  tutorial: nullish(Schema.Boolean),
  /** Path that the creep follows; only on creeps of NPCs. */
  memory_move: nullish(MemoryMove),
  /** Identifier of the source or mineral that the creep guards; only on source keepers. */
  memory_sourceId: nullish(ObjectId),
  /** Whether `storeCapacity` stays the same when body parts lose hit points. */
  noCapacityRecalc: Schema.optionalKey(Schema.Unknown),
  /** Ticks for which the creep's tombstone stays, instead of 5 ticks for each body part. */
  tombstoneDecay: Schema.optionalKey(Schema.Unknown)
}) {}

/** Counts the ticks until a creep dies of old age; `undefined` while it is spawning. */
export const lifeTicksLeft = (creep: Creep, now: Tick): number | undefined =>
  TicksLeft.of(creep.ageTime, now) ?? creep.ticksToLive ?? undefined
