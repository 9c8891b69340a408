/** What a live page receives, one event after another. */
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Frames from "./frames.ts"

/** A line of a script's console. */
export interface ConsoleLine {
  readonly kind: "log" | "result" | "error"
  readonly text: string
}

/**
 * An event for a live page.
 *
 * **Details**
 *
 * - `room`: begins with a room, or begins again: its terrain as 2500 digits.
 * - `state`: the next state of a room, as the difference from the one before, or whole.
 * - `notice`: why no state comes, such as a lost connection.
 * - `lag`: by how many ticks the last state is late.
 * - `console`: output of the account's script.
 */
export type Update =
  | { readonly kind: "room"; readonly room: string; readonly terrain: string }
  | {
      readonly kind: "state"
      readonly room: string
      readonly frame: Frames.Frame
      readonly isWhole: boolean
      /** Whether states may be missing before this one. */
      readonly afterGap: boolean
    }
  | { readonly kind: "notice"; readonly room: string; readonly text: string }
  | { readonly kind: "lag"; readonly room: string; readonly ticks: number }
  | { readonly kind: "console"; readonly lines: ReadonlyArray<ConsoleLine> }

/** Begins with a room. */
export const room = (name: string, terrain: Terrain.Terrain): Update => ({
  kind: "room",
  room: name,
  terrain: Terrain.encode(terrain)
})

/** Returns the next state of a room for a page that has the state before; `undefined` for a page that has none. */
export const state = (
  name: string,
  before: RoomState | undefined,
  after: RoomState & { readonly afterGap?: boolean }
): Update => {
  // A message without a tick replaces all objects.
  const difference =
    before === undefined || after.tick === undefined ? undefined : Frames.next(before, after, after.tick)
  return {
    kind: "state",
    room: name,
    frame: difference ?? Frames.whole(after, after.tick),
    isWhole: difference === undefined,
    afterGap: after.afterGap ?? false
  }
}
