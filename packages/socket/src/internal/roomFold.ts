/** What one subscription to a room makes of its messages: the state after each, or that they do not fit together. */
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Struct from "effect/Struct"

/** How far a subscription is. Until a message holds the whole room, what is known of it is from before. */
export interface Progress {
  readonly state: RoomState.RoomState
  readonly isWhole: boolean
  /** Messages passed over while the whole room was awaited. */
  readonly passed: number
}

/** What became of a message: folded, passed over, or no change of what is known. */
export type Folded =
  | { readonly _tag: "State"; readonly progress: Progress }
  | { readonly _tag: "Passed"; readonly progress: Progress }
  | { readonly _tag: "Broken" }

/** A subscription to a room of which something may be known from before. */
export const begin = (state: RoomState.RoomState): Progress => ({ state, isWhole: false, passed: 0 })

/** A server may send this many messages of the subscription before, when a room is left and joined at once. */
const maxLate = 2

const toldOf = (frame: RoomFrame.RoomFrame) => Object.entries(frame.objects ?? {})

/** Above the limit of rooms, and on xxscreeps, the whole room looks like a later message. */
const looksWhole = (frame: RoomFrame.RoomFrame) => {
  const told = toldOf(frame)
  return told.length > 0 && told.every(([, patch]) => patch !== null && "type" in patch)
}

/** Objects and users are kept for comparing: what is still the same stays the same value. */
const foldWhole = (state: RoomState.RoomState, frame: RoomFrame.RoomFrame): RoomState.RoomState => ({
  ...RoomState.fold(
    { ...RoomState.reset(state), objects: state.objects, users: state.users },
    Struct.omit(frame, ["gameTime"])
  ),
  tick: frame.gameTime ?? undefined
})

/** A change of what was never told whole: something is missing here. */
const isUnfounded = (state: RoomState.RoomState, frame: RoomFrame.RoomFrame) => {
  const known: ReadonlyMap<string, unknown> = state.objects
  return toldOf(frame).some(([id, patch]) => patch !== null && !("type" in patch) && !known.has(id))
}

/** Folds a message. */
export const fold = (progress: Progress, frame: RoomFrame.RoomFrame): Folded => {
  const { isWhole, passed, state } = progress
  const following = (next: RoomState.RoomState): Folded => ({
    _tag: "State",
    progress: { state: next, isWhole: true, passed: 0 }
  })
  if (RoomFrame.isFull(frame)) return following(foldWhole(state, frame))
  if (isWhole) {
    return isUnfounded(state, frame) ? { _tag: "Broken" } : following(RoomState.fold(state, frame))
  }
  const isEmpty = toldOf(frame).length === 0
  if (looksWhole(frame) || (isEmpty && passed > 0)) return following(foldWhole(state, frame))
  return passed < maxLate
    ? { _tag: "Passed", progress: { state, isWhole, passed: passed + 1 } }
    : { _tag: "Broken" }
}
