/** Battles between players, from the battle reports of the community. */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A power creep of an attacker.
 *
 * **Source** read in the mod's source.
 */
export class BattlePowerCreep extends record<BattlePowerCreep>("BattlePowerCreep")({
  /** Name of the power creep. */
  name: nullish(Schema.String),
  /** Class of the power creep, such as `operator`. */
  className: nullish(Schema.String),
  /** Level of the power creep, 0–25. */
  level: nullish(Schema.Finite),
  /** Powers of the power creep. */
  powers: nullish(
    Schema.Array(
      Schema.Struct({
        /** Name of the power in capitals, such as `OPERATE_TOWER`. */
        power: Schema.String,
        /** Level of the power, 1–5. */
        level: nullish(Schema.Finite)
      })
    )
  )
}) {}

/**
 * A battle as a private server with the admin mod returns it.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod, `screepsmod-admin-utils`.
 */
export class ModBattle extends record<ModBattle>("ModBattle")({
  /** Name of the room. */
  room: Schema.String,
  /** Shard of the room; absent while the server has no shard name. */
  shard: nullish(Schema.String),
  /** Severity of the battle, 0 to 6: see `Battle.classification`. */
  classification: Schema.Finite,
  /** Name of the user who owns or reserves the room; `false` in neutral rooms. */
  defender: nullish(Schema.Union([Schema.String, Schema.Literal(false)])),
  /** Names of the other users in the room. */
  attackers: Schema.Array(Schema.String),
  /** Tick in which players last fought in the room. */
  lastPvpTime: Tick,
  /** Power creeps of the attackers. */
  powerCreeps: nullish(Schema.Array(BattlePowerCreep)),
  /** Level of the invader core in the room; 0 without one. */
  stronghold: nullish(Schema.Finite)
}) {}

/**
 * A battle as the third-party service returns it.
 *
 * **Source** reported.
 */
export class ServiceBattle extends record<ServiceBattle>("ServiceBattle")({
  /** Name of the room. */
  room: Schema.String,
  /** Severity of the battle, `0` to `5` as text: see `Battle.classification`. */
  classification: Schema.String,
  /** When the battle was first seen, as ISO 8601 text. */
  firstseen: nullish(Schema.String),
  /** When the battle was last seen, as ISO 8601 text. */
  lastseen: nullish(Schema.String),
  /** First tick of the battle. */
  firsttick: nullish(Tick),
  /** Last tick in which players fought. */
  lasttick: Tick,
  /** Names of the attackers. */
  attackers: Schema.Array(Schema.String),
  /** Name of the defender. */
  defender: nullish(Schema.String)
}) {}

/** A battle in one of its two forms. */
export type Battle = ModBattle | ServiceBattle

/** Decodes a battle in one of its two forms. */
export const Battle: Schema.Codec<Battle, unknown> = Schema.Union([ModBattle, ServiceBattle]).annotate({
  identifier: "Battle"
})

/**
 * A report of the third-party service.
 *
 * **Source** reported.
 */
export class ServiceReport extends record<ServiceReport>("ServiceReport")({
  /** When the report was written, as ISO 8601 text. */
  timestamp: nullish(Schema.String),
  /** Battles by shard name. */
  shards: Schema.Record(Schema.String, Schema.Array(ServiceBattle))
}) {}

/** A report of battles: a bare list (admin mod) or lists by shard (third-party service). */
export type BattleReport = ReadonlyArray<ModBattle> | ServiceReport

/** Decodes a report of battles in either form. */
export const BattleReport: Schema.Codec<BattleReport, unknown> = Schema.Union([
  Schema.Array(ModBattle),
  ServiceReport
]).annotate({ identifier: "BattleReport" })

/** A battle together with its shard. */
export interface BattleWithShard {
  /** Shard of the battle; `undefined` if the server has no shard name. */
  readonly shard: string | undefined
  readonly battle: Battle
}

const isService = (report: BattleReport): report is ServiceReport => "shards" in report

/** Lists all battles of a report, in either form. */
export const all = (report: BattleReport): ReadonlyArray<BattleWithShard> =>
  isService(report)
    ? Object.entries(report.shards).flatMap(([shard, battles]) =>
        battles.map((battle) => ({ shard, battle }))
      )
    : report.map((battle) => ({ shard: battle.shard ?? undefined, battle }))

/**
 * Returns the severity of a battle, from 0 (hardly a battle) to 6 (a strong room under nukes or power creeps).
 *
 * **Source** read in the mod's source; the third-party service is reported to stop at 5.
 */
export const classification = (battle: Battle): number => Number(battle.classification)

/** Returns the name of the defender; `undefined` in neutral rooms. */
export const defender = ({ defender }: Battle): string | undefined =>
  typeof defender === "string" && defender !== "" ? defender : undefined

/** Returns the tick in which players last fought. */
export const lastTick = (battle: Battle): Tick =>
  "lastPvpTime" in battle ? battle.lastPvpTime : battle.lasttick
