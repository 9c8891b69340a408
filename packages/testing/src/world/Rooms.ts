/** The rooms of an in-memory world and what stands in them: set up and read back by tests. */
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
import { named, shardNamed } from "./named.ts"
import type { NewObject, Room, RoomProperties, StoredObject as ObjectDocument } from "./state/rooms.ts"
import type { World } from "./state/world.ts"

export type { Chunk } from "./state/history.ts"
export type { NewObject, StoredObject as ObjectDocument } from "./state/rooms.ts"

/** What a test changes about a room; what is not given stays. */
export interface RoomChange extends Partial<RoomProperties> {
  /** Replaces the room by a plain one without objects. */
  readonly terrain?: Terrain | undefined
}

/**
 * The rooms of a world.
 *
 * **Details**
 *
 * Without a shard it is the world's first. Rooms and objects that do not exist are mistakes of the test and end it with
 * a defect.
 */
export interface Rooms {
  /** Adds a room, or changes what is said about one; a new room without a terrain is plain and empty. */
  readonly change: (room: RoomName, change: RoomChange, shard?: ShardName) => Effect.Effect<void>
  /** Empties a room. */
  readonly clear: (room: RoomName, shard?: ShardName) => Effect.Effect<void>
  /** Everything that stands in a room. */
  readonly objects: (room: RoomName, shard?: ShardName) => Effect.Effect<ReadonlyArray<ObjectDocument>>
  /** Puts an object into a room, as it is: nothing is checked or added. */
  readonly addObject: (room: RoomName, object: NewObject, shard?: ShardName) => Effect.Effect<ObjectId>
  /** Changes fields of an object; a field that is `undefined` is removed. */
  readonly changeObject: (
    id: string,
    fields: Readonly<Record<string, unknown>>
  ) => Effect.Effect<ObjectDocument>
  readonly removeObject: (id: string) => Effect.Effect<void>
  /** Moves an object to another place, in its own room or in another of the same shard. */
  readonly moveObject: (
    id: string,
    to: { readonly room?: RoomName; readonly x: number; readonly y: number }
  ) => Effect.Effect<ObjectDocument>
  /** Begins to make a creep: the energy is taken now, and it steps out after three ticks for each part. */
  readonly spawn: (
    id: string,
    creep: { readonly name: string; readonly body: ReadonlyArray<BodyPartType> }
  ) => Effect.Effect<void>
  readonly addFlag: (username: string, room: RoomName, flag: Flag, shard?: ShardName) => Effect.Effect<void>
  /** A user's flags in a room. */
  readonly flags: (username: string, room: RoomName, shard?: ShardName) => Effect.Effect<ReadonlyArray<Flag>>
  /** Gives a room a chunk of history of one's own. */
  readonly setHistory: (chunk: Chunk, shard?: ShardName) => Effect.Effect<void>
}

const existing = (world: World, name: RoomName): Room => {
  const room = world.rooms.at(name)
  if (room === undefined) throw new Error(`the world has no room ${name}`)
  return room
}

/** The shard in which an object stands, and the object. */
const standing = (world: World, id: string) => {
  for (const shard of world.shards) {
    const object = shard.rooms.object(id)
    if (object !== undefined) return { shard, object }
  }
  throw new Error(`nothing in the world has the identity "${id}"`)
}

const change = (world: World, name: RoomName, { terrain, ...facts }: RoomChange) => {
  const room =
    terrain === undefined
      ? (world.rooms.at(name) ?? world.rooms.add(name, fromSquares([])))
      : world.rooms.add(name, terrain)
  const given = Object.entries(facts).filter(([, value]) => value !== undefined)
  Object.assign(room.facts, Object.fromEntries(given))
}

const spawn: (world: World, id: string, creep: Parameters<Rooms["spawn"]>[1]) => void = (
  world,
  id,
  { body, name }
) => {
  const { object, shard } = standing(world, id)
  if (!body.every(BodyPartTypes.isKnown)) throw new Error(`no creep is made of ${body.join(", ")}`)
  const refused = beginSpawning(shard.rooms, object, { name, body }, shard.time)
  if (refused !== undefined) throw new Error(`${id} does not spawn ${name}: ${refused}`)
}

/** @internal */
export const make = (world: World): Rooms => ({
  change: (room, fields, shard) => Effect.sync(() => change(shardNamed(world, shard), room, fields)),
  clear: (room, shard) =>
    Effect.sync(() => {
      const { rooms } = shardNamed(world, shard)
      for (const object of rooms.at(room)?.objects.values() ?? []) rooms.remove(object)
    }),
  objects: (room, shard) => Effect.sync(() => [...existing(shardNamed(world, shard), room).objects.values()]),
  addObject: (room, object, shard) =>
    Effect.sync(() => {
      const own = shardNamed(world, shard)
      return own.rooms.put(existing(own, room), object)._id
    }),
  changeObject: (id, fields) =>
    Effect.sync(() => {
      const { object, shard } = standing(world, id)
      return shard.rooms.update(object, fields)
    }),
  removeObject: (id) =>
    Effect.sync(() => {
      const { object, shard } = standing(world, id)
      shard.rooms.remove(object)
    }),
  moveObject: (id, { room, x, y }) =>
    Effect.sync(() => {
      const { object, shard } = standing(world, id)
      return shard.rooms.put(existing(shard, room ?? object.room), { ...object, x, y })
    }),
  spawn: (id, creep) => Effect.sync(() => spawn(world, id, creep)),
  addFlag: (username, room, flag, shard) =>
    Effect.sync(() => void shardNamed(world, shard).flags.set(named(world, username)._id, { ...flag, room })),
  flags: (username, room, shard) =>
    Effect.sync(() =>
      shardNamed(world, shard)
        .flags.of(named(world, username)._id)
        .filter((flag) => flag.room === room)
        .map(({ color, name, secondaryColor, x, y }) => ({ color, name, secondaryColor, x, y }))
    ),
  setHistory: (chunk, shard) => Effect.sync(() => shardNamed(world, shard).history.give(chunk))
})
