/** A message that came in, from whomever: the channel `user:<user>/newMessage`. */
import * as Schema from "effect/Schema"
import { Message } from "../account/Message.ts"

/**
 * A message that the user received.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class NewMessageEvent extends Schema.Opaque<NewMessageEvent>()(
  Schema.Struct({ message: Message }).annotate({ identifier: "NewMessageEvent" })
) {}
