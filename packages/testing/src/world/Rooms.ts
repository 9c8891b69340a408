/** The rooms of an in-memory world and their objects, which tests set up and read back. */
import type { BodyPartType } from "@screeps-effect/schema/BodyPartType"
import * as BodyPartTypes from "@screeps-effect/schema/BodyPartType"
import type { Flag } from "@screeps-effect/schema/Flag"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { fromSquares, type Terrain } from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import { beginSpawning } from "./rules/creatures.ts"
import type { Chunk } from "./state/history.ts"
import { named, shardNamed, type Shard } from "./state/shard.ts"
import type { NewObject, Room, RoomProperties, StoredObject as ObjectDocument } from "./state/rooms.ts"

export type { Chunk } from "./state/history.ts"
export type { NewObject, StoredObject as ObjectDocument } from "./state/rooms.ts"

/** Changes to a room; absent fields stay. */
export interface RoomChange extends Partial<RoomProperties> {
  /** Replaces the room with one of this terrain, without objects. */
  readonly terrain?: Terrain | undefined
}

/**
 * The rooms of a world and their objects.
 *
 * **Details**
 *
 * Without a shard, the world's first shard is used. A room or object that does not exist is a mistake of the test and
 * ends it with a defect.
 */
export interface Rooms {
  /** Adds a room or changes its properties; a new room without a terrain is plain and empty. */
  readonly change: (room: RoomName, change: RoomChange, shard?: ShardName) => Effect.Effect<void>
  /** Removes all objects of a room. */
  readonly clear: (room: RoomName, shard?: ShardName) => Effect.Effect<void>
  /** Lists the objects in a room. */
  readonly objects: (room: RoomName, shard?: ShardName) => Effect.Effect<ReadonlyArray<ObjectDocument>>
  /**
   * Adds an object to a room unchanged: nothing is validated or added except an id. The script of its owner (`user`) runs
   * from then on.
   */
  readonly addObject: (room: RoomName, object: NewObject, shard?: ShardName) => Effect.Effect<ObjectId>
  /** Changes fields of an object; a field with the value `undefined` is removed. Returns the new document. */
  readonly changeObject: (
    id: string,
    fields: Readonly<Record<string, unknown>>
  ) => Effect.Effect<ObjectDocument>
  /** Removes an object from its room. */
  readonly removeObject: (id: string) => Effect.Effect<void>
  /** Moves an object within its room or to another room of the same shard. */
  readonly moveObject: (
    id: string,
    to: { readonly room?: RoomName; readonly x: number; readonly y: number }
  ) => Effect.Effect<ObjectDocument>
  /** Starts spawning a creep: the energy is spent now, and the creep appears after three ticks per body part. */
  readonly spawn: (
    id: string,
    creep: { readonly name: string; readonly body: ReadonlyArray<BodyPartType> }
  ) => Effect.Effect<void>
  /** Sets a user's flag in a room; one with the same name elsewhere is removed. */
  readonly addFlag: (username: string, room: RoomName, flag: Flag, shard?: ShardName) => Effect.Effect<void>
  /** Lists a user's flags in a room. */
  readonly flags: (username: string, room: RoomName, shard?: ShardName) => Effect.Effect<ReadonlyArray<Flag>>
  /** Replaces a chunk of a room's history. */
  readonly setHistory: (chunk: Chunk, shard?: ShardName) => Effect.Effect<void>
}

const existing = (first: Shard, name: RoomName): Room => {
  const room = first.rooms.at(name)
  if (room === undefined)
    throw new Error(
      `The world has no room ${name}: pass it to ScreepsWorld.make, or add it with rooms.change.`
    )
  return room
}

/** Returns an object and its shard. */
const standing = (first: Shard, id: string) => {
  for (const shard of first.shards) {
    const object = shard.rooms.object(id)
    if (object !== undefined) return { shard, object }
  }
  throw new Error(`The world has no object with the id "${id}".`)
}

const change = (first: Shard, name: RoomName, { terrain, ...facts }: RoomChange) => {
  const room =
    terrain === undefined
      ? (first.rooms.at(name) ?? first.rooms.add(name, fromSquares([])))
      : first.rooms.add(name, terrain)
  const given = Object.entries(facts).filter(([, value]) => value !== undefined)
  Object.assign(room.facts, Object.fromEntries(given))
}

const spawn: (first: Shard, id: string, creep: Parameters<Rooms["spawn"]>[1]) => void = (
  first,
  id,
  { body, name }
) => {
  const { object, shard } = standing(first, id)
  if (!body.every(BodyPartTypes.isKnown)) throw new Error(`Unknown body part in ${body.join(", ")}.`)
  const refused = beginSpawning(shard.rooms, object, { name, body }, shard.time)
  if (refused !== undefined) throw new Error(`The spawn ${id} cannot spawn ${name}: ${refused}.`)
}

/** @internal */
export const make = (first: Shard): Rooms => ({
  change: (room, fields, shard) => Effect.sync(() => change(shardNamed(first, shard), room, fields)),
  clear: (room, shard) =>
    Effect.sync(() => {
      const { rooms } = shardNamed(first, shard)
      for (const object of rooms.at(room)?.objects.values() ?? []) rooms.remove(object)
    }),
  objects: (room, shard) => Effect.sync(() => [...existing(shardNamed(first, shard), room).objects.values()]),
  addObject: (room, object, shard) =>
    Effect.sync(() => {
      const own = shardNamed(first, shard)
      const owner = first.accounts.byId(object["user"])
      if (owner !== undefined) owner.isActive = true
      return own.rooms.put(existing(own, room), object)._id
    }),
  changeObject: (id, fields) =>
    Effect.sync(() => {
      const { object, shard } = standing(first, id)
      return shard.rooms.update(object, fields)
    }),
  removeObject: (id) =>
    Effect.sync(() => {
      const { object, shard } = standing(first, id)
      shard.rooms.remove(object)
    }),
  moveObject: (id, { room, x, y }) =>
    Effect.sync(() => {
      const { object, shard } = standing(first, id)
      return shard.rooms.put(existing(shard, room ?? object.room), { ...object, x, y })
    }),
  spawn: (id, creep) => Effect.sync(() => spawn(first, id, creep)),
  addFlag: (username, room, flag, shard) =>
    Effect.sync(() => void shardNamed(first, shard).flags.set(named(first, username)._id, { ...flag, room })),
  flags: (username, room, shard) =>
    Effect.sync(() =>
      shardNamed(first, shard)
        .flags.of(named(first, username)._id)
        .filter((flag) => flag.room === room)
        .map(({ color, name, secondaryColor, x, y }) => ({ color, name, secondaryColor, x, y }))
    ),
  setHistory: (chunk, shard) => Effect.sync(() => shardNamed(first, shard).history.give(chunk))
})
