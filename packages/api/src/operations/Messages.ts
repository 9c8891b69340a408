/** Messages between players. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { Message, MessageIndexEntry, MessageText } from "@screeps-effect/schema/Message"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The newest message of each of the user's conversations, and the users in them by identity. */
export class MessageIndex extends Schema.Opaque<MessageIndex>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    messages: Schema.Array(MessageIndexEntry),
    users: Schema.Record(Schema.String, UserBrief)
  }).annotate({ identifier: "MessageIndex" })
) {}

/**
 * Lists the user's conversations, each with its newest message.
 *
 * **Gotchas**
 *
 * Private servers with the built-in storage group wrongly: one conversation at most comes, under the user's own
 * identity. `Message.respondent` of the schemas tells the other user all the same.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/index`, recorded from a server 4.3.0; official form reported.
 */
export const index = Operation.get("/api/user/messages/index", { output: MessageIndex })

/** Messages of one conversation, oldest first. */
export class MessageList extends Schema.Opaque<MessageList>()(
  Schema.Struct({ ok: Schema.Literal(1), messages: Schema.Array(Message) }).annotate({
    identifier: "MessageList"
  })
) {}

/**
 * Lists the messages exchanged with a user: the newest 100 at most, oldest first.
 *
 * **Details**
 *
 * `respondent` is the long identity of the other user, not the name: `User.find` knows it. With an unknown one the
 * list is empty.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/list`, recorded from a server 4.3.0.
 */
export const list = Operation.get("/api/user/messages/list", {
  input: { respondent: UserId },
  output: MessageList
})

/**
 * Sends a message to a user: at most 102400 characters.
 *
 * **Details**
 *
 * `respondent` is the long identity of the other user, not the name: `User.find` knows it.
 *
 * **Errors** `Rejected` ("invalid respondent"), `InvalidInput` (too long, nothing is sent), `Unauthorized`.
 *
 * **Source** `POST /api/user/messages/send`, recorded from a server 4.3.0.
 */
export const send = Operation.post("/api/user/messages/send", {
  input: { respondent: UserId, text: MessageText },
  output: Ok
})

/**
 * Marks a received message as read; its sender is shown so, too.
 *
 * **Errors** `Rejected` ("invalid id": unknown, sent by the user, or somebody else's), `Unauthorized`.
 *
 * **Source** `POST /api/user/messages/mark-read`, recorded from a server 4.3.0.
 */
export const markRead = Operation.post("/api/user/messages/mark-read", {
  input: { id: ObjectId },
  output: Ok,
  idempotent: true
})

/** How many received messages the user has not read. */
export class UnreadCount extends Schema.Opaque<UnreadCount>()(
  Schema.Struct({ ok: Schema.Literal(1), count: Schema.Finite }).annotate({ identifier: "UnreadCount" })
) {}

/**
 * Counts the received messages that the user has not read.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/unread-count`, recorded from a server 4.3.0.
 */
export const unreadCount = Operation.get("/api/user/messages/unread-count", { output: UnreadCount })
