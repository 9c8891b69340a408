/** The rooms of a shard: terrain, status, and object documents. */
import * as ObjectIds from "@screeps-effect/schema/ObjectId"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import { is, type RoomName, toWorld } from "@screeps-effect/schema/RoomName"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import { nature, terrain } from "./landscape.ts"
import type { Ids } from "./ids.ts"

/** The document of a room object, as servers store and send it: replaced, never mutated. */
export interface StoredObject {
  readonly _id: ObjectId
  readonly type: string
  readonly room: RoomName
  readonly x: number
  readonly y: number
  /** Further fields, as servers store them. */
  readonly [field: string]: unknown
}

/** An object to add to a room; without `_id` the world generates one. */
export interface NewObject {
  readonly _id?: string | undefined
  readonly type: string
  readonly x: number
  readonly y: number
  /** Further fields, as servers store them. */
  readonly [field: string]: unknown
}

/** Properties of a room besides its objects. Times are in milliseconds, except `lastPvpTime`, a tick. */
export interface RoomProperties {
  /** `normal` or `out of borders`. */
  readonly status: string
  /** End of the novice area. */
  readonly novice?: number | undefined
  /** End of the respawn area. */
  readonly respawnArea?: number | undefined
  /** Time at which the room opens. */
  readonly openTime?: number | undefined
  /** Last tick with a fight between players. */
  readonly lastPvpTime?: number | undefined
  /**
   * Whether the room is returned like one made by the server's command: terrain digits in either form, without a
   * type.
   */
  readonly generated?: boolean | undefined
}

/** A room with its objects. @internal */
export interface Room {
  readonly name: RoomName
  terrain: Terrain
  readonly facts: RoomProperties
  /** Fields that the map tool wrote and the server does not read. */
  mapTool: Readonly<Record<string, unknown>>
  readonly objects: Map<ObjectId, StoredObject>
}

/** Whether a square is not at the border of its room. @internal */
export const isInner = (x: number, y: number): boolean => x > 0 && y > 0 && x < size - 1 && y < size - 1

/** Returns fields without those that are `undefined`. */
const withoutHoles = ({ _id, room, type, x, y, ...fields }: StoredObject): StoredObject => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  _id,
  room,
  type,
  x,
  y
})

/** Returns the objects that match, without a list of all: rules search every room in every tick. */
const search = (
  { objects }: Room,
  matches: (object: StoredObject) => boolean,
  found: Array<StoredObject> = []
): ReadonlyArray<StoredObject> => {
  for (const object of objects.values()) if (matches(object)) found.push(object)
  return found
}

/** Returns the objects of a type in a room. @internal */
export const ofType = (room: Room, wanted: string): ReadonlyArray<StoredObject> =>
  search(room, ({ type }) => type === wanted)

/** @internal */
export class Rooms {
  readonly #seed: string
  readonly #ids: Ids
  readonly #known: Set<RoomName>
  readonly #made = new Map<RoomName, Room>()
  /** The room of each object. */
  readonly #places = new Map<ObjectId, Room>()

  constructor(seed: string, ids: Ids, known: ReadonlyArray<RoomName>) {
    this.#seed = seed
    this.#ids = ids
    this.#known = new Set(known)
  }

  /** Names of all rooms, generated or not. */
  get names(): ReadonlySet<RoomName> {
    return this.#known
  }

  /**
   * Number of rooms along the world's longer side, as real servers count: at least up to the middle, so that a world
   * in the west has one column more.
   */
  get side(): number {
    const places = [...this.#known].map(toWorld)
    const span = (axis: ReadonlyArray<number>) => Math.max(0, ...axis) - Math.min(...axis) + 1
    return Math.max(span(places.map(({ x }) => x)), span(places.map(({ y }) => y)))
  }

  /** The rooms generated so far; all others are untouched. */
  get made(): Iterable<Room> {
    return this.#made.values()
  }

  /** Returns a room, generated at its first use; `undefined` if it does not exist. */
  at(name: RoomName): Room | undefined {
    const made = this.#made.get(name)
    if (made !== undefined || !this.#known.has(name)) return made
    const land = terrain(this.#seed, name)
    const room = this.add(name, land)
    for (const object of nature(this.#seed, name, land)) this.put(room, object)
    return room
  }

  /** Returns a room by a name that may be any value. */
  named(name: unknown): Room | undefined {
    return typeof name === "string" && is(name) ? this.at(name) : undefined
  }

  /** All rooms; those not used before are generated. */
  get all(): ReadonlyArray<Room> {
    return [...this.#known].flatMap((name) => this.at(name) ?? [])
  }

  /** Creates a room with this terrain and without objects, replacing an existing one. */
  add(name: RoomName, land: Terrain): Room {
    for (const id of this.#made.get(name)?.objects.keys() ?? []) this.#places.delete(id)
    const room: Room = { name, terrain: land, facts: { status: "normal" }, mapTool: {}, objects: new Map() }
    this.#known.add(name)
    this.#made.set(name, room)
    return room
  }

  /** Adds or replaces an object in a room. */
  put(room: Room, { _id, ...object }: NewObject): StoredObject {
    const id = _id === undefined ? this.#ids.object() : ObjectIds.make(_id)
    const stored: StoredObject = { ...object, _id: id, room: room.name }
    this.#places.get(id)?.objects.delete(id)
    room.objects.set(id, stored)
    this.#places.set(id, room)
    return stored
  }

  /** Finds an object by id. */
  object(id: string): StoredObject | undefined {
    const key = id === "" ? undefined : ObjectIds.make(id)
    return key === undefined ? undefined : this.#places.get(key)?.objects.get(key)
  }

  /** Returns the room of an object. */
  roomOf(object: StoredObject): Room | undefined {
    return this.#places.get(object._id)
  }

  /** Changes fields of an object; a field with the value `undefined` is removed. Returns the new document. */
  update(object: StoredObject, fields: Readonly<Record<string, unknown>>): StoredObject {
    const room = this.#places.get(object._id)
    const now = room?.objects.get(object._id)
    if (room === undefined || now === undefined) return object
    // Id and position are those of a stored object: `fields` may only change other fields.
    const changed: StoredObject = { ...now, ...fields, _id: now._id, room: room.name }
    const next = Object.values(fields).includes(undefined) ? withoutHoles(changed) : changed
    room.objects.set(object._id, next)
    return next
  }

  remove(object: Pick<StoredObject, "_id">) {
    this.#places.get(object._id)?.objects.delete(object._id)
    this.#places.delete(object._id)
  }

  /** Returns the objects on a square. */
  on(room: Room, x: number, y: number): ReadonlyArray<StoredObject> {
    return search(room, (object) => object.x === x && object.y === y)
  }

  controller(room: Room): StoredObject | undefined {
    for (const object of room.objects.values()) if (object.type === "controller") return object
    return undefined
  }

  /** Returns the rooms with owned objects. */
  active(): ReadonlyArray<Room> {
    return [...this.#made.values()].filter(({ objects }) => {
      for (const { user } of objects.values()) if (typeof user === "string") return true
      return false
    })
  }

  /** Returns all objects of a user, including controllers. */
  owned(user: string): ReadonlyArray<StoredObject> {
    const found: Array<StoredObject> = []
    for (const room of this.#made.values()) search(room, (object) => object["user"] === user, found)
    return found
  }

  /** Whether a user has any object. */
  owns(user: string): boolean {
    for (const { objects } of this.#made.values())
      for (const object of objects.values()) if (object["user"] === user) return true
    return false
  }
}
