/** The events of a world, for its sockets. */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Kept } from "./code.ts"
import type { StoredMessage } from "./message.ts"

/**
 * Something that happened. `shard` stands where it happened in one shard; what concerns an account has none.
 *
 * @internal
 */
export type WorldEvent =
  /** The lines and results of one run of a player's script; both are empty when there was nothing to say. */
  | {
      readonly type: "console"
      readonly shard: string
      readonly user: UserId
      readonly log: ReadonlyArray<string>
      readonly results: ReadonlyArray<string>
    }
  /** The script threw: comes after the run's `console`. */
  | { readonly type: "error"; readonly shard: string; readonly user: UserId; readonly error: string }
  | {
      readonly type: "cpu"
      readonly shard: string
      readonly user: UserId
      readonly cpu: number | "error"
      readonly memory: number | undefined
    }
  /** A branch has other code: `timestamp` is a number after an upload, a date as text after a clone. */
  | {
      readonly type: "code"
      readonly user: UserId
      readonly branch: string
      readonly modules: Kept
      readonly timestamp: number | string
      readonly hash?: unknown
    }
  | {
      readonly type: "activeBranch"
      readonly user: UserId
      readonly branch: string
      readonly activeName: "activeWorld" | "activeSim"
    }
  /** One's own copy of a message in a conversation, or the news that it was read. */
  | {
      readonly type: "conversation"
      readonly user: UserId
      readonly respondent: UserId
      readonly message: StoredMessage | { readonly _id: ObjectId; readonly unread: false }
    }
  /** A message came in; the `conversation` event of the same copy comes before. */
  | { readonly type: "newMessage"; readonly user: UserId; readonly message: StoredMessage }
  /** An account has another amount of credits. */
  | { readonly type: "money"; readonly user: UserId; readonly credits: number }
  /** The operator's message to all users. */
  | { readonly type: "serverMessage"; readonly text: string }
  /** A tick is over: everything of the tick `time` can be read from the world. */
  | { readonly type: "tick"; readonly shard: string; readonly time: number }

/** @internal */
export type Listener = (event: WorldEvent) => void

/** The list of listeners, called synchronously in the order in which they were added. @internal */
export class Events {
  readonly #listeners = new Set<Listener>()

  /** Adds a listener; gives back how to remove it. */
  listen(listener: Listener): () => void {
    // A value of its own, so that a function may listen twice.
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
