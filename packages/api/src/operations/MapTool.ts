/**
 * The map tool of private servers (`screepsmod-map-tool`): all rooms as the storage holds them, and how they are replaced.
 *
 * **Details**
 *
 * The tool has a user of its own, set in section `[maptool]` of the server's `.screepsrc` or by `MAPTOOL_USER` and
 * `MAPTOOL_PASS`. No account of the game is needed, and none is accepted; the server's own password is not needed either.
 */
import { Millis } from "@screeps-effect/schema/Millis"
import { nullish } from "@screeps-effect/schema/Nullish"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import { Tick } from "@screeps-effect/schema/Tick"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** A document of the storage, with everything that it holds: owners, stores, the storage's own `meta` and `$loki`. */
export type StoredObject = Readonly<Record<string, unknown>>

/**
 * A room as the storage holds it.
 *
 * **Details**
 *
 * `terrain` is 2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both. `status` is `normal`, `out of borders`, or any other
 * text that somebody stored. `openTime`, `novice` and `respawnArea` are milliseconds since 1970.
 */
export class StoredRoom extends Schema.Opaque<StoredRoom>()(
  Schema.Struct({
    room: Schema.String,
    terrain: nullish(Schema.String),
    objects: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    status: nullish(Schema.String),
    name: nullish(Schema.String),
    active: nullish(Schema.Boolean),
    bus: nullish(Schema.Boolean),
    sourceKeepers: nullish(Schema.Boolean),
    openTime: nullish(Millis),
    novice: nullish(Millis),
    respawnArea: nullish(Millis),
    depositType: nullish(Schema.String),
    nextForceUpdateTime: nullish(Tick),
    lastPvpTime: nullish(Tick),
    powerBankTime: nullish(Tick),
    invaderGoal: nullish(Schema.Finite)
  }).annotate({ identifier: "StoredRoom" })
) {}

/** All rooms at a tick; `null` stands for a room that has no terrain. */
export class StoredRooms extends Schema.Opaque<StoredRooms>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    tick: Tick,
    rooms: Schema.Array(Schema.NullOr(StoredRoom))
  }).annotate({ identifier: "StoredRooms" })
) {}

const credentials = {
  user: Schema.NonEmptyString.annotate({ examples: ["admin"] }),
  password: Schema.RedactedFromValue(Schema.NonEmptyString)
}
const basicAuth = { name: "user", password: "password" } as const
const mod = "screepsmod-map-tool"

/**
 * Returns all rooms as the storage holds them, with the objects of every player.
 *
 * **Details**
 *
 * `user` and `password` are those of the map tool. `RoomObject.classify` of the schemas reads an object.
 *
 * **Gotchas**
 *
 * A world of 121 rooms is about 400 kB. Nothing is hidden: treat it as an administrator's view. Objects carry `$loki` and
 * `meta` of the storage; `toInput` removes them, since writing them back would empty the room.
 *
 * **Errors** `Unauthorized` for any other name or password, `EndpointNotFound` without the mod.
 *
 * **Source** `GET /api/maptool/rooms`, recorded from a server 4.3.0 with `screepsmod-map-tool` 1.10.0.
 */
export const rooms = Operation.get("/api/maptool/rooms", {
  input: credentials,
  basicAuth,
  output: StoredRooms,
  provenance: { official: "absent" },
  mod,
  inSpecification: false
})

/**
 * An object as callers may write it: a document of its type, without the storage's own `$loki` and `meta`.
 *
 * **Details**
 *
 * `_id` is kept, or made by the server when absent; `room` is overwritten by that of the room.
 */
export interface ObjectInput {
  readonly type: string
  readonly x: number
  readonly y: number
  readonly $loki?: undefined
  readonly meta?: undefined
  readonly [field: string]: unknown
}

/** Checks an object as callers may write it. */
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
  room: RoomName,
  terrain,
  status: Schema.Literals(["normal", "out of borders"]),
  objects: Schema.Array(ObjectInput),
  bus: Schema.optional(Schema.Boolean),
  sourceKeepers: Schema.optional(Schema.Boolean),
  openTime: Schema.optional(Millis),
  novice: Schema.optional(Millis),
  respawnArea: Schema.optional(Millis),
  depositType: Schema.optional(Schema.Literals(["silicon", "metal", "biomass", "mist"]))
}).annotate({ identifier: "RoomInput" })

/**
 * A room as callers may write it.
 *
 * **Details**
 *
 * `terrain` is 2500 digits by row: 0 plain, 1 wall, 2 swamp, 3 both. Players enter rooms with the status `normal` only.
 * `openTime`, `novice` and `respawnArea` are milliseconds since 1970; what is left out of the optional fields is kept.
 */
export interface RoomInput extends RoomInputFields {}

type RoomInputFields = typeof roomInput.Type

/** Checks a room as callers may write it. */
export const RoomInput: Schema.Codec<RoomInput, typeof roomInput.Encoded> = roomInput

/** Rooms to be written: none would still reset every player. */
export interface RoomInputs extends ReadonlyArray<RoomInput> {
  readonly 0: RoomInput
}

const roomInputs: Schema.Codec<RoomInputs, unknown> = Schema.NonEmptyArray(RoomInput)

/** Returns the first of some texts that occurs twice. */
const twice = (values: ReadonlyArray<unknown>): string | undefined => {
  const known = new Set<string>()
  for (const value of values) {
    if (typeof value !== "string") continue
    if (known.has(value)) return value
    known.add(value)
  }
  return undefined
}

/**
 * Replaces rooms: their terrain, their status, and all their objects.
 *
 * **Details**
 *
 * `user` and `password` are those of the map tool. Rooms that are not named stay as they are; none can be removed. The
 * answer holds `true` for each room, a moment before its objects are there. Then the terrain of the world is updated, and
 * the global scope of every player's script is reset.
 *
 * **Gotchas**
 *
 * All objects of a room are removed before the given ones are written: name all that shall stay, as `toInput` does. A
 * `ServerFault` does not mean that nothing happened: rooms may be changed or emptied. Read them before another attempt.
 *
 * **Errors** `Unauthorized` for any other name or password, `EndpointNotFound` without the mod, `InvalidInput` (nothing is
 * sent) for what would damage the world: unknown room names, malformed terrain, missing objects or status, a room or an
 * object twice, objects with `$loki` or `meta`.
 *
 * **Source** `POST /api/maptool/set`, recorded from a server 4.3.0 with `screepsmod-map-tool` 1.10.0.
 */
export const set = Operation.post("/api/maptool/set", {
  input: {
    ...credentials,
    rooms: roomInputs
  },
  basicAuth,
  bodyField: "rooms",
  output: Schema.Array(Schema.Literal(true)).annotate({ identifier: "RoomsSet" }),
  provenance: { official: "absent" },
  mod,
  inSpecification: false,
  validate: ({ rooms }) => {
    const room = twice(rooms.map(({ room }) => room))
    if (room !== undefined) return { field: "rooms", detail: `${room} is named twice` }
    const id = twice(rooms.flatMap(({ objects }) => objects.map(({ _id }) => _id)))
    return id === undefined
      ? undefined
      : { field: "rooms", detail: `two objects have the _id ${id}: the server would lose one` }
  }
})

const decode = Schema.decodeUnknownResult(RoomInput)

/**
 * Returns a room that was read as one that may be written back, or why it may not.
 *
 * **Details**
 *
 * Removes what the storage added (`$loki`, `meta`) and what `set` does not take. Objects keep their ids. A room whose status
 * the game does not know fails: replace it first.
 *
 * ```ts
 * import { MapTool } from "@screeps-effect/api"
 * import { Effect, Redacted } from "effect"
 *
 * const admin = { user: "admin", password: Redacted.make("maptool-pass") }
 *
 * const close = Effect.gen(function* () {
 *   const { rooms } = yield* MapTool.rooms(admin)
 *   const room = rooms.find((one) => one?.room === "W1N1")
 *   if (room == null) return
 *   const input = yield* Effect.fromResult(MapTool.toInput(room))
 *   yield* MapTool.set({ ...admin, rooms: [{ ...input, status: "out of borders" }] })
 * })
 * ```
 */
export const toInput = (room: StoredRoom): Result.Result<RoomInput, Schema.SchemaError> => {
  const taken = Object.entries(room).filter(
    ([field, value]) => Object.hasOwn(roomInput.fields, field) && value !== null
  )
  const objects = room.objects.map((object) =>
    Object.fromEntries(Object.entries(object).filter(([field]) => field !== "$loki" && field !== "meta"))
  )
  return decode({ ...Object.fromEntries(taken), objects })
}
