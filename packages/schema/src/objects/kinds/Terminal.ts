/** Terminals, which trade and send resources to other rooms. */
import * as Schema from "effect/Schema"
import { amount, count } from "../../values/numbers.ts"
import { affected, located, ofType, owned, sometimesDamageable } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Resource } from "../../economy/Resource.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * The transfer that a terminal starts in this tick.
 *
 * **Source** recorded from a server 4.3.0 (room history).
 */
export class TerminalSend extends record<TerminalSend>("TerminalSend")({
  /** Name of the room that receives the resource. */
  targetRoomName: Schema.String,
  /** Resource that is sent. */
  resourceType: Resource,
  /** Amount that is sent. */
  amount,
  /** Text that the sender attached. */
  description: nullish(Schema.String)
}) {}

/**
 * A terminal, which trades and sends resources to other rooms.
 *
 * **Gotchas**
 *
 * NPC terminals at crossroads have no owner and may have neither hit points nor a store.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2017 and 2020; without a store reported.
 */
export class Terminal extends record<Terminal>("Terminal")({
  ...ofType("terminal"),
  ...located,
  ...owned,
  ...sometimesDamageable,
  ...affected,
  /** Amounts held, by resource; may be absent on NPC terminals. */
  store: nullish(Store),
  /** Largest total amount that the terminal holds, over all resources. */
  storeCapacity: nullish(count),
  /** Tick from which the terminal can send again. */
  cooldownTime: nullish(Tick),
  /** Transfer that starts in this tick; set in room history only, `null` elsewhere. */
  send: nullish(TerminalSend)
}) {}
