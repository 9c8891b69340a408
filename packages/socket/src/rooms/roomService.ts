/** Subscribes to rooms while they have listeners, in turns, and subscribes again when messages do not fit together. */
import * as Drift from "@screeps-effect/api/Drift"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Millis from "@screeps-effect/schema/Millis"
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
import { clocks } from "../clock.ts"
import { ScreepsSocket } from "../ScreepsSocket.ts"
import { Ended, SocketError, UnexpectedPayload } from "../SocketError.ts"
import * as FanOut from "../subscriptions/fanOut.ts"
import * as Fold from "./fold.ts"
import * as Room from "./room.ts"
import * as Turns from "./turns.ts"

/** Options with their defaults. */
export interface Settings {
  readonly slots: number
  readonly turn: Duration.Duration
  readonly resync: Duration.Duration
}

/** The least time between two new subscriptions to a room whose messages do not fit together. */
const mismatchPause = Duration.seconds(10)

/** What the messages received so far show about the server. */
interface ServerTraits {
  /** Whether a message was marked as the whole room; those of another server may not be. */
  marksWhole: boolean
}

/** Runs a fold, and reports what the room objects lack that it decodes. */
type Reporting = <A>(fold: () => A) => A

/** Reports each kind and field once: an incomplete object is decoded again whenever it changes. */
const reporting: Effect.Effect<Reporting> = Effect.map(Effect.context(), (context) => {
  const seen = new Set<string>()
  return (fold) => {
    const drift: Array<Decoder.Drift> = []
    const folded = Decoder.reporting((one) => {
      const line = Decoder.formatDrift([one])
      if (seen.has(line)) return
      seen.add(line)
      drift.push(one)
    }, fold)
    if (drift.length > 0) Effect.runForkWith(context)(Drift.report("Room", drift))
    return folded
  }
})

/** Folds one subscription until its messages do not fit together; after that, the last known state may be wrong. */
const follow = (
  socket: ScreepsSocket["Service"],
  room: Room.Room,
  traits: ServerTraits,
  report: Reporting,
  isDoubtful: boolean
): Effect.Effect<void, SocketError> =>
  Effect.flatMap(clocks, ({ clock, now }) => {
    let isUnknown = isDoubtful
    const begin = () => Fold.begin(isUnknown ? room.empty : room.last(), traits.marksWhole)
    let progress = begin()
    return socket.runForEachWhile(Channels.room(room.room, room.shard), (signal) => {
      switch (signal._tag) {
        case "Connected":
        case "Resumed":
          progress = begin()
          return true
        case "Gap":
          room.emitGap(signal)
          return true
        case "Refused":
          progress = Fold.refused(progress)
          room.emitRefused(signal)
          return true
        case "DecodeFailure":
          return true
        case "Payload": {
          traits.marksWhole ||= RoomFrame.isFull(signal.payload)
          const folded = report(() => Fold.fold(progress, signal.payload))
          if (folded._tag === "Mismatch") return false
          progress = folded.progress
          if (folded._tag === "State") {
            isUnknown = false
            room.emitState(progress.state, { receivedAt: now(), monotonicAt: clock() })
          }
          return true
        }
      }
    })
  })

/** Watches a room with one subscription after another, until it fails. */
const watch = Effect.fnUntraced(function* (
  socket: ScreepsSocket["Service"],
  room: Room.Room,
  traits: ServerTraits,
  report: Reporting,
  resync: Duration.Duration
): Effect.fn.Return<never, SocketError> {
  let mismatchAt = -Infinity
  let isDoubtful: boolean = false
  for (;;) {
    const subscription: Effect.Effect<boolean, SocketError> = Effect.as(
      follow(socket, room, traits, report, isDoubtful),
      true
    )
    isDoubtful = Duration.isFinite(resync)
      ? yield* Effect.raceFirst(subscription, Effect.as(Effect.sleep(resync), false))
      : yield* subscription
    if (!isDoubtful) continue
    room.emitGap({ _tag: "Gap", reason: "mismatch", since: yield* Millis.now })
    const rest = mismatchAt + Duration.toMillis(mismatchPause) - (yield* Millis.monotonic)
    yield* Effect.sleep(Math.max(0, rest))
    mismatchAt = yield* Millis.monotonic
  }
})

/** Listens to rooms, with and without a queue. */
export interface Service {
  readonly signals: (room: RoomName, shard?: ShardName) => Stream.Stream<Room.RoomSignal, SocketError>
  readonly runForEachWhile: (
    room: RoomName,
    f: (signal: Room.RoomSignal) => boolean,
    shard?: ShardName
  ) => Effect.Effect<void, SocketError>
}

/**
 * Returns functions that listen to rooms, for as long as the scope is open.
 *
 * **Details**
 *
 * One fiber joins and leaves rooms, so that a room is left before the next one is joined.
 */
export const serve = (settings: Settings): Effect.Effect<Service, never, ScreepsSocket | Scope.Scope> =>
  Effect.gen(function* () {
    const socket = yield* ScreepsSocket
    const scope = yield* Effect.scope
    const traits: ServerTraits = { marksWhole: false }
    const report = yield* reporting
    const turns = Turns.make(settings.slots, Duration.toMillis(settings.turn))
    const rooms = new Map<string, Room.Room>()
    const watchers = new Map<string, Fiber.Fiber<void>>()
    const changed = yield* Queue.sliding<void>(1)
    const onChange = () => void Queue.offerUnsafe(changed, undefined)

    /** Fails the listeners of a room; later listeners start a new attempt. */
    const fail = (key: string, room: Room.Room, error: SocketError) =>
      Effect.sync(() => {
        rooms.delete(key)
        watchers.delete(key)
        turns.forget(key)
        room.fail(error)
        onChange()
      })

    const join = Effect.fnUntraced(function* (key: string) {
      const room = rooms.get(key)
      if (room === undefined) return
      const watching = watch(socket, room, traits, report, settings.resync).pipe(
        Effect.catch((error) => fail(key, room, error)),
        Effect.catchDefect((defect) => {
          const reason = new UnexpectedPayload({ channel: key, detail: "a message could not be folded" })
          const log = Effect.logError(`${key}: a message could not be folded`, defect)
          return Effect.andThen(log, fail(key, room, new SocketError({ reason })))
        })
      )
      watchers.set(key, yield* Effect.forkIn(watching, scope))
    })

    const leave = Effect.fnUntraced(function* (key: string) {
      const watcher = watchers.get(key)
      watchers.delete(key)
      if (watcher !== undefined) yield* Fiber.interrupt(watcher)
    })

    /** Leaves rooms without listeners. */
    const cleanup = Effect.gen(function* () {
      for (const [key, room] of rooms) {
        if (room.hasListeners()) continue
        // Removed before leaving: a listener that is added in between gets a new room.
        rooms.delete(key)
        turns.forget(key)
        yield* leave(key)
      }
    })

    const loop = Effect.gen(function* () {
      for (;;) {
        yield* cleanup
        const step = turns.step(yield* Millis.monotonic)
        for (const key of step.leave) {
          yield* leave(key)
          rooms.get(key)?.emitGap({ _tag: "Gap", reason: "turn", since: yield* Millis.now })
        }
        for (const key of step.join) yield* join(key)
        const change = Queue.take(changed)
        yield* step.wait === undefined ? change : Effect.timeoutOption(change, step.wait)
      }
    })

    let ended: SocketError | undefined
    /** Fails the present and later listeners. */
    const close = (error: SocketError) =>
      Effect.sync(() => {
        ended ??= error
        for (const room of rooms.values()) room.fail(ended)
      })
    yield* Scope.addFinalizer(scope, close(new SocketError({ reason: new Ended() })))
    const running = Effect.catchDefect(loop, (defect) =>
      Effect.andThen(
        Effect.logError("Rooms are no longer watched because of an internal error", defect),
        close(new SocketError({ reason: new Ended({ cause: defect }) }))
      )
    )
    yield* Effect.forkIn(running, scope)

    const add = (
      key: string,
      name: RoomName,
      shard: ShardName | undefined,
      listener: FanOut.Listener<Room.RoomSignal>
    ) => {
      const room = rooms.get(key) ?? Room.make(name, shard, onChange)
      rooms.set(key, room)
      if (ended !== undefined) room.fail(ended)
      turns.want(key)
      onChange()
      return room.add(listener, shard)
    }
    const keyOf = (room: RoomName, shard: ShardName | undefined) => socket.name(Channels.room(room, shard))

    return {
      signals: (room, shard) =>
        Stream.unwrap(
          Effect.flatMap(keyOf(room, shard), (key) =>
            FanOut.open(() => {
              const queue = Room.queue()
              return { queue, remove: add(key, room, shard, queue) }
            })
          )
        ),
      runForEachWhile: (room, f, shard) =>
        Effect.flatMap(keyOf(room, shard), (key) =>
          FanOut.runForEachWhile((listener) => add(key, room, shard, listener), f)
        )
    }
  })
