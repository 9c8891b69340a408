/** The events of a world, for its sockets. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"

/**
 * An event of a world. `shard` is absent from events of an account.
 *
 * @internal
 */
export type WorldEvent =
  /** The log lines and results of one run of a player's script, not escaped; all may be empty. */
  | {
      readonly type: "console"
      readonly shard: string
      readonly user: UserId
      readonly log: ReadonlyArray<string>
      /** Lines that servers do not escape. */
      readonly logUnsafe: ReadonlyArray<string>
      readonly results: ReadonlyArray<string>
    }
  /** The script threw an error; follows the run's `console` event. Not escaped. */
  | { readonly type: "error"; readonly shard: string; readonly user: UserId; readonly error: string }
  | {
      readonly type: "cpu"
      readonly shard: string
      readonly user: UserId
      readonly cpu: number | "error"
      readonly memory: number | undefined
    }
  /** The code of a branch changed; `timestamp` is a number after an upload, a date as text after a clone. */
  | {
      readonly type: "code"
      readonly user: UserId
      readonly branch: string
      readonly modules: unknown
      readonly timestamp: number | string
      readonly hash?: unknown
    }
  | {
      readonly type: "activeBranch"
      readonly user: UserId
      readonly branch: string
      readonly activeName: "activeWorld" | "activeSim"
    }
  /** The user's copy of a message in a conversation, or the notice that it was read. */
  | {
      readonly type: "conversation"
      readonly user: UserId
      readonly respondent: UserId
      readonly message: StoredMessage | { readonly _id: ObjectId; readonly unread: false }
    }
  /** A message arrived; the `conversation` event of the same copy precedes it. */
  | { readonly type: "newMessage"; readonly user: UserId; readonly message: StoredMessage }
  /** The credits of an account changed. */
  | { readonly type: "money"; readonly user: UserId; readonly credits: number }
  /** The administrator's message to all users. */
  | { readonly type: "serverMessage"; readonly text: string }
  /** A tick is complete: the world has the state of the tick `time`. */
  | { readonly type: "tick"; readonly shard: string; readonly time: number }

type Listener = (event: WorldEvent) => void

/** The listeners, called synchronously in the order in which they were added. @internal */
export class Events {
  readonly #listeners = new Set<Listener>()

  /** Adds a listener; returns a function that removes it. */
  listen(listener: Listener): () => void {
    // A new object for each call, so that one function can be added twice.
    const own: Listener = (event) => listener(event)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  publish(event: WorldEvent) {
    for (const listener of Array.from(this.#listeners)) listener(event)
  }
}

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
