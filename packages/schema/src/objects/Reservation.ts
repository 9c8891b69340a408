/** Reservations of rooms that have no owner. */
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"
import { record } from "../values/Record.ts"

/**
 * The reservation of a room's controller.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Reservation extends record<Reservation>("Reservation")({
  /** Identifier of the player who reserved the controller. */
  user: UserId,
  /** First tick in which the reservation no longer applies. */
  endTime: Tick
}) {}
