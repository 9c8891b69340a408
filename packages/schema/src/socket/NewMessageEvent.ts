/** Received messages, from any sender: the channel `user:<user>/newMessage`. */
import { Message } from "../account/Message.ts"
import { record } from "../values/Record.ts"

/**
 * A message that the user received.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class NewMessageEvent extends record<NewMessageEvent>("NewMessageEvent")({
  /** The user's copy of the message. */
  message: Message
}) {}
