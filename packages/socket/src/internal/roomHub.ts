/** What is known of one room, and everybody who listens to it. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { RoomGap, RoomSignal, RoomView } from "../RoomFeed.ts"
import type { Refused } from "../Signal.ts"
import type { SocketError } from "../SocketError.ts"

/** A view and how many gaps there were before it: a listener that was too slow for a gap still learns of it. */
interface Told {
  readonly signal: RoomSignal
  readonly gaps: number
}

type Listener = Queue.Queue<Told, SocketError>

/** One room: what is known of it, and its listeners. */
export interface Hub {
  readonly room: RoomName
  readonly shard: ShardName | undefined
  readonly isWanted: () => boolean
  /** What to go on with in a new subscription. */
  readonly last: () => RoomState.RoomState
  /** The same, when nothing is known. */
  readonly empty: RoomState.RoomState
  readonly tellState: (state: RoomState.RoomState, receivedAt: Millis) => void
  readonly tellGap: (gap: RoomGap) => void
  readonly tellRefused: (refused: Refused) => void
  readonly fail: (error: SocketError) => void
  readonly add: (queue: Listener) => void
  readonly remove: (queue: Listener) => void
}

/** So many signals may wait for a listener; states are whole, so that a newer one makes up for those before. */
const capacity = 16

/** Marks the first view after a gap, by what this listener has heard, and names the shard as this listener did. */
const marked = (
  stream: Stream.Stream<Told, SocketError>,
  shard: ShardName | undefined
): Stream.Stream<RoomSignal, SocketError> =>
  Stream.suspend(() => {
    let heard: number | undefined
    return Stream.map(stream, ({ gaps, signal }) => {
      if (signal._tag !== "State") return signal
      const afterGap = heard !== undefined && heard !== gaps
      heard = gaps
      const { view } = signal
      const isSame = view.afterGap === afterGap && view.shard === shard
      return isSame ? signal : { ...signal, view: { ...view, shard, afterGap: afterGap } }
    })
  })

/**
 * A listener of the hub that `enter` finds or makes, told first what is known; the place is taken in one step.
 */
export const listen = (
  shard: ShardName | undefined,
  enter: () => Hub
): Effect.Effect<Stream.Stream<RoomSignal, SocketError>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.map(Queue.sliding<Told, SocketError>(capacity), (queue) => {
        const hub = enter()
        hub.add(queue)
        return { hub, queue }
      }),
      ({ hub, queue }) => Effect.sync(() => hub.remove(queue))
    ),
    ({ queue }) => marked(Stream.fromQueue(queue), shard)
  )

/** Makes the hub of a room; `left` is called whenever a listener has gone. */
export const make = (room: RoomName, shard: ShardName | undefined, left: () => void): Hub => {
  const listeners = new Set<Listener>()
  const empty = { ...RoomState.empty, room }
  let view: RoomView | undefined
  let gap: RoomGap | undefined
  let failure: SocketError | undefined
  let gaps = 0
  let gapsOfView = 0

  const tell = (signal: RoomSignal) => {
    for (const queue of listeners) Queue.offerUnsafe(queue, { signal, gaps })
  }

  return {
    room,
    shard,
    isWanted: () => listeners.size > 0,
    last: () => view ?? empty,
    empty,
    tellState: (state, receivedAt) => {
      view = {
        ...state,
        room,
        shard,
        receivedAt: receivedAt,
        afterGap: view !== undefined && gaps !== gapsOfView
      }
      gap = undefined
      gapsOfView = gaps
      tell({ _tag: "State", view })
    },
    tellGap: (next) => {
      gap = next
      gaps++
      tell(next)
    },
    tellRefused: tell,
    fail: (error) => {
      failure = error
      for (const queue of listeners) Queue.failCauseUnsafe(queue, Cause.fail(error))
    },
    add: (queue) => {
      if (view !== undefined) Queue.offerUnsafe(queue, { signal: { _tag: "State", view }, gaps: gapsOfView })
      if (gap !== undefined) Queue.offerUnsafe(queue, { signal: gap, gaps })
      if (failure === undefined) listeners.add(queue)
      else Queue.failCauseUnsafe(queue, Cause.fail(failure))
    },
    remove: (queue) => {
      listeners.delete(queue)
      left()
    }
  }
}
