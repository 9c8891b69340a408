/** Nukes on their way. */
import * as Schema from "effect/Schema"
import { located } from "../objectFields.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A nuke that will land on its square.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Nuke extends Schema.Opaque<Nuke>()(
  Schema.Struct({
    type: Schema.Literal("nuke"),
    ...located,
    /** The tick in which it lands. */
    landTime: Tick,
    /** The room it comes from. */
    launchRoomName: Schema.String
  }).annotate({ identifier: "Nuke" })
) {}

/** Counts the ticks until a nuke lands. */
export const landTicksLeft = (nuke: Nuke, now: Tick): number => TicksLeft.of(nuke.landTime, now) ?? 0
