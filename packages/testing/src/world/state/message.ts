import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"

/** One copy of a message. */
export interface StoredMessage {
  readonly _id: ObjectId
  /** The owner of the copy. */
  readonly user: UserId
  /** The other user. */
  readonly respondent: UserId
  readonly date: string
  readonly type: "in" | "out"
  readonly text: string
  /** In the sender's copy: whether the receiver has not read it. */
  readonly unread: boolean
  /** In the receiver's copy: the id of the sender's. */
  readonly outMessage?: ObjectId
}
