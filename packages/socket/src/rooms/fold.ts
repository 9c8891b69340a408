/** Folds the messages of one subscription to a room into states, and detects messages that do not fit together. */
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Struct from "effect/Struct"

/** The progress of a subscription; before the whole room, the state is that of the previous subscription. */
export interface Progress {
  readonly state: RoomState.RoomState
  readonly isWhole: boolean
  /** Whether the server marks the message that holds the whole room; then no other message counts as the whole room. */
  readonly isMarked: boolean
  /** Messages that were skipped before the whole room. */
  readonly skipped: number
}

/** The result of a message: a new state, a skipped message of the previous subscription, or a mismatch. */
export type Folded =
  | { readonly _tag: "State"; readonly progress: Progress }
  | { readonly _tag: "Skipped"; readonly progress: Progress }
  | { readonly _tag: "Mismatch" }

/** Begins a subscription, with the last known state of the room. */
export const begin = (state: RoomState.RoomState, isMarked: boolean): Progress => ({
  state,
  isWhole: false,
  isMarked,
  skipped: 0
})

/** Records that the server refused the room: above its limit of rooms, the whole room looks like a later message. */
export const refused = (progress: Progress): Progress => ({ ...progress, isMarked: false })

/**
 * How many messages of the previous subscription may still arrive after a room was left and joined at once: as many as
 * ticks pass on a slow connection if the whole room is marked, few if it is not.
 */
const maxLate = ({ isMarked }: Progress) => (isMarked ? 20 : 2)

/**
 * Whether an unmarked message looks like the whole room, as it comes above the limit of rooms and on xxscreeps: a
 * message of the previous subscription has at most new objects, the whole room has at least one that was known.
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

/** Folds the whole room; known objects and users are compared, so that equal ones stay the same values. */
const foldWhole = (state: RoomState.RoomState, frame: RoomFrame.RoomFrame): RoomState.RoomState => {
  const { objects, users } = state
  const folded = RoomState.fold(
    { ...RoomState.reset(state), objects, users },
    Struct.omit(frame, ["gameTime"])
  )
  return RoomState.assign(folded, { tick: frame.gameTime ?? undefined })
}

/** Folds one message. */
export const fold = (progress: Progress, frame: RoomFrame.RoomFrame): Folded => {
  const { isMarked, isWhole, skipped, state } = progress
  const next = (state: RoomState.RoomState): Folded => ({
    _tag: "State",
    progress: { state, isWhole: true, isMarked, skipped: 0 }
  })
  if (RoomFrame.isFull(frame)) return next(foldWhole(state, frame))
  if (isWhole) return RoomState.fits(state, frame) ? next(RoomState.fold(state, frame)) : { _tag: "Mismatch" }
  if (!isMarked && looksWhole(progress, frame)) return next(foldWhole(state, frame))
  return skipped < maxLate(progress)
    ? { _tag: "Skipped", progress: { ...progress, skipped: skipped + 1 } }
    : { _tag: "Mismatch" }
}
