/** Signs on controllers. */
import * as Schema from "effect/Schema"
import { Millis } from "../values/Millis.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"
import { record } from "../values/Record.ts"

const signed = {
  /** Tick in which the sign was written. */
  time: Tick,
  /** When the sign was written, in milliseconds since 1970. */
  datetime: Millis
} as const

/**
 * The sign of a player on a controller.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Signature extends record<Signature>("Signature")({
  /** Id of the user who signed the controller. */
  user: UserId,
  /** Text of the sign; servers keep at most 100 characters. */
  text: Schema.String,
  ...signed
}) {}

/**
 * A sign of the game on a controller, shown instead of a player's sign: for example that a novice area is planned.
 *
 * **Source** reported (official servers only).
 */
export class SystemSignature extends record<SystemSignature>("SystemSignature")({
  /** Text of the sign. */
  text: Schema.String,
  ...signed,
  /** Until when the sign is shown, in milliseconds since 1970. */
  endDatetime: Millis
}) {}
