/** Battles between players, as the community's battle reports show them. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A power creep of an attacker: its class, its level, and the levels of its powers, which are named in capitals.
 *
 * **Source** read in the mod's source.
 */
export class BattlePowerCreep extends Schema.Opaque<BattlePowerCreep>()(
  Schema.Struct({
    name: nullish(Schema.String),
    className: nullish(Schema.String),
    level: nullish(Schema.Finite),
    powers: nullish(Schema.Array(Schema.Struct({ power: Schema.String, level: nullish(Schema.Finite) })))
  }).annotate({ identifier: "BattlePowerCreep" })
) {}

/**
 * A battle as a private server with the admin mod returns it.
 *
 * **Details**
 *
 * `defender` is `false` in rooms of nobody, `stronghold` the level of the core that stands there, or 0. `shard` is
 * missing while the server has no shard name.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod.
 */
export class ModBattle extends Schema.Opaque<ModBattle>()(
  Schema.Struct({
    room: Schema.String,
    shard: nullish(Schema.String),
    classification: Schema.Finite,
    defender: nullish(Schema.Union([Schema.String, Schema.Literal(false)])),
    attackers: Schema.Array(Schema.String),
    lastPvpTime: Tick,
    powerCreeps: nullish(Schema.Array(BattlePowerCreep)),
    stronghold: nullish(Schema.Finite)
  }).annotate({ identifier: "ModBattle" })
) {}

/**
 * A battle as the third-party service returns it; moments are ISO 8601 text.
 *
 * **Source** reported.
 */
export class ServiceBattle extends Schema.Opaque<ServiceBattle>()(
  Schema.Struct({
    room: Schema.String,
    classification: Schema.String,
    firstseen: nullish(Schema.String),
    lastseen: nullish(Schema.String),
    firsttick: nullish(Tick),
    lasttick: Tick,
    attackers: Schema.Array(Schema.String),
    defender: nullish(Schema.String)
  }).annotate({ identifier: "ServiceBattle" })
) {}

/** A battle in one of its two forms. */
export type Battle = ModBattle | ServiceBattle

/** Decodes a battle in one of its two forms. */
export const Battle: Schema.Codec<Battle, unknown> = Schema.Union([ModBattle, ServiceBattle]).annotate({
  identifier: "Battle"
})

/**
 * The report of the third-party service: battles by shard, and when it was written (ISO 8601 text).
 *
 * **Source** reported.
 */
export class ServiceReport extends Schema.Opaque<ServiceReport>()(
  Schema.Struct({
    timestamp: nullish(Schema.String),
    shards: Schema.Record(Schema.String, Schema.Array(ServiceBattle))
  }).annotate({ identifier: "ServiceReport" })
) {}

/** A report of battles: a bare list (admin mod) or lists by shard (third-party service). */
export type BattleReport = ReadonlyArray<ModBattle> | ServiceReport

/** Decodes a report of battles in either form. */
export const BattleReport: Schema.Codec<BattleReport, unknown> = Schema.Union([
  Schema.Array(ModBattle),
  ServiceReport
]).annotate({ identifier: "BattleReport" })

/** A battle and the shard on which it is fought, where it is known. */
export interface BattleWithShard {
  readonly shard: string | undefined
  readonly battle: Battle
}

const isService = (report: BattleReport): report is ServiceReport => "shards" in report

/** All battles of a report, whichever form it has. */
export const all = (report: BattleReport): ReadonlyArray<BattleWithShard> =>
  isService(report)
    ? Object.entries(report.shards).flatMap(([shard, battles]) =>
        battles.map((battle) => ({ shard, battle }))
      )
    : report.map((battle) => ({ shard: battle.shard ?? undefined, battle }))

/**
 * How heavy a battle is, from 0 (hardly one) to 6 (a strong room under nukes or power creeps).
 *
 * **Source** read in the mod's source; the third-party service is reported to stop at 5.
 */
export const classification = (battle: Battle): number => Number(battle.classification)

/** The name of the defender; `undefined` in rooms of nobody. */
export const defender = ({ defender }: Battle): string | undefined =>
  typeof defender === "string" && defender !== "" ? defender : undefined

/** The tick in which players last fought. */
export const lastTick = (battle: Battle): Tick =>
  "lastPvpTime" in battle ? battle.lastPvpTime : battle.lasttick
