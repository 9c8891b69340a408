/** Flags: they belong to a user and a room, and are not room objects. */
import * as Flag from "@screeps-effect/schema/Flag"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Ids } from "./ids.ts"

/** A flag and its room. */
interface PlacedFlag extends Flag.Flag {
  readonly room: string
}

/** A flag with the id that official servers return. */
interface StoredFlag extends PlacedFlag {
  readonly _id: ObjectId
}

type InRoom = Map<string, Omit<StoredFlag, "room">>

/** @internal */
export class Flags {
  readonly #ids: Ids
  /** A user's flags by room and name; a room remains after its last flag is removed, as servers keep the record. */
  readonly #flags = new Map<UserId, Map<string, InRoom>>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  #rooms(user: UserId): Map<string, InRoom> {
    const known = this.#flags.get(user)
    if (known !== undefined) return known
    const rooms = new Map<string, InRoom>()
    this.#flags.set(user, rooms)
    return rooms
  }

  of(user: UserId): ReadonlyArray<StoredFlag> {
    return [...this.#rooms(user)].flatMap(([room, flags]) =>
      [...flags.values()].map((flag) => ({ ...flag, room }))
    )
  }

  find(user: UserId, name: string): StoredFlag | undefined {
    for (const room of this.#rooms(user).keys()) {
      const flag = this.at(user, room, name)
      if (flag !== undefined) return flag
    }
    return undefined
  }

  /** Returns the flag with this name in one room. */
  at(user: UserId, room: string, name: string): StoredFlag | undefined {
    const flag = this.#rooms(user).get(room)?.get(name)
    return flag === undefined ? undefined : { ...flag, room }
  }

  /** Whether the user ever had a flag in the room. */
  isKnown(user: UserId, room: string): boolean {
    return this.#rooms(user).has(room)
  }

  /** Sets a flag; a flag with that name elsewhere is removed, and its id is kept. */
  set(user: UserId, flag: PlacedFlag): StoredFlag {
    const known = this.find(user, flag.name)
    for (const flags of this.#rooms(user).values()) flags.delete(flag.name)
    return this.#put(user, { ...flag, _id: known?._id ?? this.#ids.object() })
  }

  /** Sets a flag in its room, even if other rooms have flags with that name, as intents do. */
  add(user: UserId, flag: PlacedFlag): StoredFlag {
    return this.#put(user, { ...flag, _id: this.#ids.object() })
  }

  /**
   * Copies a user's record of a room; the returned function writes the copy back, which drops what others wrote to the
   * record meanwhile.
   */
  read(user: UserId, room: string): () => void {
    const rooms = this.#rooms(user)
    const copy = new Map(rooms.get(room))
    return () => {
      if (rooms.has(room)) rooms.set(room, copy)
    }
  }

  /** Changes a flag in place. */
  paint(user: UserId, flag: StoredFlag, colors: Pick<Flag.Flag, "color" | "secondaryColor">): StoredFlag {
    return this.#put(user, { ...flag, ...colors })
  }

  #put(user: UserId, flag: StoredFlag): StoredFlag {
    const { room, ...kept } = flag
    this.touch(user, room).set(flag.name, kept)
    return flag
  }

  /** Creates the record of a user's flags in a room, if there is none. */
  touch(user: UserId, room: string): InRoom {
    const rooms = this.#rooms(user)
    const flags = rooms.get(room) ?? new Map<string, Omit<StoredFlag, "room">>()
    rooms.set(room, flags)
    return flags
  }

  remove(user: UserId, room: string, name: string): boolean {
    return this.#rooms(user).get(room)?.delete(name) ?? false
  }

  clear(user: UserId) {
    this.#flags.delete(user)
  }

  /** Returns a user's flags in a room as sockets send them; `null` if the user never had one there. */
  text(user: UserId, room: string): string | null {
    const flags = this.#rooms(user).get(room)
    return flags === undefined ? null : Flag.format([...flags.values()])
  }
}
