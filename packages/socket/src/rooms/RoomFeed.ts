/**
 * Complete states of rooms: the messages of a room's channel are decoded and folded once for all listeners.
 *
 * **Details**
 *
 * A room is subscribed to once, however many listeners it has; a late listener gets the last known state first. After a
 * gap, and when a message does not fit the ones before, the feed starts again with the whole room.
 *
 * A server sends two rooms per account at once. With more rooms, two are watched and the others wait, in turns; each
 * state says when it was received.
 *
 * **Gotchas**
 *
 * The limit counts all connections of an account, the game's own client included, and subscriptions made outside of
 * this feed: above it, the server refuses rooms in turn (`Refused`).
 *
 * **Source** recorded from a server 4.3.0.
 */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { ScreepsSocket } from "../ScreepsSocket.ts"
import type { SocketError } from "../SocketError.ts"
import { serve } from "./roomService.ts"
import type { RoomSignal, RoomView } from "./room.ts"

export type { RoomGap, RoomSignal, RoomUpdate, RoomView } from "./room.ts"

/** The difference between two states of a room that a listener received. */
export interface RoomChange extends RoomState.RoomChanges {
  /** The state before; `undefined` at first, when all objects count as appeared. */
  readonly before: RoomView | undefined
  readonly after: RoomView
}

/** How many rooms are watched at once, and for how long. */
export interface Options {
  /** How many rooms are watched at once: 2 by default. `Infinity` for servers without a limit, such as xxscreeps. */
  readonly slots?: number | undefined
  /** How long a room is watched while others wait: 10 seconds by default. */
  readonly turn?: Duration.Input | undefined
  /**
   * After how long a watched room is subscribed to again: 5 minutes by default, `Duration.infinity` for never. Patches
   * cannot express some changes (see `RoomPatch`), so a folded state may keep values that the server removed.
   */
  readonly resync?: Duration.Input | undefined
}

/** The service that provides complete states of rooms. */
export class RoomFeed extends Context.Service<
  RoomFeed,
  {
    /** Emits the states of a room, and what happens between them. */
    readonly signals: (room: RoomName, shard?: ShardName) => Stream.Stream<RoomSignal, SocketError>
    /** Calls a function with each signal of a room, until it returns `false`. */
    readonly runForEachWhile: (
      room: RoomName,
      f: (signal: RoomSignal) => boolean,
      shard?: ShardName
    ) => Effect.Effect<void, SocketError>
  }
>()("@screeps-effect/socket/RoomFeed") {}

/**
 * Provides a feed; by default it watches two rooms at once, in turns of 10 seconds, and subscribes to each room again
 * every 5 minutes.
 *
 * **Gotchas**
 *
 * Call it once and keep the result: each call returns a separate feed.
 */
export const layer = (options: Options = {}): Layer.Layer<RoomFeed, never, ScreepsSocket> =>
  Layer.effect(
    RoomFeed,
    serve({
      slots: Math.max(1, options.slots ?? 2),
      turn: Duration.fromInputUnsafe(options.turn ?? "10 seconds"),
      resync: Duration.fromInputUnsafe(options.resync ?? "5 minutes")
    })
  )

/**
 * Emits the states of a room and what happens between them: gaps, and ticks in which the server refused the room.
 *
 * **Details**
 *
 * Slow listeners skip older signals (16 may wait) and never block others; the next state says if a gap was skipped
 * (`afterGap`).
 *
 * **Errors** those of `ScreepsSocket.signals`. A refused room and a lost connection are not errors.
 */
export const signals = (
  room: RoomName,
  shard?: ShardName
): Stream.Stream<RoomSignal, SocketError, RoomFeed> =>
  Stream.unwrap(Effect.map(RoomFeed, (feed) => feed.signals(room, shard)))

/**
 * Calls a function with each signal of a room, until it returns `false`; then the effect succeeds.
 *
 * **Details**
 *
 * For programs with many listeners, or that must see every message. The function runs while the message is read, without a
 * queue: no signal is left out, and all listeners of the connection wait for it. It must be short, such as a copy into a
 * structure of your own; use `signals` for everything that waits or takes long. An exception ends the effect as a defect. The
 * listener is removed when the effect ends or is interrupted.
 *
 * **Errors** those of `ScreepsSocket.signals`. A refused room and a lost connection are not errors: they are signals.
 */
export const runForEachWhile = (
  room: RoomName,
  f: (signal: RoomSignal) => boolean,
  shard?: ShardName
): Effect.Effect<void, SocketError, RoomFeed> =>
  Effect.flatMap(RoomFeed, (feed) => feed.runForEachWhile(room, f, shard))

/**
 * Emits the states of a room, one for each message of the server, the last known one first.
 *
 * **Details**
 *
 * Unchanged parts are the same values (`===`) in consecutive states (see `RoomState`). The first state of a
 * subscription has no `tick`. The first one after a gap has `afterGap` set.
 *
 * **Gotchas**
 *
 * The server sends nothing about a room that does not exist: the stream emits nothing. The state of a room that waits
 * for its turn gets old: `age` returns its age, and `signals` emits a gap when a room starts to wait. Over a slow
 * connection all states are late: `RoomLag` (`@screeps-effect/socket/workflows`) measures by how many ticks.
 *
 * **Errors** those of `ScreepsSocket.signals`.
 */
export const states = (room: RoomName, shard?: ShardName): Stream.Stream<RoomView, SocketError, RoomFeed> =>
  Stream.filterMap(signals(room, shard), (signal) =>
    signal._tag === "State" ? Result.succeed(signal.view) : Result.failVoid
  )

/**
 * Emits the changes of a room: which objects appeared, which changed and in which fields, and which are gone.
 *
 * **Details**
 *
 * Compares each state with the one that this listener received before; at first, all objects count as appeared. States
 * without a difference are left out. After a gap (`after.afterGap`), the change is the sum of what happened during the
 * gap.
 *
 * **Errors** those of `ScreepsSocket.signals`.
 */
export const changes = (
  room: RoomName,
  shard?: ShardName
): Stream.Stream<RoomChange, SocketError, RoomFeed> =>
  Stream.mapAccum(
    states(room, shard),
    (): RoomView | undefined => undefined,
    (before, after) => {
      const { appeared, changed, gone } = RoomState.changes(before ?? RoomState.empty, after)
      const isSame = before !== undefined && appeared.size + changed.size + gone.size === 0
      return [after, isSame ? [] : [{ before, after, appeared, changed, gone }]] as const
    }
  )

/** Returns how long ago a state was received; for how late it was sent, see `RoomLag`. */
export const age = (view: RoomView): Effect.Effect<Duration.Duration> =>
  Effect.map(Millis.monotonic, (now) => Duration.millis(now - view.monotonicAt))
