/** The account's rooms after the next list of them, or the next signal of one; pure. */
import type { Millis } from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { RoomSignal, RoomView } from "@screeps-effect/socket/RoomFeed"

/** A room of the account. */
export interface MyRoom {
  readonly room: RoomName
  /** The shard, on official servers. */
  readonly shard: ShardName | undefined
  /** The last complete state; `undefined` until the first one. `RoomFeed.age` returns its age. */
  readonly view: RoomView | undefined
  /**
   * Since when changes of the room are not seen, in milliseconds since 1970: other rooms are watched now, or the connection
   * is lost. `undefined` while `view` is the room's latest state.
   */
  readonly staleSince: Millis | undefined
}

/** The rooms of the account. */
export interface Snapshot {
  /** The rooms by name, on official servers by shard and name: see `keyOf`. */
  readonly rooms: ReadonlyMap<string, MyRoom>
  /** When the server last listed the rooms, in milliseconds since 1970. */
  readonly listedAt: Millis
}

/** Returns the key of a room in a snapshot: `W7N3`, or `shard3/W7N3`. */
export const keyOf = ({
  room,
  shard
}: {
  readonly room: RoomName
  readonly shard: ShardName | undefined
}): string => (shard === undefined ? room : `${shard}/${room}`)

/** A list of the account's rooms. */
export interface Listed {
  /** When the request began, in `Millis.monotonic`. */
  readonly requestedAt: number
  readonly receivedAt: Millis
  readonly rooms: ReadonlyArray<{ readonly room: RoomName; readonly shard: ShardName | undefined }>
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
export const list = (before: Snapshot | undefined, listed: Listed, user: UserId): Snapshot => {
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
export const signal = (before: Snapshot, key: string, signal: RoomSignal): Snapshot => {
  const known = before.rooms.get(key)
  if (known === undefined || signal._tag === "Refused") return before
  const next =
    signal._tag === "State"
      ? { ...known, view: signal.view, staleSince: undefined }
      : { ...known, staleSince: known.staleSince ?? signal.since }
  return { ...before, rooms: new Map(before.rooms).set(key, next) }
}
