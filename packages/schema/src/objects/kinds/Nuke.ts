/** Nukes in flight. */
import * as Schema from "effect/Schema"
import { located, ofType } from "../objectFields.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * A nuke in flight, at the square where it will land.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Nuke extends Schema.Opaque<Nuke>()(
  Schema.Struct({
    ...ofType("nuke"),
    ...located,
    /** Tick in which the nuke lands. */
    landTime: Tick,
    /** Name of the room that the nuke was launched from. */
    launchRoomName: Schema.String
  }).annotate({ identifier: "Nuke" })
) {}

/** Counts the ticks until a nuke lands. */
export const landTicksLeft = (nuke: Nuke, now: Tick): number => TicksLeft.of(nuke.landTime, now) ?? 0
