/**
 * Action logs: the actions of room objects in the last tick.
 *
 * **Details**
 *
 * A log has all actions of its kind as keys, with `null` for those that were not done. Creeps that are still spawning
 * and structures in their first tick have no log.
 */
import * as Schema from "effect/Schema"
import { coordinate, whole } from "../values/numbers.ts"
import { nullish, record } from "../values/Record.ts"
import { Resource } from "../economy/Resource.ts"
import { Say } from "./Say.ts"
import { StartEnd } from "../values/StartEnd.ts"
import { Xy } from "../values/Xy.ts"

const speech = {
  /** Text that the creep says. */
  say: nullish(Say)
} as const

/**
 * Actions of a creep in the last tick, each with the square of the other object.
 *
 * **Source** recorded from a server 4.3.0; `attack` for dismantling and controllers, and `healed` for boosting and
 * renewing, read in the server's source.
 */
export class CreepActionLog extends record<CreepActionLog>("CreepActionLog")({
  /** Square of the attacker. */
  attacked: nullish(Xy),
  /** Square of the object that healed, boosted or renewed the creep. */
  healed: nullish(Xy),
  /** Square of the target that the creep attacked or dismantled, controllers included. */
  attack: nullish(Xy),
  /** Square of the target of a ranged attack. */
  rangedAttack: nullish(Xy),
  /** An empty object: the attack hits everything in range. */
  rangedMassAttack: nullish(Schema.Record(Schema.String, Schema.Unknown)),
  /** Square of the creature that the creep healed from a distance. */
  rangedHeal: nullish(Xy),
  /** Square of the source, mineral or deposit that the creep harvested. */
  harvest: nullish(Xy),
  /** Square of the creature that the creep healed. */
  heal: nullish(Xy),
  /** Square of the structure that the creep repaired. */
  repair: nullish(Xy),
  /** Square of the construction site that the creep built on. */
  build: nullish(Xy),
  /** Square of the controller that the creep upgraded. */
  upgradeController: nullish(Xy),
  /** Square of the controller that the creep reserved. */
  reserveController: nullish(Xy),
  ...speech
}) {}

/**
 * The power that a power creep used, and the square of its target.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerAction extends record<PowerAction>("PowerAction")({
  /** Number of the power, 1 to 19. */
  id: whole(1, 19),
  /** Column of the target, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of the target, from 0 (north) to 49 (south). */
  y: coordinate
}) {}

/**
 * Actions of a power creep in the last tick. In its first tick the only key is `spawned`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreepActionLog extends record<PowerCreepActionLog>("PowerCreepActionLog")({
  /** Square of the controller on which the power creep enabled powers. */
  attack: nullish(Xy),
  /** Square of the attacker. */
  attacked: nullish(Xy),
  /** Square of the object that healed or renewed the power creep. */
  healed: nullish(Xy),
  /** Power that the power creep used. */
  power: nullish(PowerAction),
  ...speech,
  /** Whether the power creep was spawned in this tick. */
  spawned: nullish(Schema.Boolean)
}) {}

/**
 * Actions of a tower in the last tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class TowerActionLog extends record<TowerActionLog>("TowerActionLog")({
  /** Square of the target that the tower attacked. */
  attack: nullish(Xy),
  /** Square of the creature that the tower healed. */
  heal: nullish(Xy),
  /** Square of the structure that the tower repaired. */
  repair: nullish(Xy)
}) {}

/**
 * Action of a link in the last tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class LinkActionLog extends record<LinkActionLog>("LinkActionLog")({
  /** Square of the link that received the energy. */
  transferEnergy: nullish(Xy)
}) {}

/**
 * Reaction of a laboratory in the last tick.
 *
 * **Source** recorded from a server 4.3.0; no `reverseReaction` on an official server of February 2020.
 */
export class LabActionLog extends record<LabActionLog>("LabActionLog")({
  /** Squares of the two laboratories that supplied the reagents. */
  runReaction: nullish(StartEnd),
  /** Squares of the two laboratories that received the reagents of a reversed reaction. */
  reverseReaction: nullish(StartEnd)
}) {}

/**
 * The commodity that a factory produced; the square is that of the factory.
 *
 * **Source** recorded from a server 4.3.0, and from xxscreeps 0.0.9 without `resourceType`.
 */
export class ProduceAction extends record<ProduceAction>("ProduceAction")({
  /** Column of the factory, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of the factory, from 0 (north) to 49 (south). */
  y: coordinate,
  /** Resource that the factory produced; absent on xxscreeps. */
  resourceType: nullish(Resource)
}) {}

/**
 * Action of a factory in the last tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class FactoryActionLog extends record<FactoryActionLog>("FactoryActionLog")({
  /** Resource that the factory produced. */
  produce: nullish(ProduceAction)
}) {}

/**
 * Actions of an invader core in the last tick; servers record attacks on controllers under `reserveController`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class InvaderCoreActionLog extends record<InvaderCoreActionLog>("InvaderCoreActionLog")({
  /** Square of the structure that received energy. */
  transferEnergy: nullish(Xy),
  /** Square of the controller that the core reserved or attacked. */
  reserveController: nullish(Xy),
  /** Square of the controller that the core attacked; see `reserveController`. */
  attackController: nullish(Xy),
  /** Square of the controller that the core upgraded. */
  upgradeController: nullish(Xy)
}) {}

/** The action logs by the type of their objects. */
export interface Logs {
  readonly creep: CreepActionLog
  readonly powerCreep: PowerCreepActionLog
  readonly tower: TowerActionLog
  readonly link: LinkActionLog
  readonly lab: LabActionLog
  readonly factory: FactoryActionLog
  readonly invaderCore: InvaderCoreActionLog
}

type Entries<Log> = {
  readonly [Action in keyof Log]-?: { readonly action: Action; readonly value: NonNullable<Log[Action]> }
}

/** One action of an object: its name and its value in the log. */
export type Entry<T extends keyof Logs> = { readonly [K in T]: Entries<Logs[K]>[keyof Logs[K]] }[T]

const actions: { readonly [T in keyof Logs]: ReadonlyArray<keyof Logs[T]> } = {
  creep: [
    "attacked",
    "healed",
    "attack",
    "rangedAttack",
    "rangedMassAttack",
    "rangedHeal",
    "harvest",
    "heal",
    "repair",
    "build",
    "upgradeController",
    "reserveController",
    "say"
  ],
  powerCreep: ["attack", "attacked", "healed", "power", "say", "spawned"],
  tower: ["attack", "heal", "repair"],
  link: ["transferEnergy"],
  lab: ["runReaction", "reverseReaction"],
  factory: ["produce"],
  invaderCore: ["transferEnergy", "reserveController", "attackController", "upgradeController"]
}

const entry = <Log, Action extends keyof Log>(
  log: Log,
  action: Action
): ReadonlyArray<Entries<Log>[Action]> => {
  const value = log[action]
  return value === null || value === undefined ? [] : [{ action, value }]
}

/** Lists the actions of an object in the last tick. */
export const entries = <T extends keyof Logs>(object: {
  readonly type: T
  readonly actionLog?: Logs[T] | null
}): ReadonlyArray<Entry<T>> => {
  const log = object.actionLog
  return log === null || log === undefined ? [] : actions[object.type].flatMap((action) => entry(log, action))
}
