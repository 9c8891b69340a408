import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"

/** One copy of a message. */
export interface StoredMessage {
  readonly _id: ObjectId
  /** Whose copy it is. */
  readonly user: UserId
  /** The other one. */
  readonly respondent: UserId
  readonly date: string
  readonly type: "in" | "out"
  readonly text: string
  /** Of the sender's copy: the receiver has not read it. */
  readonly unread: boolean
  /** On the receiver's copy: the sender's. */
  readonly outMessage?: ObjectId
}
