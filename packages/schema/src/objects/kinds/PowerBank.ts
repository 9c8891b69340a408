/** Power banks, which are broken open for their power. */
import * as Schema from "effect/Schema"
import { hits } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A power bank.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerBank extends Schema.Opaque<PowerBank>()(
  Schema.Struct({
    type: Schema.Literal("powerBank"),
    ...located,
    hits,
    /** 2 000 000. */
    hitsMax: hits,
    store: Store,
    /** The tick in which it vanishes. */
    decayTime: Tick
  }).annotate({ identifier: "PowerBank" })
) {}

/** Counts the ticks until a power bank vanishes. */
export const decayTicksLeft = (bank: PowerBank, now: Tick): number => TicksLeft.of(bank.decayTime, now) ?? 0
