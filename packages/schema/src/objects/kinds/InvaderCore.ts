/** Cores of strongholds, and the lesser ones by which they hold rooms around. */
import * as Schema from "effect/Schema"
import { InvaderCoreActionLog } from "../ActionLog.ts"
import { hits, whole } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { StrongholdTemplate } from "../Invader.ts"
import { nullish } from "../../values/Nullish.ts"
import { ObjectEffects } from "../ObjectEffect.ts"
import { Spawning } from "../Spawning.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"

/**
 * A defender that a stronghold keeps up: its body (`fullDefender`, `fortifier`, …) and behaviour (`simple-melee`,
 * `coordinated`, `fortifier`).
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Defender extends Schema.Opaque<Defender>()(
  Schema.Struct({ body: Schema.String, behavior: Schema.String }).annotate({ identifier: "Defender" })
) {}

/**
 * A core: of a stronghold at levels 1–5, of a room held by one at level 0.
 *
 * **Details**
 *
 * Level 0 has none of the fields from `templateName` to `spawning`; `store` is there when it is destroyed.
 *
 * **Source** recorded from a server 4.3.0; `store` read in the server's source.
 */
export class InvaderCore extends Schema.Opaque<InvaderCore>()(
  Schema.Struct({
    type: Schema.Literal("invaderCore"),
    ...located,
    /** The invaders' user. */
    user: UserId,
    hits,
    hitsMax: hits,
    /** 0–5. */
    level: whole(0, 5),
    strongholdId: Schema.String,
    actionLog: nullish(InvaderCoreActionLog),
    /** Read it with `ObjectEffect.list`: a list, or a map by index. */
    effects: ObjectEffects,
    /** `bunker1`–`bunker5`. */
    templateName: nullish(StrongholdTemplate),
    strongholdBehavior: nullish(Schema.String),
    /** The sector's deposits; seasons put other words here. */
    depositType: nullish(Schema.String),
    /** The tick in which it deploys; `null` once it has. */
    deployTime: nullish(Tick),
    /** The tick in which it takes its next room. */
    nextExpandTime: nullish(Tick),
    /** The tick in which it goes down. */
    decayTime: nullish(Tick),
    /** By index, `"0"`, `"1"`, … */
    population: nullish(Schema.Record(Schema.String, Defender)),
    spawning: nullish(Spawning),
    store: nullish(Store)
  }).annotate({ identifier: "InvaderCore" })
) {}

/** Lists the defenders that a stronghold keeps up. */
export const defenders = (core: InvaderCore): ReadonlyArray<Defender> => Object.values(core.population ?? {})

/** Counts the ticks until a core deploys; `undefined` once it has. */
export const deployTicksLeft = (core: InvaderCore, now: Tick): number | undefined =>
  TicksLeft.of(core.deployTime, now)

/** Counts the ticks until a core takes its next room; `undefined` for cores that take none. */
export const expandTicksLeft = (core: InvaderCore, now: Tick): number | undefined =>
  TicksLeft.of(core.nextExpandTime, now)

/** Counts the ticks until a stronghold goes down; `undefined` while it is not deployed. */
export const decayTicksLeft = (core: InvaderCore, now: Tick): number | undefined =>
  TicksLeft.of(core.decayTime, now)
