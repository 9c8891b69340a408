/** Messages between two users: the channel `user:<user>/message:<respondent>`. */
import * as Schema from "effect/Schema"
import { Message } from "../account/Message.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { record } from "../values/Record.ts"

/**
 * The mark that a message was read.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ReadMark extends record<ReadMark>("ReadMark")({
  /** Identifier of the subscriber's copy of the message. */
  _id: ObjectId,
  /** Always `false`: the recipient read the message. */
  unread: Schema.Literal(false)
}) {}

/**
 * A message that was sent or received, or the mark that one was read.
 *
 * **Details**
 *
 * Each user receives events about their own copy of a message. Marks of xxscreeps contain the whole message, with
 * `unread: false`; new messages are unread on every known server. Marking a message as read again sends the mark again. The
 * text is not escaped.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export class ConversationEvent extends record<ConversationEvent>("ConversationEvent")({
  /** Message, or the mark that a message was read; `isMessage` distinguishes them. */
  message: Schema.Union([Message, ReadMark])
}) {}

/**
 * Checks whether an event is a message, not the mark that a message was read: it has a text, and is not known to be read.
 */
export const isMessage = (message: Message | ReadMark): message is Message =>
  "text" in message && message.unread !== false
