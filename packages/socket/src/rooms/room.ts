/** One room with its last state, and what its listeners receive. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { GapReason, Refused } from "../Channel.ts"
import * as FanOut from "../subscriptions/fanOut.ts"

/** The state of a room after the last message. */
export interface RoomView extends RoomState.RoomState {
  readonly room: RoomName
  /** The shard as given by the listener; `undefined` for the server's default shard. */
  readonly shard: ShardName | undefined
  /** When the state was received, by the program's clock, in milliseconds since 1970. */
  readonly receivedAt: Millis
  /** The same moment in `Millis.monotonic`, from which `age` is computed: not affected when the system's clock is set. */
  readonly monotonicAt: number
  /** Whether changes between this listener's previous state and this one may be missing from both. */
  readonly afterGap: boolean
}

/** A new state of the room. */
export interface RoomUpdate {
  readonly _tag: "State"
  readonly view: RoomView
}

/**
 * From here on changes of the room are not seen, until the next state.
 *
 * **Details**
 *
 * - `turn`: other rooms are watched now; this room waits for its next turn.
 * - `mismatch`: a message changed an unknown object; the room is subscribed to again.
 * - any other: see `Channel.GapReason`.
 */
export interface RoomGap {
  readonly _tag: "Gap"
  readonly reason: GapReason | "turn" | "mismatch"
  /** When the gap began, by the program's clock, in milliseconds since 1970. */
  readonly since: Millis
}

/** A state of the room, a gap between states, or a tick in which the server refused the room. */
export type RoomSignal = RoomUpdate | RoomGap | Refused

/** How many signals may wait for a listener; states are complete, so a later one replaces earlier ones. */
const most = 16

const marked = (view: RoomView, afterGap: boolean): RoomSignal => ({
  _tag: "State",
  view: view.afterGap === afterGap ? view : RoomState.assign(view, { afterGap })
})

/** Drops the oldest signal when the queue is full; if it is a state after a gap, marks the next state as such. */
const slide = (waiting: Array<RoomSignal>, signal: RoomSignal) => {
  waiting.push(signal)
  if (waiting.length <= most) return waiting
  const dropped = waiting.shift()
  if (dropped?._tag !== "State" || !dropped.view.afterGap) return waiting
  const next = waiting.findIndex(({ _tag }) => _tag === "State")
  const state = waiting[next]
  if (state?._tag === "State") waiting[next] = marked(state.view, true)
  return waiting
}

/** Sets the shard as a listener gave it. */
const withShard = (signal: RoomSignal, shard: ShardName | undefined): RoomSignal =>
  signal._tag === "State" ? { ...signal, view: RoomState.assign(signal.view, { shard }) } : signal

/** One room with its last state and its listeners. */
export type Room = ReturnType<typeof make>

/** Creates a room; `onLeave` is called whenever a listener was removed. */
export const make = (room: RoomName, shard: ShardName | undefined, onLeave: () => void) => {
  const empty = { ...RoomState.empty, room }
  let view: RoomView | undefined
  let gap: RoomGap | undefined
  const fanOut = FanOut.make<RoomSignal>(() => [
    ...(view === undefined ? [] : [marked(view, false)]),
    ...(gap === undefined ? [] : [gap])
  ])
  return {
    room,
    shard,
    hasListeners: () => fanOut.count() > 0,
    /** The last state, or an empty one. */
    last: (): RoomState.RoomState => view ?? empty,
    /** The state of a room that nothing is known about. */
    empty,
    emitState: (state: RoomState.RoomState, at: Pick<RoomView, "receivedAt" | "monotonicAt">) => {
      const afterGap = view !== undefined && gap !== undefined
      view = RoomState.assign(state, { room, shard, ...at, afterGap })
      gap = undefined
      fanOut.publish({ _tag: "State", view })
    },
    emitGap: (next: RoomGap) => {
      gap = next
      fanOut.publish(next)
    },
    emitRefused: (refused: Refused) => fanOut.publish(refused),
    fail: fanOut.fail,
    /** Adds a listener, which gave this shard: a room with and without its default shard is one. */
    add: (listener: FanOut.Listener<RoomSignal>, given: ShardName | undefined): (() => void) => {
      const { fail, offer } = listener
      const remove = fanOut.add(
        given === shard
          ? listener
          : { fail, offer: (signal, bytes) => offer(withShard(signal, given), bytes) }
      )
      return () => {
        remove()
        onLeave()
      }
    }
  }
}

/** Creates a queue for the signals of a room. */
export const queue = (): FanOut.Queue<RoomSignal> =>
  FanOut.queue({ bounds: { items: most, bytes: Infinity }, add: slide })
