/** What one subscription to a room makes of its messages: the state after each, or that they do not fit together. */
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Struct from "effect/Struct"

/** How far a subscription is. Until a message holds the whole room, what is known of it is from before. */
export interface Progress {
  readonly state: RoomState.RoomState
  readonly isWhole: boolean
  /** Whether the server marks the message that holds the whole room: nothing else is taken for it. */
  readonly isMarked: boolean
  /** Messages passed over while the whole room was awaited. */
  readonly passed: number
}

/** What became of a message: folded, passed over, or no change of what is known. */
export type Folded =
  | { readonly _tag: "State"; readonly progress: Progress }
  | { readonly _tag: "Passed"; readonly progress: Progress }
  | { readonly _tag: "Broken" }

/** A subscription to a room of which something may be known from before. */
export const begin = (state: RoomState.RoomState, isMarked: boolean): Progress => ({
  state,
  isWhole: false,
  isMarked,
  passed: 0
})

/** The server has refused: above its limit of rooms the whole room looks like a later message. */
export const refused = (progress: Progress): Progress => ({ ...progress, isMarked: false })

/**
 * When a room is left and joined at once, this many messages of the subscription before may still come: as many as
 * ticks pass on a slow line where the whole is marked, few where it is not.
 */
const maxLate = ({ isMarked }: Progress) => (isMarked ? 20 : 2)

const toldOf = (frame: RoomFrame.RoomFrame) => Object.entries(frame.objects ?? {})

/**
 * Above the limit of rooms, and on xxscreeps, the whole room looks like a later message. One of the subscription before
 * tells what has appeared since, at most; the whole has something in it that was known.
 */
const looksWhole = ({ passed, state }: Progress, frame: RoomFrame.RoomFrame) => {
  const told = toldOf(frame)
  const known: ReadonlyMap<string, unknown> = state.objects
  if (known.size === 0 && told.length === 0) return passed > 0
  return (
    told.length > 0 &&
    told.every(([, patch]) => patch !== null && "type" in patch) &&
    (known.size === 0 || told.some(([id]) => known.has(id)))
  )
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
  const { isMarked, isWhole, passed, state } = progress
  const following = (next: RoomState.RoomState): Folded => ({
    _tag: "State",
    progress: { state: next, isWhole: true, isMarked, passed: 0 }
  })
  if (RoomFrame.isFull(frame)) return following(foldWhole(state, frame))
  if (isWhole) {
    return isUnfounded(state, frame) ? { _tag: "Broken" } : following(RoomState.fold(state, frame))
  }
  if (!isMarked && looksWhole(progress, frame)) return following(foldWhole(state, frame))
  return passed < maxLate(progress)
    ? { _tag: "Passed", progress: { ...progress, passed: passed + 1 } }
    : { _tag: "Broken" }
}
