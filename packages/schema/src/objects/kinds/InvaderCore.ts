/** Invader cores: those of strongholds, and the lesser cores that hold rooms around a stronghold. */
import * as Schema from "effect/Schema"
import { InvaderCoreActionLog } from "../ActionLog.ts"
import { whole } from "../../values/numbers.ts"
import { hitPoints, located, ofType, ownedAlways } from "../objectFields.ts"
import { StrongholdTemplate } from "../Invader.ts"
import { nullish, record } from "../../values/Record.ts"
import { ObjectEffects } from "../ObjectEffect.ts"
import { Spawning } from "../Spawning.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A defender that a stronghold spawns again whenever it dies.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Defender extends record<Defender>("Defender")({
  /** Name of the defender's body, such as `fullDefender` or `fortifier`. */
  body: Schema.String,
  /** Name of the defender's behaviour: `simple-melee`, `coordinated` or `fortifier`. */
  behavior: Schema.String
}) {}

/**
 * An invader core: at levels 1 to 5 the core of a stronghold, at level 0 the core of a room that a stronghold holds.
 *
 * **Details**
 *
 * At level 0 the fields from `templateName` to `spawning` are absent. `store` is present once the core is destroyed.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9; `store` read in the server's source.
 */
export class InvaderCore extends record<InvaderCore>("InvaderCore")({
  ...ofType("invaderCore"),
  ...located,
  ...ownedAlways,
  ...hitPoints,
  /** Level of the core, 0 to 5. */
  level: whole(0, 5),
  /** Identifier of the stronghold that the core belongs to; absent on xxscreeps. */
  strongholdId: nullish(Schema.String),
  /** Actions of the last tick; `ActionLog.entries` lists them. */
  actionLog: nullish(InvaderCoreActionLog),
  /** Invulnerability and collapse timer, as a list or as an object keyed by index; `ObjectEffect.active` reads both. */
  effects: nullish(ObjectEffects),
  /** Template that the stronghold was built from, `bunker1` to `bunker5`. */
  templateName: nullish(StrongholdTemplate),
  /** Name of the behaviour that the stronghold follows, such as `bunker1`. */
  strongholdBehavior: nullish(Schema.String),
  /** Resource of the sector's deposits; season mods store other words here. */
  depositType: nullish(Schema.String),
  /** Tick in which the stronghold deploys; `null` once it has. */
  deployTime: nullish(Tick),
  /** Tick in which the stronghold takes its next room. */
  nextExpandTime: nullish(Tick),
  /** Tick in which the stronghold collapses; absent until it deploys. */
  decayTime: nullish(Tick),
  /** Defenders that the stronghold keeps, keyed by index (`"0"`, `"1"`, …). */
  population: nullish(Schema.Record(Schema.String, Defender)),
  /** Defender that is being spawned; absent or `null` otherwise. */
  spawning: nullish(Spawning),
  /** Amounts held, by resource; present once the core is destroyed. */
  store: nullish(Store)
}) {}
