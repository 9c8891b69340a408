/** Messages between players. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The directions of a message, from the view of the owner of the copy.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const directions = ["in", "out"] as const

/** The direction of a message: received (`in`) or sent (`out`). */
export type MessageDirection = (typeof directions)[number] | (string & {})

/** Decodes the direction of a message; unknown values are accepted. */
export const MessageDirection: Schema.Codec<MessageDirection, string> = Schema.String.annotate({
  identifier: "MessageDirection"
})

/**
 * One copy of a message: the sender has one (`out`), the receiver another (`in`), each with its own id.
 *
 * **Source** recorded from a server 4.3.0; official servers are reported to omit `user`, `respondent` and
 * `outMessage`.
 */
export class Message extends record<Message>("Message")({
  /** Id of this copy of the message. */
  _id: ObjectId,
  /** When the message was sent, as ISO 8601 text. */
  date: expected(Schema.String),
  /** Whether the owner of this copy received (`in`) or sent (`out`) the message. */
  type: expected(MessageDirection),
  /** Text of the message. */
  text: Schema.String,
  /** Whether the receiver has not read the message yet, on both copies. */
  unread: expected(Schema.Boolean),
  /** Id of the owner of this copy. */
  user: nullish(UserId),
  /** Id of the other user. */
  respondent: nullish(UserId),
  /** On the receiver's copy, the id of the sender's copy. */
  outMessage: nullish(ObjectId)
}) {}

/**
 * A conversation and its newest message.
 *
 * **Gotchas**
 *
 * `_id` should be the id of the other user. Private servers with the built-in storage group by the owner instead:
 * they return at most one entry, with the owner's id. Use the function `respondent`.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class MessageIndexEntry extends record<MessageIndexEntry>("MessageIndexEntry")({
  /** Id of the other user; on private servers with the built-in storage, of the owner. */
  _id: UserId,
  /** Newest message of the conversation. */
  message: Message
}) {}

/**
 * The maximum length of a message, in characters.
 *
 * **Source** recorded: "text too long".
 */
export const maxLength = 100 * 1024

/**
 * Checks the text of a message that a caller sends: at most 102400 characters. It may be empty.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const MessageText: Schema.Codec<string> = Schema.String.check(
  Schema.isMaxLength(maxLength, { expected: "a message of at most 100 KiB" })
).annotate({ identifier: "MessageText" })

/** Checks whether the owner of the copy received the message; `false` when the server does not send a direction. */
export const isIncoming = (message: Message): boolean => message.type === "in"

/** Returns the id of the other user of a conversation. */
export const respondent = (entry: MessageIndexEntry): UserId => entry.message.respondent ?? entry._id
