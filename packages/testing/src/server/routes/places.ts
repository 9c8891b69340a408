/** Finds the rooms of requests. */
import type { Rejected } from "@screeps-effect/api/ScreepsError"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import type { Room } from "../../world/state/rooms.ts"
import { isOpen } from "../../world/rules/settling.ts"
import type { World } from "../../world/state/world.ts"
import { refuse } from "./words.ts"

/** Returns an open room, or fails with the server's rejection. @internal */
export const openRoom = (world: World, name: unknown, now: number): Effect.Effect<Room, Rejected> => {
  const room = typeof name === "string" && RoomName.is(name) ? world.rooms.at(name) : undefined
  if (room === undefined) return refuse("invalid room")
  return isOpen(room, now) ? Effect.succeed(room) : refuse("out of borders")
}
