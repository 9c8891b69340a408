import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { Refused } from "../Signal.ts"
import type { SocketError } from "../SocketError.ts"
import * as FanOut from "../subscriptions/fanOut.ts"
import type { RoomGap, RoomSignal, RoomView } from "./RoomSignal.ts"

/** One room with its last state and its listeners. */
export interface SharedRoom {
  readonly room: RoomName
  readonly shard: ShardName | undefined
  readonly hasListeners: () => boolean
  /** The last state, or an empty one. */
  readonly last: () => RoomState.RoomState
  /** The state of a room that nothing is known about. */
  readonly empty: RoomState.RoomState
  readonly emitState: (
    state: RoomState.RoomState,
    receivedAt: Pick<RoomView, "receivedAt" | "monotonicAt">
  ) => void
  readonly emitGap: (gap: RoomGap) => void
  readonly emitRefused: (refused: Refused) => void
  readonly fail: (error: SocketError) => void
  /** Adds a listener, which gave this shard: a room with and without its default shard is shared. */
  readonly subscribe: (shard: ShardName | undefined) => FanOut.Subscription<RoomSignal>
}

/** How many signals may wait for a listener; states are complete, so a later one replaces earlier ones. */
const bounds: FanOut.Bounds = { items: 16, bytes: Infinity }

const marked = (view: RoomView, afterGap: boolean): RoomSignal => ({
  _tag: "State",
  view: view.afterGap === afterGap ? view : { ...view, afterGap }
})

/** Drops the oldest signal when the queue is full; if it is a state after a gap, marks the next state as such. */
const sliding: FanOut.Policy<RoomSignal> = (waiting, signal) => {
  waiting.push(signal)
  if (waiting.length <= bounds.items) return waiting
  const dropped = waiting.shift()
  if (dropped?._tag !== "State" || !dropped.view.afterGap) return waiting
  const next = waiting.findIndex(({ _tag }) => _tag === "State")
  const state = waiting[next]
  if (state?._tag === "State") waiting[next] = marked(state.view, true)
  return waiting
}

/** Sets the shard as a listener gave it. */
const withShard = (signal: RoomSignal, shard: ShardName | undefined): RoomSignal =>
  signal._tag === "State" ? { ...signal, view: { ...signal.view, shard } } : signal

/** Creates a room; `onLeave` is called whenever a listener was removed. */
export const make = (room: RoomName, shard: ShardName | undefined, onLeave: () => void): SharedRoom => {
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
    last: () => view ?? empty,
    empty,
    emitState: (state, at) => {
      view = { ...state, room, shard, ...at, afterGap: view !== undefined && gap !== undefined }
      gap = undefined
      fanOut.publish({ _tag: "State", view })
    },
    emitGap: (next) => {
      gap = next
      fanOut.publish(next)
    },
    emitRefused: fanOut.publish,
    fail: fanOut.fail,
    subscribe: (given) => {
      const policy: FanOut.Policy<RoomSignal> =
        given === shard
          ? sliding
          : (waiting, signal, bytes) => sliding(waiting, withShard(signal, given), bytes)
      const { queue, remove } = FanOut.subscribe(fanOut, policy, bounds)
      return {
        queue,
        remove: () => {
          remove()
          onLeave()
        }
      }
    }
  }
}
