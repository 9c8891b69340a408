import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"

/** One copy of a message. */
export interface StoredMessage {
  /** Id of the copy. */
  readonly _id: ObjectId
  /** The owner of the copy. */
  readonly user: UserId
  /** The other user. */
  readonly respondent: UserId
  /** Time as ISO 8601 text. */
  readonly date: string
  /** `in` for a received message, `out` for a sent one. */
  readonly type: "in" | "out"
  readonly text: string
  /** Whether the receiver has not read the message yet, in both copies. */
  readonly unread: boolean
  /** In the receiver's copy: the id of the sender's. */
  readonly outMessage?: ObjectId
}
