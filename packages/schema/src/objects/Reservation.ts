/** Rooms that are held without being owned. */
import * as Schema from "effect/Schema"
import { Tick } from "../values/Tick.ts"
import * as TicksLeft from "../values/TicksLeft.ts"
import { UserId } from "../values/UserId.ts"

/**
 * Who reserved a room's controller, and until when.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Reservation extends Schema.Opaque<Reservation>()(
  Schema.Struct({
    user: UserId,
    /** The tick in which it has ended. */
    endTime: Tick
  }).annotate({ identifier: "Reservation" })
) {}

/** Counts the ticks until the reservation of a controller ends; `undefined` when nobody reserved it. */
export const ticksLeft = (
  controller: { readonly reservation?: Reservation | null },
  now: Tick
): number | undefined => TicksLeft.of(controller.reservation?.endTime, now)
