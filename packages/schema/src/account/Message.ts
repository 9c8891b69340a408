/** Messages between players. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { UserId } from "../values/UserId.ts"

/**
 * The directions of a message, as seen by the owner of the copy.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const directions = ["in", "out"] as const

/** The direction of a message: received (`in`) or sent (`out`). */
export type MessageDirection = (typeof directions)[number] | (string & {})

/** Decodes the direction of a message; other words than the two known are let through. */
export const MessageDirection: Schema.Codec<MessageDirection, string> = Schema.String.annotate({
  identifier: "MessageDirection"
})

/**
 * One copy of a message: the sender has one (`out`), the receiver another (`in`), each with an identity of its own.
 *
 * **Details**
 *
 * `date` is ISO 8601 text. `unread` of a sent message means that the receiver has not read it. `user` owns this
 * copy, `respondent` is the other one, and `outMessage` is the identity of the sender's copy.
 *
 * **Source** recorded from a server 4.3.0; official servers are reported to leave out the last three.
 */
export class Message extends Schema.Opaque<Message>()(
  Schema.Struct({
    _id: ObjectId,
    date: Schema.String,
    type: MessageDirection,
    text: Schema.String,
    unread: Schema.Boolean,
    user: nullish(UserId),
    respondent: nullish(UserId),
    outMessage: nullish(ObjectId)
  }).annotate({ identifier: "Message" })
) {}

/**
 * The newest message of a conversation.
 *
 * **Gotchas**
 *
 * `_id` is meant to be the other user. Private servers with the built-in storage group by the owner instead: at most
 * one entry comes, under the owner's own identity. `respondent` knows better.
 *
 * **Source** recorded from a server 4.3.0; official form reported.
 */
export class MessageIndexEntry extends Schema.Opaque<MessageIndexEntry>()(
  Schema.Struct({ _id: UserId, message: Message }).annotate({ identifier: "MessageIndexEntry" })
) {}

/**
 * The most characters that a message may have.
 *
 * **Source** recorded: "text too long".
 */
export const maxLength = 100 * 1024

/**
 * The text of a message as callers may send it: at most 100 KiB characters. It may be empty.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const MessageText: Schema.Codec<string> = Schema.String.check(
  Schema.isMaxLength(maxLength, { expected: "a message of at most 100 KiB" })
).annotate({ identifier: "MessageText" })

/** Checks whether the owner of the copy received the message. */
export const isIncoming = (message: Message): boolean => message.type === "in"

/** The other user of a conversation. */
export const respondent = (entry: MessageIndexEntry): UserId => entry.message.respondent ?? entry._id

/** The messages that the owner of the copies has received and not read yet. */
export const unread = (messages: ReadonlyArray<Message>): ReadonlyArray<Message> =>
  messages.filter((message) => message.unread && isIncoming(message))
