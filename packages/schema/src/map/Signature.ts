/** What stands written on controllers. */
import * as Schema from "effect/Schema"
import { Millis } from "../values/Millis.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The text that a player left on a controller, and when: in game time and in wall-clock time.
 *
 * **Details**
 *
 * Servers keep at most 100 characters of the text.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Signature extends Schema.Opaque<Signature>()(
  Schema.Struct({ user: UserId, text: Schema.String, time: Tick, datetime: Millis }).annotate({
    identifier: "Signature"
  })
) {}

/**
 * The text that the game itself shows on a controller until `endDatetime`, above any player's: for example that a
 * novice area is planned here.
 *
 * **Source** reported (official servers only).
 */
export class SystemSignature extends Schema.Opaque<SystemSignature>()(
  Schema.Struct({ text: Schema.String, time: Tick, datetime: Millis, endDatetime: Millis }).annotate({
    identifier: "SystemSignature"
  })
) {}
