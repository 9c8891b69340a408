/** Messages between the user and another one: the channel `user:<user>/message:<respondent>`. */
import * as Schema from "effect/Schema"
import { Message } from "../account/Message.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * A message was read; the identity is that of the recipient's copy.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ReadMark extends Schema.Opaque<ReadMark>()(
  Schema.Struct({ _id: ObjectId, unread: Schema.Literal(false) }).annotate({ identifier: "ReadMark" })
) {}

/**
 * A message that was sent or received, or the mark that one was read.
 *
 * **Details**
 *
 * Each side is notified of its own copy. Marking a message again sends it again. The text is raw.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ConversationEvent extends Schema.Opaque<ConversationEvent>()(
  Schema.Struct({ message: Schema.Union([Message, ReadMark]) }).annotate({ identifier: "ConversationEvent" })
) {}

/** Checks whether an event is a message, not the mark that one was read. */
export const isMessage = (message: Message | ReadMark): message is Message => "text" in message
