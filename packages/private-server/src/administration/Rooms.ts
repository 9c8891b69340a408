/**
 * Rooms and their terrain.
 *
 * **Gotchas**
 *
 * Processes of the server read the terrain of all rooms once: for the path finder when a process starts, for the players'
 * scripts in the first tick in which a script runs. Change terrain before that, on a server that was started paused
 * (`PrivateServer.layer({ paused: true })`), or restart the server. The HTTP API and new construction sites use the new
 * terrain at once.
 */
import { Millis } from "@screeps-effect/schema/Millis"
import { minerals } from "@screeps-effect/schema/Resource"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type Command, define, defineVoid } from "./command.ts"
import { applyRooms, plainDocuments, roomNamed } from "./snippets.ts"
import { record } from "@screeps-effect/schema/Record"

/** Returns the rooms of the world with their status. */
export const list: Command<ReadonlyArray<RoomStatus>> = define({
  name: "Rooms.list",
  changes: false,
  input: Schema.Null,
  output: Schema.Array(RoomStatus),
  code: `async () => {${plainDocuments}
    return plain(await storage.db.rooms.find({}))
  }`
})(null)

const Square = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 48 }))

/** Columns or rows of the exits on each side of a room. */
export class Exits extends record<Exits>("Exits")({
  /** Columns of the exits to the north. */
  top: Schema.optional(Schema.Array(Square)),
  /** Rows of the exits to the east. */
  right: Schema.optional(Schema.Array(Square)),
  /** Columns of the exits to the south. */
  bottom: Schema.optional(Schema.Array(Square)),
  /** Rows of the exits to the west. */
  left: Schema.optional(Schema.Array(Square))
}) {}

/** How to generate a room; the server chooses everything that is not given at random. */
export class GenerateOptions extends record<GenerateOptions>("RoomGenerateOptions")({
  room: RoomName,
  /** Exits on sides without an existing room; those to existing rooms follow from them. */
  exits: Schema.optional(Exits),
  /** Kind of landscape, from 1 to 28. */
  terrainType: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 28 }))),
  /** Kind of swamps, from 0 (none) to 14. */
  swampType: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 14 }))),
  /** Number of sources, at most 9. */
  sources: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))),
  /** Mineral, or `false` for none. */
  mineral: Schema.optional(Schema.Union([Schema.Literals(minerals), Schema.Literal(false)])),
  /** Whether the room has a controller; default: `true`. */
  controller: Schema.optional(Schema.Boolean),
  /** Whether the room has source keepers; default: `false`. */
  keeperLairs: Schema.optional(Schema.Boolean)
}) {}

/**
 * Adds a room that the server generates, open for players.
 *
 * **Errors** `Rejected` when the room exists.
 */
export const generate: (options: GenerateOptions) => Command<void> = defineVoid({
  name: "Rooms.generate",
  input: GenerateOptions,
  code: `async ({ room, ...options }) => {${applyRooms}
    if (await storage.db.rooms.findOne({ _id: room })) throw new Error("the room " + room + " exists")
    await map.generateRoom(room, options)
    await applyRooms()
  }`
})

const Digits: Schema.Codec<Terrain.Terrain, string> = Schema.String.check(
  Schema.makeFilter((digits: string) => {
    const decoded = Terrain.decode(digits)
    return Result.isSuccess(decoded) || decoded.failure.detail
  })
).pipe(
  Schema.decodeTo(
    Schema.declare((value): value is Terrain.Terrain => value instanceof Terrain.Terrain),
    SchemaTransformation.transform({
      // Only checked digits are decoded.
      decode: (digits: string) => Result.getOrThrow(Terrain.decode(digits)),
      encode: Terrain.encode
    })
  )
)

/** A room and its terrain. */
export class RoomTerrain extends record<RoomTerrain>("RoomTerrain")({ room: RoomName, terrain: Digits }) {}

const roomTerrains = Schema.Struct({ rooms: Schema.Array(RoomTerrain) })

const createRooms = defineVoid({
  name: "Rooms.create",
  input: roomTerrains,
  timeoutFactor: ({ rooms }) => Math.ceil(rooms.length / 10),
  code: `async ({ rooms }) => {${applyRooms}
    const names = rooms.map(({ room }) => room)
    const existing = await storage.db.rooms.find({ _id: { $in: names } })
    if (existing.length > 0) throw new Error("the rooms " + existing.map(({ _id }) => _id).join(", ") + " exist")
    if (rooms.length === 0) return
    await storage.db.rooms.insert(names.map((_id) => ({ _id, status: "normal", sourceKeepers: false })))
    await storage.db["rooms.terrain"].insert(rooms.map((one) => Object.assign({ type: "terrain" }, one)))
    for (const room of names) await map.updateRoomImageAssets(room)
    await applyRooms()
  }`
})

/**
 * Adds rooms with this terrain, without objects, open for players.
 *
 * **Errors** `Rejected` when a room exists: then none is added.
 */
export const create = (rooms: ReadonlyArray<RoomTerrain>): Command<void> => createRooms({ rooms })

const readTerrain = define({
  name: "Rooms.terrain",
  changes: false,
  input: Schema.Struct({ room: RoomName }),
  output: Digits,
  code: `async ({ room }) => {
    const found = await storage.db["rooms.terrain"].findOne({ room })
    if (!found) throw new Error("there is no room " + room)
    return found.terrain
  }`
})

/** Returns the terrain of a room, of a closed one too. */
export const terrain = (room: RoomName): Command<Terrain.Terrain> => readTerrain({ room })

const writeTerrain = defineVoid({
  name: "Rooms.setTerrain",
  input: roomTerrains,
  timeoutFactor: ({ rooms }) => Math.ceil(rooms.length / 10),
  code: `async ({ rooms }) => {${applyRooms}${roomNamed}
    for (const { room } of rooms) await roomNamed(room)
    for (const { room, terrain } of rooms) {
      await storage.db["rooms.terrain"].update({ room }, { $set: { terrain } })
      await map.updateRoomImageAssets(room)
    }
    await applyRooms()
  }`
})

/**
 * Replaces the terrain of rooms.
 *
 * **Errors** `Rejected` when a room does not exist: then none is changed.
 */
export const setTerrain = (rooms: ReadonlyArray<RoomTerrain>): Command<void> => writeTerrain({ rooms })

/**
 * Opens a room for players, now or at a time.
 *
 * **Errors** `Rejected` when the room does not exist.
 */
export const open: (options: { readonly room: RoomName; readonly at?: Millis | undefined }) => Command<void> =
  defineVoid({
    name: "Rooms.open",
    input: Schema.Struct({ room: RoomName, at: Schema.optional(Millis) }),
    code: `async ({ room, at }) => {${applyRooms}${roomNamed}
    await roomNamed(room)
    await map.openRoom(room, at)
    if (at === undefined) await storage.db.rooms.update({ _id: room }, { $unset: { openTime: true } })
    await applyRooms()
  }`
  })

const closeRoom = defineVoid({
  name: "Rooms.close",
  input: Schema.Struct({ room: RoomName }),
  code: `async ({ room }) => {${applyRooms}${roomNamed}
    await roomNamed(room)
    await map.closeRoom(room)
    await applyRooms()
  }`
})

/**
 * Closes a room for players: it is out of the world's borders until it is opened.
 *
 * **Errors** `Rejected` when the room does not exist.
 */
export const close = (room: RoomName): Command<void> => closeRoom({ room })

const removeRoom = defineVoid({
  name: "Rooms.remove",
  input: Schema.Struct({ room: RoomName }),
  code: `async ({ room }) => {${applyRooms}${roomNamed}
    await roomNamed(room)
    // Its last step deletes the picture of the room, which not all rooms have.
    await map.removeRoom(room).then(undefined, (error) => {
      if (!error || error.code !== "ENOENT") throw error
    })
    await applyRooms()
  }`
})

/**
 * Removes a room with its terrain and everything in it.
 *
 * **Errors** `Rejected` when the room does not exist.
 */
export const remove = (room: RoomName): Command<void> => removeRoom({ room })
