/** Deposits between the sectors, from which commodities are made. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A deposit.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Deposit extends Schema.Opaque<Deposit>()(
  Schema.Struct({
    type: Schema.Literal("deposit"),
    ...located,
    depositType: Resource,
    /** How much was taken so far: the more, the longer the pauses. */
    harvested: count,
    /** The tick in which it vanishes, unless more is taken. */
    decayTime: Tick,
    /** The tick in which more can be taken; there once the pauses are longer than one tick. */
    cooldownTime: nullish(Tick)
  }).annotate({ identifier: "Deposit" })
) {}

/** Counts the ticks until a deposit vanishes, unless more is taken. */
export const decayTicksLeft = (deposit: Deposit, now: Tick): number =>
  TicksLeft.of(deposit.decayTime, now) ?? 0

/** Counts the ticks until more can be taken from a deposit; 0 when it can. */
export const cooldownTicksLeft = (deposit: Deposit, now: Tick): number =>
  TicksLeft.of(deposit.cooldownTime, now) ?? 0
