/**
 * The map tool of private servers (`screepsmod-map-tool`): reading and replacing rooms as they are stored.
 *
 * **Details**
 *
 * The tool has a user of its own, configured in section `[maptool]` of the server's `.screepsrc` or by `MAPTOOL_USER`
 * and `MAPTOOL_PASS`. Accounts of the game are not accepted. The server password is not needed.
 */
import { Millis } from "@screeps-effect/schema/Millis"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import { Tick } from "@screeps-effect/schema/Tick"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** A room as it is stored. */
export class StoredRoom extends record<StoredRoom>("StoredRoom")({
  /** Name of the room. */
  room: Schema.String,
  /** 2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both. */
  terrain: nullish(Schema.String),
  /** The objects in the room, with all stored fields: owners, stores, the storage's own `meta` and `$loki`. */
  objects: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  /** `normal`, `out of borders`, or any other text that was stored. */
  status: nullish(Schema.String),
  /** Name of the room, if one was stored. */
  name: nullish(Schema.String),
  /** Whether the room is marked as active. */
  active: nullish(Schema.Boolean),
  /** Whether the room is a highway room, in which power banks and deposits appear. */
  bus: nullish(Schema.Boolean),
  /** Whether source keepers guard the room. */
  sourceKeepers: nullish(Schema.Boolean),
  /** When the room opens, in milliseconds since 1970. */
  openTime: nullish(Millis),
  /** End of the novice area, in milliseconds since 1970. */
  novice: nullish(Millis),
  /** End of the respawn area, in milliseconds since 1970. */
  respawnArea: nullish(Millis),
  /** Type of the deposits that appear in the room. */
  depositType: nullish(Schema.String),
  /** Tick in which the server next processes the room even without activity. */
  nextForceUpdateTime: nullish(Tick),
  /** Tick of the last fight between players. */
  lastPvpTime: nullish(Tick),
  /** Tick in which the next power bank appears. */
  powerBankTime: nullish(Tick),
  /** How much energy must be harvested before invaders appear. */
  invaderGoal: nullish(Schema.Finite)
}) {}

/** All rooms at a tick. */
export class StoredRooms extends answer<StoredRooms>("StoredRooms")({
  /** Tick at which the rooms were read. */
  tick: expected(Tick),
  /** The rooms; `null` stands for a room without terrain. */
  rooms: Schema.Array(Schema.NullOr(StoredRoom))
}) {}

const credentials = {
  /** User of the map tool. */
  user: Schema.NonEmptyString.annotate({ examples: ["admin"] }),
  /** Password of the map tool. */
  password: Schema.RedactedFromValue(Schema.NonEmptyString)
} as const
const basicAuth = { name: "user", password: "password" } as const
const mod = "screepsmod-map-tool"

/**
 * Returns all rooms as they are stored, with the objects of every player.
 *
 * **Details**
 *
 * `RoomObject.classify` of the schema package reads an object.
 *
 * **Gotchas**
 *
 * A world of 121 rooms is about 400 kB. Nothing is hidden: treat it as an administrator's view. Objects contain
 * `$loki` and `meta` of the storage; `toInput` removes them, since writing them back would empty the room.
 *
 * **Errors** `Unauthorized` for any other name or password, `EndpointNotFound` without the mod.
 *
 * **Source** `GET /api/maptool/rooms`, recorded from a server 4.3.0 with `screepsmod-map-tool` 1.10.0. xxscreeps:
 * absent.
 */
export const rooms = Operation.get("/api/maptool/rooms", {
  input: credentials,
  basicAuth,
  output: StoredRooms,
  provenance: { official: "absent", xxscreeps: "absent" },
  mod
})

/**
 * An object to write: a document of its type, without the storage's own `$loki` and `meta`.
 *
 * **Details**
 *
 * `_id` is kept, or created by the server when absent; `room` is replaced by the name of the room.
 */
export interface ObjectInput {
  /** Type of the object, such as `creep`. */
  readonly type: string
  /** Column of the object, from 0 (west) to 49 (east). */
  readonly x: number
  /** Row of the object, from 0 (north) to 49 (south). */
  readonly y: number
  /** Must be absent: the storage adds it. */
  readonly $loki?: undefined
  /** Must be absent: the storage adds it. */
  readonly meta?: undefined
  readonly [field: string]: unknown
}

/** Checks an object to write. */
export const ObjectInput: Schema.Codec<ObjectInput> = Schema.StructWithRest(
  Schema.Struct({
    type: Schema.NonEmptyString,
    x: Coordinate,
    y: Coordinate,
    $loki: Schema.optional(Schema.Undefined),
    meta: Schema.optional(Schema.Undefined)
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
).annotate({ identifier: "ObjectInput" })

const terrain = Schema.String.check(
  Schema.isPattern(/^[0-3]{2500}$/u, { expected: "2500 digits from 0 to 3" })
)

const roomInput = Schema.Struct({
  /** Name of an existing room. */
  room: RoomName,
  /** 2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both. */
  terrain,
  /** Players can enter the room only with the status `normal`. */
  status: Schema.Literals(["normal", "out of borders"]),
  /** All objects that the room contains afterwards. */
  objects: Schema.Array(ObjectInput),
  /** Whether the room is a highway room, in which power banks and deposits appear. */
  bus: Schema.optional(Schema.Boolean),
  /** Whether source keepers guard the room. */
  sourceKeepers: Schema.optional(Schema.Boolean),
  /** When the room opens, in milliseconds since 1970. */
  openTime: Schema.optional(Millis),
  /** End of the novice area, in milliseconds since 1970. */
  novice: Schema.optional(Millis),
  /** End of the respawn area, in milliseconds since 1970. */
  respawnArea: Schema.optional(Millis),
  /** Type of the deposits that appear in the room. */
  depositType: Schema.optional(Schema.Literals(["silicon", "metal", "biomass", "mist"]))
}).annotate({ identifier: "RoomInput" })

/**
 * A room to write.
 *
 * **Details**
 *
 * Optional fields that are left out keep their stored values.
 */
export interface RoomInput extends RoomInputFields {}

type RoomInputFields = typeof roomInput.Type

/** Checks a room to write. */
export const RoomInput: Schema.Codec<RoomInput, typeof roomInput.Encoded> = roomInput

/** The rooms to write, at least one: an empty list would still reset every player's global scope. */
export interface RoomInputs extends ReadonlyArray<RoomInput> {
  readonly 0: RoomInput
}

const roomInputs: Schema.Codec<RoomInputs, unknown> = Schema.NonEmptyArray(RoomInput)

/** Returns the first text that occurs twice. */
const twice = (values: ReadonlyArray<unknown>): string | undefined => {
  const seen = new Set<string>()
  for (const value of values) {
    if (typeof value !== "string") continue
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}

/**
 * Replaces rooms: their terrain, their status, and all their objects.
 *
 * **Details**
 *
 * Rooms that are not listed stay as they are; none can be removed. The response contains `true` for each room,
 * shortly before its objects are stored. Then the server updates the terrain of the world, and resets the global
 * scope of every player's script.
 *
 * **Gotchas**
 *
 * All objects of a room are removed before the given ones are written: include all objects that must stay, as
 * `toInput` does. After a `ServerFault` the rooms may have been changed or emptied: read them before another attempt.
 *
 * **Errors** `Unauthorized` for any other name or password, `EndpointNotFound` without the mod, `InvalidInput`
 * (nothing is sent) for input that would damage the world: unknown room names, malformed terrain, missing objects or
 * status, a room or an object twice, objects with `$loki` or `meta`.
 *
 * **Source** `POST /api/maptool/set`, recorded from a server 4.3.0 with `screepsmod-map-tool` 1.10.0. xxscreeps:
 * absent.
 */
export const set = Operation.post("/api/maptool/set", {
  input: {
    ...credentials,
    /** The rooms to write, at least one. */
    rooms: roomInputs
  },
  basicAuth,
  bodyField: "rooms",
  output: Schema.Array(Schema.Literal(true)).annotate({ identifier: "RoomsSet" }),
  provenance: { official: "absent", xxscreeps: "absent" },
  mod,
  validate: ({ rooms }) => {
    const room = twice(rooms.map(({ room }) => room))
    if (room !== undefined) return { field: "rooms", detail: `${room} occurs twice` }
    const id = twice(rooms.flatMap(({ objects }) => objects.map(({ _id }) => _id)))
    return id === undefined
      ? undefined
      : { field: "rooms", detail: `two objects have the _id ${id}: the server would lose one` }
  }
})

const decode = Schema.decodeUnknownResult(RoomInput)

/**
 * Converts a stored room to one that can be written back.
 *
 * **Details**
 *
 * Removes the fields that the storage added (`$loki`, `meta`) and those that `set` does not accept. Objects keep their
 * ids. Fails for a room whose status the game does not know: replace the status first.
 */
export const toInput = (room: StoredRoom): Result.Result<RoomInput, Schema.SchemaError> => {
  const accepted = Object.entries(room).filter(
    ([field, value]) => Object.hasOwn(roomInput.fields, field) && value !== null
  )
  const objects = room.objects.map((object) =>
    Object.fromEntries(Object.entries(object).filter(([field]) => field !== "$loki" && field !== "meta"))
  )
  return decode({ ...Object.fromEntries(accepted), objects })
}
