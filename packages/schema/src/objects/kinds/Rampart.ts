/** Ramparts, which shield what stands on their square. */
import * as Schema from "effect/Schema"
import { hits } from "../../values/numbers.ts"
import { affected, damageable, fortified, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A rampart; the short-lived shield that a power makes is one too, with `hitsMax` 0.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Rampart extends Schema.Opaque<Rampart>()(
  Schema.Struct({
    type: Schema.Literal("rampart"),
    ...located,
    ...owned,
    ...damageable,
    ...affected,
    ...fortified,
    /** The tick in which it loses hits next. */
    nextDecayTime: Tick,
    /** Whether everybody may walk through. */
    isPublic: nullish(Schema.Boolean),
    /** Hits up to which a stronghold repairs it. */
    hitsTarget: nullish(hits)
  }).annotate({ identifier: "Rampart" })
) {}

/** Counts the ticks until a rampart loses hits next. */
export const nextDecayTicksLeft = (rampart: Rampart, now: Tick): number =>
  TicksLeft.of(rampart.nextDecayTime, now) ?? 0
