/**
 * The account's rooms, live: which ones it owns, and the objects in each, with their age.
 *
 * **Details**
 *
 * The list of the rooms is requested every minute (`resync`); `RoomFeed` watches each of them. With more rooms than a server
 * sends at once (two on the game's servers), they are watched in turns. A lost connection changes nothing: rooms keep their
 * last state until the next complete one, and `staleSince` says since when it may be stale. A room is lost only when it is
 * missing in a list of the server, and an object is gone only when it is missing in a complete state.
 *
 * ```ts
 * import { MyRooms } from "@screeps-effect/world"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const alarm = MyRooms.changes().pipe(
 *   Stream.runForEach((change) => {
 *     switch (change._tag) {
 *       case "RoomAdded":
 *         return Effect.log(`${change.room.room} is ours`)
 *       case "RoomLost":
 *         return Effect.logError(`${change.room.room} is lost`)
 *       case "RoomChanged":
 *         return Effect.logDebug(`${change.after.room}: ${change.gone.size} objects are gone`)
 *     }
 *   })
 * )
 * ```
 */
import * as Retry from "@screeps-effect/api/Retry"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import * as Millis from "@screeps-effect/schema/Millis"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import { RoomFeed, type RoomSignal, type RoomView } from "@screeps-effect/socket/RoomFeed"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"

/** A room of the account. */
export interface MyRoom {
  readonly room: RoomName.RoomName
  /** The shard, on official servers. */
  readonly shard: ShardName | undefined
  /** The last complete state; `undefined` until the first one. `RoomFeed.age` returns its age. */
  readonly view: RoomView | undefined
  /**
   * Since when changes of the room are not seen, in milliseconds since 1970: other rooms are watched now, or the connection
   * is lost. `undefined` while `view` is the room's latest state.
   */
  readonly staleSince: Millis.Millis | undefined
}

/** The rooms of the account. */
export interface Snapshot {
  /** The rooms by name, on official servers by shard and name: see `keyOf`. */
  readonly rooms: ReadonlyMap<string, MyRoom>
  /** When the server last listed the rooms, in milliseconds since 1970. */
  readonly listedAt: Millis.Millis
}

/** Returns the key of a room in a snapshot: `W7N3`, or `shard3/W7N3`. */
export const keyOf = ({
  room,
  shard
}: {
  readonly room: RoomName.RoomName
  readonly shard: ShardName | undefined
}): string => (shard === undefined ? room : `${shard}/${room}`)

/** Options for following the account's rooms. */
export interface Options {
  /** How often the list of rooms is requested: every minute by default. */
  readonly resync?: Duration.Input | undefined
  /** Follows only the rooms of this shard; by default those of all shards. */
  readonly shard?: ShardName | undefined
}

/** A room that the account has now. */
export interface RoomAdded {
  readonly _tag: "RoomAdded"
  readonly room: MyRoom
}

/** The differences between two states of a room: see `RoomState.changes`. */
export interface RoomChanged extends RoomState.RoomChanges {
  readonly _tag: "RoomChanged"
  readonly before: MyRoom
  readonly after: MyRoom
}

/** A room that the account had, with its last state. */
export interface RoomLost {
  readonly _tag: "RoomLost"
  readonly room: MyRoom
}

/** A difference between two snapshots. */
export type Change = RoomAdded | RoomChanged | RoomLost

/** A list of the account's rooms. */
interface Listed {
  /** When the request began, in `Millis.monotonic`. */
  readonly requestedAt: number
  readonly receivedAt: Millis.Millis
  readonly rooms: ReadonlyArray<{ readonly room: RoomName.RoomName; readonly shard: ShardName | undefined }>
}

/** Whether a state shows that the user owns the room. */
const isOwn = (view: RoomView, user: UserId): boolean => {
  for (const object of view.objects.values())
    if (object.type === "controller" && object.user === user) return true
  return false
}

/**
 * Returns the rooms after a list. A room that the list lacks is kept if a later state shows that it is still owned: the list
 * is then older than the state.
 */
const afterList = (before: Snapshot | undefined, listed: Listed, user: UserId): Snapshot => {
  const rooms = new Map<string, MyRoom>()
  for (const { room, shard } of listed.rooms) {
    const key = keyOf({ room, shard })
    rooms.set(key, before?.rooms.get(key) ?? { room, shard, view: undefined, staleSince: undefined })
  }
  for (const [key, known] of before?.rooms ?? []) {
    const { view } = known
    if (view !== undefined && view.monotonicAt > listed.requestedAt && isOwn(view, user))
      rooms.set(key, known)
  }
  return { rooms, listedAt: listed.receivedAt }
}

/** Returns the rooms after a signal of one of them. */
const afterSignal = (before: Snapshot, key: string, signal: RoomSignal): Snapshot => {
  const known = before.rooms.get(key)
  if (known === undefined || signal._tag === "Refused") return before
  const next =
    signal._tag === "State"
      ? { ...known, view: signal.view, staleSince: undefined }
      : { ...known, staleSince: known.staleSince ?? signal.since }
  return { ...before, rooms: new Map(before.rooms).set(key, next) }
}

/** The most rooms that are watched: a server may list any number. */
const maxWatched = 200

/** The rooms of a user as the server lists them now; private servers have no shards. */
const listed = Effect.fnUntraced(function* (user: User.WhoAmI, only: ShardName | undefined) {
  const requestedAt = yield* Millis.monotonic
  const shards = User.roomsByShard(yield* User.rooms({ id: user._id }))
  const rooms = shards
    .filter(({ shard }) => shard === undefined || only === undefined || shard === only)
    .flatMap(({ rooms, shard }) => rooms.filter(RoomName.is).map((room) => ({ room, shard })))
  return { requestedAt, receivedAt: yield* Millis.now, rooms }
})

/**
 * Emits the account's rooms, first when the server has listed them, then whenever something changes.
 *
 * **Details**
 *
 * A slow consumer skips snapshots and never blocks others: each one is complete.
 *
 * At most 200 rooms are watched; further ones have no state (`view`), and a warning is logged.
 *
 * A list that cannot be requested for a reason that may pass (`Retry.isTransient`) is requested again after `resync`; rooms
 * are kept meanwhile.
 *
 * **Errors** those of `User.whoAmI` and `User.rooms`; those of `RoomFeed.signals`.
 *
 * **Source** `GET /api/user/rooms`, and the channel `room:<room>`.
 */
export const snapshots = (
  options: Options = {}
): Stream.Stream<Snapshot, ScreepsError | SocketError, ScreepsClient | RoomFeed> =>
  Stream.callback<Snapshot, ScreepsError | SocketError, ScreepsClient | RoomFeed>(
    (queue) =>
      Effect.gen(function* () {
        const resync = Duration.fromInputUnsafe(options.resync ?? "1 minute")
        const user = yield* User.whoAmI()
        const feed = yield* RoomFeed
        const watchers = yield* FiberMap.make<string>()
        let last: Snapshot | undefined
        let isOver = false

        const emit = (next: Snapshot | undefined) => {
          if (next === undefined || next === last) return
          last = next
          Queue.offerUnsafe(queue, next)
        }

        const watch = ({ room, shard }: MyRoom, key: string) =>
          Stream.runForEach(feed.signals(room, shard), (signal) =>
            Effect.sync(() => emit(last === undefined ? undefined : afterSignal(last, key, signal)))
          ).pipe(Effect.catchCause((cause) => Queue.failCause(queue, cause)))

        for (;;) {
          const next = yield* Effect.catchIf(listed(user, options.shard), Retry.isTransient, (error) =>
            Effect.as(Effect.logDebug("The rooms could not be listed", error), undefined)
          )
          if (next !== undefined) emit(afterList(last, next, user._id))
          const rooms: Snapshot["rooms"] = last?.rooms ?? new Map()
          for (const [key] of watchers) if (!rooms.has(key)) yield* FiberMap.remove(watchers, key)
          for (const [key, room] of rooms) {
            if ((yield* FiberMap.size(watchers)) >= maxWatched) break
            yield* FiberMap.run(watchers, key, watch(room, key), { onlyIfMissing: true })
          }
          if (rooms.size > maxWatched && !isOver)
            yield* Effect.logWarning(`${rooms.size} rooms are listed, of which ${maxWatched} are watched`)
          isOver = rooms.size > maxWatched
          yield* Effect.sleep(resync)
        }
      }),
    { bufferSize: 1, strategy: "sliding" }
  )

/** Returns the differences between two snapshots; at first, all rooms are added. */
const differences = (before: Snapshot | undefined, after: Snapshot): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  for (const [key, room] of before?.rooms ?? [])
    if (!after.rooms.has(key)) changes.push({ _tag: "RoomLost", room })
  for (const [key, room] of after.rooms) {
    const old = before?.rooms.get(key)
    if (old === undefined) changes.push({ _tag: "RoomAdded", room })
    else if (room.view !== undefined && room.view !== old.view) {
      const { appeared, changed, gone } = RoomState.changes(old.view ?? RoomState.empty, room.view)
      if (appeared.size + changed.size + gone.size > 0) {
        changes.push({ _tag: "RoomChanged", before: old, after: room, appeared, changed, gone })
      }
    }
  }
  return changes
}

/**
 * Emits what changes: rooms that the account gets and loses, and the objects in its rooms.
 *
 * **Details**
 *
 * At first, all rooms are added, and then all their objects appear. After a gap, the change is the sum of what happened
 * during the gap; changes that a slow consumer skips are part of the next one.
 *
 * **Errors** those of `snapshots`.
 *
 * **Source** `GET /api/user/rooms`, and the channel `room:<room>`.
 */
export const changes = (
  options: Options = {}
): Stream.Stream<Change, ScreepsError | SocketError, ScreepsClient | RoomFeed> =>
  Stream.mapAccum(
    snapshots(options),
    (): Snapshot | undefined => undefined,
    (before, after) => [after, differences(before, after)] as const
  )
