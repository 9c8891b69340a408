/** Deposits of minerals. */
import * as Schema from "effect/Schema"
import { amount, whole } from "../../values/numbers.ts"
import { affected, located } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * The mineral of a room.
 *
 * **Gotchas**
 *
 * `mineralAmount` is a fraction in the world that servers ship, hence so is the last piece that a creep takes.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Mineral extends Schema.Opaque<Mineral>()(
  Schema.Struct({
    type: Schema.Literal("mineral"),
    ...located,
    mineralType: Resource,
    /** 1 low, 2 moderate, 3 high, 4 ultra. */
    density: whole(1, 4),
    mineralAmount: amount,
    /** The tick in which it fills again; only while it is empty. */
    nextRegenerationTime: nullish(Tick),
    ...affected
  }).annotate({ identifier: "Mineral" })
) {}

/** Counts the ticks until an empty mineral fills again; `undefined` while it is not empty. */
export const regenerationTicksLeft = (mineral: Mineral, now: Tick): number | undefined =>
  TicksLeft.of(mineral.nextRegenerationTime, now)
