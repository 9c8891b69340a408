/** Folds the messages of one subscription to a room: the state after each, or that they do not fit together. */
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Struct from "effect/Struct"

/** How far a subscription is. Until a message holds the whole room, the state is that of the subscription before. */
export interface Progress {
  readonly state: RoomState.RoomState
  readonly isWhole: boolean
  /** Whether the server marks the message that holds the whole room: no other message is taken for it. */
  readonly isMarked: boolean
  /** Messages that were skipped before the whole room. */
  readonly skipped: number
}

/** The result of a message: a new state, a message of the subscription before, or one that does not fit. */
export type Folded =
  | { readonly _tag: "State"; readonly progress: Progress }
  | { readonly _tag: "Skipped"; readonly progress: Progress }
  | { readonly _tag: "Mismatch" }

/** Begins a subscription to a room of which something may be known from before. */
export const begin = (state: RoomState.RoomState, isMarked: boolean): Progress => ({
  state,
  isWhole: false,
  isMarked,
  skipped: 0
})

/** The server has refused: above its limit of rooms the whole room looks like a later message. */
export const refused = (progress: Progress): Progress => ({ ...progress, isMarked: false })

/**
 * When a room is left and joined at once, this many messages of the subscription before may still come: as many as
 * ticks pass on a slow connection where the whole room is marked, few where it is not.
 */
const maxLate = ({ isMarked }: Progress) => (isMarked ? 20 : 2)

/**
 * Above the limit of rooms, and on xxscreeps, the whole room looks like a later message. A message of the subscription
 * before has new objects only, at most; the whole room has one that was known.
 */
const looksWhole = ({ skipped, state }: Progress, frame: RoomFrame.RoomFrame) => {
  const patches = Object.entries(frame.objects ?? {})
  const known: ReadonlyMap<string, unknown> = state.objects
  if (known.size === 0 && patches.length === 0) return skipped > 0
  return (
    patches.length > 0 &&
    patches.every(([, patch]) => patch !== null && "type" in patch) &&
    (known.size === 0 || patches.some(([id]) => known.has(id)))
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

/** Whether a message changes an object that is not known: something is missing. */
const isUnfounded = (state: RoomState.RoomState, frame: RoomFrame.RoomFrame) => {
  const known: ReadonlyMap<string, unknown> = state.objects
  const patches = frame.objects ?? {}
  for (const id of Object.keys(patches)) {
    const patch = patches[id] ?? null
    if (patch !== null && !known.has(id) && !("type" in patch)) return true
  }
  return false
}

/** Folds a message. */
export const fold = (progress: Progress, frame: RoomFrame.RoomFrame): Folded => {
  const { isMarked, isWhole, skipped, state } = progress
  const next = (state: RoomState.RoomState): Folded => ({
    _tag: "State",
    progress: { state, isWhole: true, isMarked, skipped: 0 }
  })
  if (RoomFrame.isFull(frame)) return next(foldWhole(state, frame))
  if (isWhole) return isUnfounded(state, frame) ? { _tag: "Mismatch" } : next(RoomState.fold(state, frame))
  if (!isMarked && looksWhole(progress, frame)) return next(foldWhole(state, frame))
  return skipped < maxLate(progress)
    ? { _tag: "Skipped", progress: { ...progress, skipped: skipped + 1 } }
    : { _tag: "Mismatch" }
}
