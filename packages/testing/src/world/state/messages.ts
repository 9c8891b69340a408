/** Messages between users, each stored as the sender's copy and the receiver's. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Events, StoredMessage } from "./events.ts"
import { type Ids, Records } from "./ids.ts"

/** @internal */
export class Messages {
  readonly #events: Events
  readonly #copies: Records<StoredMessage>

  constructor(ids: Ids, events: Events) {
    this.#events = events
    this.#copies = new Records(ids)
  }

  /** Returns all copies of a user, oldest first. */
  of(user: UserId): ReadonlyArray<StoredMessage> {
    return this.#copies.of(user)
  }

  send(from: UserId, to: UserId, text: string, now: number) {
    const sent = { date: new Date(now).toISOString(), text, unread: true } as const
    const out = this.#copies.add((_id) => ({ ...sent, _id, user: from, respondent: to, type: "out" }))
    const outMessage = out._id
    const into = this.#copies.add((_id) => ({
      ...sent,
      _id,
      user: to,
      respondent: from,
      type: "in",
      outMessage
    }))
    this.#events.publish({ type: "conversation", user: from, respondent: to, message: out })
    this.#events.publish({ type: "conversation", user: to, respondent: from, message: into })
    this.#events.publish({ type: "newMessage", user: to, message: into })
  }

  /** Marks a received message as read in both copies; returns `false` if the user has no such message. */
  markRead(user: UserId, id: string): boolean {
    const found = this.#copies.find(user, id)
    if (found?.outMessage === undefined) return false
    for (const one of [found, this.#copies.get(found.outMessage)])
      if (one !== undefined) this.#copies.update(one, { unread: false })
    this.#publishRead(user, found.respondent, found._id)
    this.#publishRead(found.respondent, user, found.outMessage)
    return true
  }

  /**
   * Marks every message of every user as read, as private servers do without an id; returns `false` if the user never
   * received one. Only the sender of the user's first message is notified.
   */
  markAllRead(user: UserId): boolean {
    const first = this.of(user).find(({ type }) => type === "in")
    if (first?.outMessage === undefined) return false
    for (const one of this.#copies.all) this.#copies.update(one, { unread: false })
    this.#publishRead(first.respondent, user, first.outMessage)
    return true
  }

  /** Publishes that a copy was read. */
  #publishRead(user: UserId, respondent: UserId, _id: ObjectId) {
    const message = { _id, unread: false } as const
    this.#events.publish({ type: "conversation", user, respondent, message })
  }
}
