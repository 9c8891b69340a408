/** Messages between users, each stored as the sender's copy and the receiver's. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Events, StoredMessage } from "./events.ts"
import type { Ids } from "./ids.ts"

/** @internal */
export class Messages {
  readonly #ids: Ids
  readonly #events: Events
  readonly #all = new Map<ObjectId, StoredMessage>()

  constructor(ids: Ids, events: Events) {
    this.#ids = ids
    this.#events = events
  }

  /** Returns all copies of a user, oldest first. */
  of(user: UserId): ReadonlyArray<StoredMessage> {
    return [...this.#all.values()].filter((message) => message.user === user)
  }

  send(from: UserId, to: UserId, text: string, now: number): StoredMessage {
    const date = new Date(now).toISOString()
    const outMessage = this.#ids.object()
    const sent = { date, text, unread: true } as const
    const out: StoredMessage = { ...sent, _id: outMessage, user: from, respondent: to, type: "out" }
    const into: StoredMessage = {
      ...sent,
      _id: this.#ids.object(),
      user: to,
      respondent: from,
      type: "in",
      outMessage
    }
    this.#all.set(out._id, out)
    this.#all.set(into._id, into)
    this.#events.publish({ type: "conversation", user: from, respondent: to, message: out })
    this.#events.publish({ type: "conversation", user: to, respondent: from, message: into })
    this.#events.publish({ type: "newMessage", user: to, message: into })
    return into
  }

  /** Marks a received message as read in both copies; returns `false` if the user has no such message. */
  markRead(user: UserId, id: string): boolean {
    const found = [...this.#all.values()].find(({ _id }) => _id === id)
    if (found === undefined || found.user !== user || found.outMessage === undefined) return false
    for (const one of [found, this.#all.get(found.outMessage)]) {
      if (one !== undefined) this.#all.set(one._id, { ...one, unread: false })
    }
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
    for (const one of Array.from(this.#all.values())) this.#all.set(one._id, { ...one, unread: false })
    this.#publishRead(first.respondent, user, first.outMessage)
    return true
  }

  /** Publishes that a copy was read. */
  #publishRead(user: UserId, respondent: UserId, _id: ObjectId) {
    const message = { _id, unread: false } as const
    this.#events.publish({ type: "conversation", user, respondent, message })
  }
}
