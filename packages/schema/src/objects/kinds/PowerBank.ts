/** Power banks, which drop their power when they are destroyed. */
import { contents, hitPoints, located, ofType, temporary } from "../objectFields.ts"
import type { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { record } from "../../values/Record.ts"

/**
 * A power bank, which drops its power when it is destroyed.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerBank extends record<PowerBank>("PowerBank")({
  ...ofType("powerBank"),
  ...located,
  ...hitPoints,
  ...contents,
  ...temporary
}) {}

/** Counts the ticks until a power bank disappears. */
export const decayTicksLeft = (bank: PowerBank, now: Tick): number => TicksLeft.of(bank.decayTime, now) ?? 0
