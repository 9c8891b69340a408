/**
 * Rooms as they are: the messages of a room's channel folded to whole states, shared by everybody who listens, and told
 * with their gaps and their age.
 *
 * **Details**
 *
 * However many listeners a room has, it is subscribed to once and folded once; who comes late is told first what is
 * known. After a gap, and when a message does not fit to those before, the room is begun anew from the whole.
 *
 * A server sends two rooms per account at once. Of more rooms two are watched and the others wait, in turns; each state
 * tells when it was heard.
 *
 * **Gotchas**
 *
 * The limit counts all connections of an account, the game's own client included, and subscriptions that are made
 * beside this feed: the server then refuses now one room, now another (`Refused`).
 *
 * **Source** recorded from a server 4.3.0.
 */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { serve } from "./internal/roomService.ts"
import type { ScreepsSocket } from "./ScreepsSocket.ts"
import type * as Signal from "./Signal.ts"
import type { SocketError } from "./SocketError.ts"

/** A room as it was when it was heard of last. */
export interface RoomView extends RoomState.RoomState {
  readonly room: RoomName
  /** The shard that was asked for; `undefined` for the server's default one. */
  readonly shard: ShardName | undefined
  /** When the message came that completed this state, by the clock of the program: see `age`. */
  readonly receivedAt: Millis
  /**
   * Whether something may have happened between the state that this listener heard before and this one that is in
   * neither of them.
   */
  readonly afterGap: boolean
}

/** A state of the room. */
export interface RoomUpdate {
  readonly _tag: "State"
  readonly view: RoomView
}

/**
 * From here on the room may change unseen, until the next state.
 *
 * **Details**
 *
 * - `turn`: it is other rooms' turn; this one comes again.
 * - `mismatch`: a message changed what was never told; the room is begun anew.
 * - any other: see `Signal.Cause`.
 */
export interface RoomGap {
  readonly _tag: "Gap"
  readonly reason: Signal.GapReason | "turn" | "mismatch"
  /** When it began, by the clock of the program. */
  readonly since: Millis
}

/**
 * A state of the room, or what happened between two: a gap, or a tick in which the server refused to tell.
 */
export type RoomSignal = RoomUpdate | RoomGap | Signal.Refused

/** What changed in a room between two states that a listener heard. */
export interface RoomChange extends RoomState.RoomChanges {
  /** The state before; `undefined` at first, when everything has just appeared. */
  readonly before: RoomView | undefined
  readonly after: RoomView
}

/** How rooms share what a server sends. */
export interface Options {
  /** How many rooms are watched at once: 2 by default. `Infinity` where a server knows no limit, as xxscreeps. */
  readonly slots?: number | undefined
  /** How long a room is watched while others wait: 10 seconds by default. */
  readonly turn?: Duration.Input | undefined
  /**
   * After how long a watched room is begun anew: 5 minutes by default, `Duration.infinity` for never. Some changes
   * cannot be told (see `RoomPatch`), so that a folded state may keep what is gone. A room that the program subscribes to
   * beside this feed, too, is not begun anew by the server.
   */
  readonly resync?: Duration.Input | undefined
}

/** Rooms as they are. */
export class RoomFeed extends Context.Service<
  RoomFeed,
  {
    /** The states of a room, and what happens between them. */
    readonly signals: (room: RoomName, shard?: ShardName) => Stream.Stream<RoomSignal, SocketError>
  }
>()("@screeps-effect/socket/RoomFeed") {}

/** Makes the feed. */
export const make = (
  options: Options = {}
): Effect.Effect<RoomFeed["Service"], never, ScreepsSocket | Scope.Scope> =>
  Effect.map(
    serve({
      slots: Math.max(1, options.slots ?? 2),
      turn: Duration.fromInputUnsafe(options.turn ?? "10 seconds"),
      resync: Duration.fromInputUnsafe(options.resync ?? "5 minutes")
    }),
    (signals) => RoomFeed.of({ signals })
  )

/** Provides the feed with settings of one's own. */
export const layerWith = (options: Options): Layer.Layer<RoomFeed, never, ScreepsSocket> =>
  Layer.effect(RoomFeed, make(options))

/**
 * Provides the feed: two rooms at once, turns of 10 seconds, begun anew every 5 minutes.
 *
 * **Gotchas**
 *
 * Effect builds it once: a program of one server that provides another one inside goes on with the first feed. Provide
 * the other server's layers with `{ local: true }`, or as `Layer.fresh(layer)`: see `ScreepsClient.layer`.
 */
export const layer: Layer.Layer<RoomFeed, never, ScreepsSocket> = layerWith({})

/**
 * The states of a room and what happens between them: gaps, and ticks in which the server refused to tell.
 *
 * **Details**
 *
 * Who is slower than the server misses what a newer state makes up for; nobody is held up.
 *
 * **Errors** those of `ScreepsSocket.signals`. A refused or lost room is none.
 */
export const signals = (
  room: RoomName,
  shard?: ShardName
): Stream.Stream<RoomSignal, SocketError, RoomFeed> =>
  Stream.unwrap(Effect.map(RoomFeed, (feed) => feed.signals(room, shard)))

/**
 * The states of a room, one for each message of the server, the last known one first.
 *
 * **Details**
 *
 * What did not change is the very same value in both states (see `RoomState`). The first state of a subscription has no
 * `tick`. The first one after a gap says so (`afterGap`).
 *
 * **Gotchas**
 *
 * A room that does not exist is never told about: the stream stays silent. The state of a room that waits for its turn
 * ages: see `age`, and `signals` to be told.
 *
 * **Errors** those of `ScreepsSocket.signals`.
 */
export const states = (room: RoomName, shard?: ShardName): Stream.Stream<RoomView, SocketError, RoomFeed> =>
  Stream.filterMap(signals(room, shard), (signal) =>
    signal._tag === "State" ? Result.succeed(signal.view) : Result.failVoid
  )

/**
 * What changes in a room: what appeared, what changed and in which fields, what is gone.
 *
 * **Details**
 *
 * Compares each state with the one that this listener heard before; at first everything has just appeared. States
 * without a difference are left out. After a gap (`after.afterGap`) it is the sum of what happened meanwhile.
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

/** How long ago a state was heard. */
export const age = (view: RoomView): Effect.Effect<Duration.Duration> =>
  Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, now - view.receivedAt)))
