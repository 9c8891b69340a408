/** Containers, which stand on the ground and decay. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { affected, damageable, fortified, located } from "../objectFields.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A container; those of strongholds have capacity 0.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Container extends Schema.Opaque<Container>()(
  Schema.Struct({
    type: Schema.Literal("container"),
    ...located,
    ...damageable,
    ...affected,
    ...fortified,
    store: Store,
    storeCapacity: count,
    /** The tick in which it loses hits next. */
    nextDecayTime: Tick
  }).annotate({ identifier: "Container" })
) {}

/** Counts the ticks until a container loses hits next. */
export const nextDecayTicksLeft = (container: Container, now: Tick): number =>
  TicksLeft.of(container.nextDecayTime, now) ?? 0
