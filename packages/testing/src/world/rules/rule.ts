import type { GlobalIntent, ObjectIntent } from "../state/intents.ts"
import type { Room, Rooms, StoredObject } from "../state/rooms.ts"
import type { World } from "../state/world.ts"

/** A room while its objects age. @internal */
export interface RoomTick {
  readonly rooms: Rooms
  readonly room: Room
  /** The tick being processed; its results show in the next. */
  readonly time: number
  /** The time in milliseconds. */
  readonly now: number
}

/** Changes an object as each tick does. @internal */
export type AgingRule = (object: StoredObject, place: RoomTick) => void

/** Executes an intent; an impossible one has no effect and is not reported to the player. */
type Rule<Intent> = (world: World, intent: Intent, now: number) => void

/** @internal */
export type ObjectRule = Rule<ObjectIntent>

/** @internal */
export type GlobalRule = Rule<GlobalIntent>
