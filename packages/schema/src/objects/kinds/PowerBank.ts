/** Power banks, which drop their power when they are destroyed. */
import * as Schema from "effect/Schema"
import { contents, hitPoints, located, ofType, temporary } from "../objectFields.ts"
import type { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A power bank, which drops its power when it is destroyed.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerBank extends Schema.Opaque<PowerBank>()(
  Schema.Struct({
    ...ofType("powerBank"),
    ...located,
    ...hitPoints,
    ...contents,
    ...temporary
  }).annotate({ identifier: "PowerBank" })
) {}

/** Counts the ticks until a power bank disappears. */
export const decayTicksLeft = (bank: PowerBank, now: Tick): number => TicksLeft.of(bank.decayTime, now) ?? 0
