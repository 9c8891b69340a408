/** Messages between players. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { Message, MessageIndexEntry, MessageText } from "@screeps-effect/schema/Message"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import { expected } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import * as Operation from "../Operation.ts"

/** The user's conversations. */
export class MessageIndex extends answer<MessageIndex>("MessageIndex")({
  /** The conversations, each with its latest message. */
  messages: Schema.Array(MessageIndexEntry),
  /** The users of the conversations by user id. */
  users: expected(Schema.Record(Schema.String, UserBrief))
}) {}

/**
 * Lists the user's conversations, each with its latest message.
 *
 * **Gotchas**
 *
 * Private servers with the built-in storage group messages wrongly: they return at most one conversation, with the
 * user's own id. `Message.respondent` of the schema package returns the other user in that case, too.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/index`, recorded from a server 4.3.0; official form reported. xxscreeps:
 * recorded.
 */
export const index = Operation.get("/api/user/messages/index", { output: MessageIndex })

const withUser = {
  /** Id, not name, of the other user: `User.find` returns it. */
  respondent: UserId
} as const

/** Messages of one conversation. */
export class MessageList extends answer<MessageList>("MessageList")({
  /** The latest 100 messages at most, oldest first. */
  messages: Schema.Array(Message)
}) {}

/**
 * Lists the latest messages, at most 100, exchanged with a user, oldest first.
 *
 * **Details**
 *
 * For an unknown user the list is empty.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/list`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const list = Operation.get("/api/user/messages/list", {
  input: withUser,
  output: MessageList
})

/**
 * Sends a message to a user.
 *
 * **Errors** `Rejected` ("invalid respondent"), `InvalidInput` (too long, nothing is sent), `Unauthorized`.
 *
 * **Source** `POST /api/user/messages/send`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const send = Operation.post("/api/user/messages/send", {
  input: {
    ...withUser,
    /** Text of the message, at most 102400 characters. */
    text: MessageText
  },
  output: Ok
})

/**
 * Marks a received message as read, for its sender as well.
 *
 * **Errors** `Rejected` ("invalid id": unknown, sent by the user, or a message of other users), `Unauthorized`.
 *
 * **Source** `POST /api/user/messages/mark-read`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const markRead = Operation.post("/api/user/messages/mark-read", {
  input: {
    /** Id of the message. */
    id: ObjectId
  },
  changes: "reversible",
  output: Ok,
  idempotent: true
})

/** The number of unread messages. */
export class UnreadCount extends answer<UnreadCount>("UnreadCount")({
  /** How many received messages the user has not read. */
  count: Schema.Finite
}) {}

/**
 * Returns how many received messages the user has not read.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/messages/unread-count`, recorded from a server 4.3.0. Official: published in 2017
 * (ricochet1k/screeps-client). xxscreeps: recorded.
 */
export const unreadCount = Operation.get("/api/user/messages/unread-count", {
  output: UnreadCount,
  provenance: { official: "published" }
})
