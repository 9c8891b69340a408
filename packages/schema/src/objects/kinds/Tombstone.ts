/** What is left of creeps. */
import * as Schema from "effect/Schema"
import { BodyPartType } from "../BodyPartType.ts"
import { level, whole } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { ObjectId } from "../../values/ObjectId.ts"
import { PowerCreepClass } from "../../account/PowerCreepRecord.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"

const ticksToLive = whole(-1500, 5000)

/**
 * A power that a dead power creep had learnt, level 1–5.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class BuriedPower extends Schema.Opaque<BuriedPower>()(
  Schema.Struct({ level: whole(1, 5) }).annotate({ identifier: "BuriedPower" })
) {}

/**
 * The tombstone of a creep or of a power creep.
 *
 * **Details**
 *
 * Either the `creep…` or the `powerCreep…` fields are there: see `creature`.
 *
 * **Gotchas**
 *
 * `creepTicksToLive` may be negative or `null`.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Tombstone extends Schema.Opaque<Tombstone>()(
  Schema.Struct({
    type: Schema.Literal("tombstone"),
    ...located,
    /** The owner of the dead. */
    user: UserId,
    deathTime: Tick,
    /** The tick in which it vanishes. */
    decayTime: Tick,
    store: Store,
    creepId: nullish(ObjectId),
    creepName: nullish(Schema.String),
    creepTicksToLive: nullish(ticksToLive),
    /** The types of the body's parts. */
    creepBody: nullish(Schema.Array(BodyPartType)),
    creepSaying: nullish(Schema.String),
    powerCreepId: nullish(ObjectId),
    powerCreepName: nullish(Schema.String),
    powerCreepTicksToLive: nullish(ticksToLive),
    powerCreepClassName: nullish(PowerCreepClass),
    powerCreepLevel: nullish(level),
    /** By the number of the power, 1–19. */
    powerCreepPowers: nullish(Schema.Record(Schema.String, BuriedPower)),
    powerCreepSaying: nullish(Schema.String)
  }).annotate({ identifier: "Tombstone" })
) {}

/** A creep that died. */
export interface DeadCreep {
  readonly kind: "creep"
  readonly id: ObjectId
  readonly name: string | undefined
  /** Ticks that it had left; negative when it was kept beyond its age. */
  readonly ticksToLive: number | undefined
  /** The types of its body's parts. */
  readonly body: ReadonlyArray<BodyPartType>
  /** What it said last, if it was said in public. */
  readonly saying: string | undefined
}

/** A power creep that died. */
export interface DeadPowerCreep {
  readonly kind: "powerCreep"
  readonly id: ObjectId
  readonly name: string | undefined
  /** Ticks that it had left. */
  readonly ticksToLive: number | undefined
  readonly className: PowerCreepClass | undefined
  /** 0–25. */
  readonly level: number | undefined
  /** By the number of the power, 1–19. */
  readonly powers: { readonly [power: string]: BuriedPower }
  /** What it said last, if it was said in public. */
  readonly saying: string | undefined
}

/** Who lies under a tombstone, distinguished by `kind`; `undefined` when it names nobody. */
export const creature = (tombstone: Tombstone): DeadCreep | DeadPowerCreep | undefined => {
  const { creepId, powerCreepId } = tombstone
  if (creepId !== null && creepId !== undefined) {
    return {
      kind: "creep",
      id: creepId,
      name: tombstone.creepName ?? undefined,
      ticksToLive: tombstone.creepTicksToLive ?? undefined,
      body: tombstone.creepBody ?? [],
      saying: tombstone.creepSaying ?? undefined
    }
  }
  if (powerCreepId === null || powerCreepId === undefined) return undefined
  return {
    kind: "powerCreep",
    id: powerCreepId,
    name: tombstone.powerCreepName ?? undefined,
    ticksToLive: tombstone.powerCreepTicksToLive ?? undefined,
    className: tombstone.powerCreepClassName ?? undefined,
    level: tombstone.powerCreepLevel ?? undefined,
    powers: tombstone.powerCreepPowers ?? {},
    saying: tombstone.powerCreepSaying ?? undefined
  }
}

/** Counts the ticks until a tombstone vanishes. */
export const decayTicksLeft = (tombstone: Tombstone, now: Tick): number =>
  TicksLeft.of(tombstone.decayTime, now) ?? 0
