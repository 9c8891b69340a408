/** Factories, which make commodities. */
import * as Schema from "effect/Schema"
import { FactoryActionLog } from "../ActionLog.ts"
import { count, whole } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A factory.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Factory extends Schema.Opaque<Factory>()(
  Schema.Struct({
    type: Schema.Literal("factory"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    store: Store,
    storeCapacity: count,
    /** Always 0, missing on those that were put in by hand: see `cooldownTime`. */
    cooldown: nullish(count),
    /** The tick in which it can produce again. */
    cooldownTime: nullish(Tick),
    /** 0–5; absent until a power sets it. */
    level: nullish(whole(0, 5)),
    actionLog: nullish(FactoryActionLog)
  }).annotate({ identifier: "Factory" })
) {}

/** Counts the ticks until a factory can produce again; 0 when it can. */
export const cooldownTicksLeft = (factory: Factory, now: Tick): number =>
  TicksLeft.of(factory.cooldownTime, now) ?? 0
