/** Received messages, from any sender: the channel `user:<user>/newMessage`. */
import * as Schema from "effect/Schema"
import { Message } from "../account/Message.ts"

/**
 * A message that the user received.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class NewMessageEvent extends Schema.Opaque<NewMessageEvent>()(
  Schema.Struct({
    /** The user's copy of the message. */
    message: Message
  }).annotate({ identifier: "NewMessageEvent" })
) {}
