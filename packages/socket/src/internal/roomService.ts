/** Serves rooms: who is watched, what becomes of messages, when a room is begun anew. */
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Channels from "../Channels.ts"
import type { RoomSignal } from "../RoomFeed.ts"
import { ScreepsSocket } from "../ScreepsSocket.ts"
import type { Signal } from "../Signal.ts"
import { Ended, SocketError, UnexpectedPayload } from "../SocketError.ts"
import { now } from "./now.ts"
import * as RoomFold from "./roomFold.ts"
import * as RoomHub from "./roomHub.ts"
import * as RoomTurns from "./roomTurns.ts"

/** All settings. */
export interface Settings {
  readonly slots: number
  readonly turn: Duration.Duration
  readonly resync: Duration.Duration
}

/** A room whose messages do not fit together is begun anew at most so often. */
const mismatchPause = Duration.seconds(10)

/** What rooms of one server have taught about it. */
interface Manners {
  /** Whether a message was marked as the whole room; those of another server may not be. */
  marksWholes: boolean
}

/**
 * Reads one subscription, until its messages do not fit together. What was known of the room is doubtful after that.
 */
const follow = (
  socket: ScreepsSocket["Service"],
  hub: RoomHub.Hub,
  manners: Manners,
  isDoubtful: boolean
): Effect.Effect<void, SocketError> =>
  Effect.suspend(() => {
    let isUnknown = isDoubtful
    const begin = () => RoomFold.begin(isUnknown ? hub.empty : hub.last(), manners.marksWholes)
    let progress = begin()
    const hear = (signal: Signal<RoomFrame.RoomFrame>): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        switch (signal._tag) {
          case "Connected":
          case "Resumed":
            progress = begin()
            return true
          case "Gap":
            hub.tellGap(signal)
            return true
          case "Refused":
            progress = RoomFold.refused(progress)
            hub.tellRefused(signal)
            return true
          case "DecodeFailure":
            return true
          case "Payload": {
            manners.marksWholes ||= RoomFrame.isFull(signal.payload)
            const folded = RoomFold.fold(progress, signal.payload)
            if (folded._tag === "Broken") return false
            progress = folded.progress
            if (folded._tag === "State") {
              isUnknown = false
              hub.tellState(progress.state, yield* now)
            }
            return true
          }
        }
      })
    return Stream.runForEachWhile(socket.signals(Channels.room(hub.room, hub.shard)), hear)
  })

/** Watches a room: subscription after subscription, until it fails. */
const watch = (
  socket: ScreepsSocket["Service"],
  hub: RoomHub.Hub,
  manners: Manners,
  resync: Duration.Duration
): Effect.Effect<never, SocketError> =>
  Effect.gen(function* () {
    let brokenAt = -Infinity
    let isDoubtful: boolean = false
    for (;;) {
      const subscription: Effect.Effect<"mismatch", SocketError> = Effect.as(
        follow(socket, hub, manners, isDoubtful),
        "mismatch"
      )
      const end = Duration.isFinite(resync)
        ? yield* Effect.raceFirst(subscription, Effect.as(Effect.sleep(resync), "resync" as const))
        : yield* subscription
      isDoubtful = end === "mismatch"
      if (!isDoubtful) continue
      const since = yield* now
      hub.tellGap({ _tag: "Gap", reason: "mismatch", since })
      yield* Effect.sleep(Math.max(0, brokenAt + Duration.toMillis(mismatchPause) - since))
      brokenAt = yield* now
    }
  })

/**
 * Serves rooms for as long as the scope is open.
 *
 * **Details**
 *
 * One fiber joins and leaves rooms, so that one is left before the next is joined.
 */
export const serve = (
  settings: Settings
): Effect.Effect<
  (room: RoomName, shard?: ShardName) => Stream.Stream<RoomSignal, SocketError>,
  never,
  ScreepsSocket | Scope.Scope
> =>
  Effect.gen(function* () {
    const socket = yield* ScreepsSocket
    const scope = yield* Effect.scope
    const manners: Manners = { marksWholes: false }
    const turns = RoomTurns.make(settings.slots, Duration.toMillis(settings.turn))
    const hubs = new Map<string, RoomHub.Hub>()
    const watchers = new Map<string, Fiber.Fiber<void>>()
    const bell = yield* Queue.sliding<void>(1)
    const ring = () => void Queue.offerUnsafe(bell, undefined)

    /** The room cannot be had: everybody who listens to it fails, who comes later tries anew. */
    const lose = (key: string, hub: RoomHub.Hub, error: SocketError) =>
      Effect.sync(() => {
        hubs.delete(key)
        watchers.delete(key)
        turns.forget(key)
        hub.fail(error)
        ring()
      })

    const join = Effect.fnUntraced(function* (key: string) {
      const hub = hubs.get(key)
      if (hub === undefined) return
      const watching = watch(socket, hub, manners, settings.resync).pipe(
        Effect.catch((error) => lose(key, hub, error)),
        Effect.catchDefect((defect) =>
          Effect.andThen(
            Effect.logError(`${key}: what was told cannot be put together`, defect),
            lose(
              key,
              hub,
              new SocketError({
                reason: new UnexpectedPayload({ channel: key, detail: "it cannot be put together" })
              })
            )
          )
        )
      )
      watchers.set(key, yield* Effect.forkIn(watching, scope))
    })

    const leave = Effect.fnUntraced(function* (key: string) {
      const watcher = watchers.get(key)
      watchers.delete(key)
      if (watcher !== undefined) yield* Fiber.interrupt(watcher)
    })

    /** Rooms to which nobody listens any more. */
    const tidy = Effect.gen(function* () {
      for (const [key, hub] of hubs) {
        if (hub.isWanted()) continue
        // First of all: who comes while it is left begins anew.
        hubs.delete(key)
        turns.forget(key)
        yield* leave(key)
      }
    })

    const steer = Effect.gen(function* () {
      for (;;) {
        yield* tidy
        const at = yield* now
        const step = turns.step(at)
        for (const key of step.leave) {
          yield* leave(key)
          hubs.get(key)?.tellGap({ _tag: "Gap", reason: "turn", since: at })
        }
        for (const key of step.join) yield* join(key)
        const rung = Queue.take(bell)
        yield* step.wait === undefined ? rung : Effect.timeoutOption(rung, step.wait)
      }
    })

    const ended = new SocketError({ reason: new Ended() })
    let isClosed = false
    yield* Scope.addFinalizer(
      scope,
      Effect.sync(() => {
        isClosed = true
        for (const hub of hubs.values()) hub.fail(ended)
      })
    )
    yield* Effect.forkIn(steer, scope)

    return (room, shard) =>
      Stream.unwrap(
        // With and without its default shard a room is the same.
        Effect.flatMap(socket.name(Channels.room(room, shard)), (key) =>
          RoomHub.listen(shard, () => {
            const hub = hubs.get(key) ?? RoomHub.make(room, shard, ring)
            hubs.set(key, hub)
            if (isClosed) hub.fail(ended)
            turns.want(key)
            ring()
            return hub
          })
        )
      )
  })
