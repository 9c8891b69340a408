/**
 * Intents sent by request: they wait for the next tick, which executes the known ones.
 */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { User } from "./accounts.ts"

/** An intent of one object, or of a room, under the id `room`. @internal */
export interface ObjectIntent {
  readonly user: User
  readonly room: RoomName
  readonly id: string
  readonly name: string
  readonly intent: unknown
}

/** An intent of an account. @internal */
export interface GlobalIntent {
  readonly user: User
  readonly name: string
  readonly intent: unknown
}

/** Merges the entries of one value into another, recursively. */
const overlay = (under: unknown, over: unknown): unknown => {
  if (typeof under !== "object" || under === null || typeof over !== "object" || over === null) return over
  const entries = Object.entries(over).map(([key, value]): [string, unknown] => [
    key,
    overlay(Reflect.get(under, key), value)
  ])
  const both = { ...under, ...Object.fromEntries(entries) }
  return Array.isArray(over) ? Object.values(both) : both
}

const isSame =
  (wanted: Omit<ObjectIntent, "intent">) =>
  ({ id, name, room, user }: ObjectIntent) =>
    user === wanted.user && room === wanted.room && id === wanted.id && name === wanted.name

/** @internal */
export class Intents {
  readonly #objects: Array<ObjectIntent> = []
  readonly #globals: Array<GlobalIntent> = []

  /**
   * Queues an intent, merged with an earlier one of the same object and name; returns whether it is the room's first.
   */
  addObjectIntent(added: ObjectIntent): boolean {
    const isFirst = !this.#objects.some(({ room }) => room === added.room)
    const at = this.#objects.findIndex(isSame(added))
    const earlier = this.#objects[at]
    if (earlier === undefined) this.#objects.push(added)
    else this.#objects[at] = { ...added, intent: overlay(earlier.intent, added.intent) }
    return isFirst
  }

  /** Returns the queued intent of an object and name. */
  queued(wanted: Omit<ObjectIntent, "intent">): unknown {
    return this.#objects.find(isSame(wanted))?.intent
  }

  addAccountIntent(intent: GlobalIntent) {
    this.#globals.push(intent)
  }

  /** Removes and returns the queued intents, oldest first. */
  take(): { readonly objects: ReadonlyArray<ObjectIntent>; readonly globals: ReadonlyArray<GlobalIntent> } {
    return { objects: this.#objects.splice(0), globals: this.#globals.splice(0) }
  }
}
