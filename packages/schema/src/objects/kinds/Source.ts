/** Sources of energy. */
import * as Schema from "effect/Schema"
import { amount, count, whole } from "../../values/numbers.ts"
import { affected, located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A source of energy.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Source extends Schema.Opaque<Source>()(
  Schema.Struct({
    type: Schema.Literal("source"),
    ...located,
    /** What is left until it fills again. */
    energy: amount,
    /** 1500 in rooms that nobody holds, 3000 in others, 4000 in keeper rooms. */
    energyCapacity: count,
    /** Always 300: not a countdown. */
    ticksToRegeneration: nullish(whole(0, 300)),
    /** The tick in which it fills again; `null` while nothing was taken. */
    nextRegenerationTime: nullish(Tick),
    /** Energy taken since invaders came last. */
    invaderHarvested: nullish(count),
    ...affected
  }).annotate({ identifier: "Source" })
) {}

/** Counts the ticks until a source fills again; `undefined` while nothing was taken. */
export const regenerationTicksLeft = (source: Source, now: Tick): number | undefined =>
  TicksLeft.of(source.nextRegenerationTime, now)
