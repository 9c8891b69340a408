/**
 * What objects did in the last tick.
 *
 * **Details**
 *
 * A log has all actions of its kind as keys, `null` where nothing was done. There is none on creeps that are still
 * being made and on structures in their first tick.
 */
import * as Schema from "effect/Schema"
import { coordinate, whole } from "../values/numbers.ts"
import { nullish } from "../values/Nullish.ts"
import { Resource } from "../economy/Resource.ts"
import { Say } from "./Say.ts"
import { StartEnd } from "../values/StartEnd.ts"
import { Xy } from "../values/Xy.ts"

/**
 * What a creep did, and to which square.
 *
 * **Details**
 *
 * `attack` is also dismantling and attacking controllers, `healed` also being boosted and renewed.
 *
 * **Source** recorded from a server 4.3.0; the second meanings read in the server's source.
 */
export class CreepActionLog extends Schema.Opaque<CreepActionLog>()(
  Schema.Struct({
    /** Where an attack came from. */
    attacked: nullish(Xy),
    /** Where help came from. */
    healed: nullish(Xy),
    attack: nullish(Xy),
    rangedAttack: nullish(Xy),
    /** An empty record: it goes to all sides. */
    rangedMassAttack: nullish(Schema.Record(Schema.String, Schema.Unknown)),
    rangedHeal: nullish(Xy),
    harvest: nullish(Xy),
    heal: nullish(Xy),
    repair: nullish(Xy),
    build: nullish(Xy),
    upgradeController: nullish(Xy),
    reserveController: nullish(Xy),
    say: nullish(Say)
  }).annotate({ identifier: "CreepActionLog" })
) {}

/**
 * The power that a power creep used, by number (1–19), and the square it went to.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerAction extends Schema.Opaque<PowerAction>()(
  Schema.Struct({ id: whole(1, 19), x: coordinate, y: coordinate }).annotate({ identifier: "PowerAction" })
) {}

/**
 * What a power creep did: `attack` is enabling powers in a room, `healed` being renewed. `spawned` is the only key in
 * its first tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerCreepActionLog extends Schema.Opaque<PowerCreepActionLog>()(
  Schema.Struct({
    attack: nullish(Xy),
    attacked: nullish(Xy),
    healed: nullish(Xy),
    power: nullish(PowerAction),
    say: nullish(Say),
    spawned: nullish(Schema.Boolean)
  }).annotate({ identifier: "PowerCreepActionLog" })
) {}

/**
 * What a tower did, and to which square.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class TowerActionLog extends Schema.Opaque<TowerActionLog>()(
  Schema.Struct({ attack: nullish(Xy), heal: nullish(Xy), repair: nullish(Xy) }).annotate({
    identifier: "TowerActionLog"
  })
) {}

/**
 * Where a link sent its energy.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class LinkActionLog extends Schema.Opaque<LinkActionLog>()(
  Schema.Struct({ transferEnergy: nullish(Xy) }).annotate({ identifier: "LinkActionLog" })
) {}

/**
 * The two laboratories with which a laboratory ran a reaction, forwards or backwards.
 *
 * **Source** recorded from a server 4.3.0; no `reverseReaction` on an official server of February 2020.
 */
export class LabActionLog extends Schema.Opaque<LabActionLog>()(
  Schema.Struct({ runReaction: nullish(StartEnd), reverseReaction: nullish(StartEnd) }).annotate({
    identifier: "LabActionLog"
  })
) {}

/**
 * What a factory made; the square is its own.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ProduceAction extends Schema.Opaque<ProduceAction>()(
  Schema.Struct({ x: coordinate, y: coordinate, resourceType: Resource }).annotate({
    identifier: "ProduceAction"
  })
) {}

/**
 * What a factory did.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class FactoryActionLog extends Schema.Opaque<FactoryActionLog>()(
  Schema.Struct({ produce: nullish(ProduceAction) }).annotate({ identifier: "FactoryActionLog" })
) {}

/**
 * What a stronghold's core did, and to which square; attacks on controllers stand under `reserveController`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class InvaderCoreActionLog extends Schema.Opaque<InvaderCoreActionLog>()(
  Schema.Struct({
    transferEnergy: nullish(Xy),
    reserveController: nullish(Xy),
    attackController: nullish(Xy),
    upgradeController: nullish(Xy)
  }).annotate({ identifier: "InvaderCoreActionLog" })
) {}

/** The logs by the type of their objects. */
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

/** One thing that an object of a type did: the action's name and what stands in the log for it. */
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

/** Lists what an object did in the last tick. */
export const entries = <T extends keyof Logs>(object: {
  readonly type: T
  readonly actionLog?: Logs[T] | null
}): ReadonlyArray<Entry<T>> => {
  const log = object.actionLog
  return log === null || log === undefined ? [] : actions[object.type].flatMap((action) => entry(log, action))
}
