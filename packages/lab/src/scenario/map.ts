/** Rooms of map files: JSON with the rooms of a world, their terrain and objects. */
import { isMineral } from "@screeps-effect/schema/Resource"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ScenarioError } from "./decode.ts"
import { readFound, whyUnread } from "./read.ts"

/** The size of the largest map, in bytes: those of a world with some thousand rooms. */
const mostBytes = 50_000_000

const MapObject = Schema.StructWithRest(
  Schema.Struct({ type: Schema.String, x: Schema.Finite, y: Schema.Finite }),
  [Schema.Record(Schema.String, Schema.Json)]
)

const MapFile = Schema.fromJsonString(
  Schema.Struct({
    rooms: Schema.Array(
      Schema.Struct({
        room: RoomName.RoomName,
        terrain: Schema.String,
        status: Schema.optionalKey(Schema.String),
        objects: Schema.optionalKey(Schema.Array(MapObject))
      })
    )
  })
)

type MapRoom = (typeof MapFile.Type)["rooms"][number]

const decode = Schema.decodeUnknownResult(MapFile)

/** Which rooms of a map: its file, or its file and names of rooms; default: all that are open. */
const MapInput = Schema.Union([
  Schema.NonEmptyString,
  Schema.Struct({ file: Schema.NonEmptyString, rooms: Schema.Array(RoomName.RoomName) })
])

/** Returns a room as a scenario describes it. */
const toRoom = ({ objects = [], terrain }: MapRoom) => {
  const squareOf = ({ x, y }: (typeof objects)[number]) => ({ x, y })
  const controller = objects.find(({ type }) => type === "controller")
  const mineral = objects.find(({ type }) => type === "mineral")
  const mineralType = mineral?.["mineralType"]
  return {
    terrain,
    controller: controller === undefined ? (false as const) : squareOf(controller),
    sources: objects.filter(({ type }) => type === "source").map(squareOf),
    mineral:
      mineral === undefined || !isMineral(mineralType)
        ? (false as const)
        : { ...squareOf(mineral), type: mineralType },
    objects: objects
      .filter(({ type }) => !["controller", "source", "mineral"].includes(type))
      // Fields that belong to one database are left out.
      .map(({ $loki: _loki, _id, meta: _meta, room: _room, ...object }) => object)
  }
}

/**
 * Reads rooms from a map file.
 *
 * **Source** the form that screepsmod-admin-utils imports, read in its source.
 */
export const readMap = (
  file: string,
  wanted?: ReadonlyArray<RoomName.RoomName>
): Effect.Effect<{ readonly [room: string]: ReturnType<typeof toRoom> }, ScenarioError, FileSystem> =>
  Effect.gen(function* () {
    const fail = (detail: string) => new ScenarioError({ file, path: "map", detail })
    const text = yield* Effect.mapError(readFound(file, mostBytes), (error) => fail(whyUnread(error)))
    const decoded = decode(text)
    if (Result.isFailure(decoded))
      return yield* fail(`not a map: ${decoded.failure.message.replaceAll("\n", " ").slice(0, 300)}`)
    const { rooms } = decoded.success
    const missing = wanted?.find((name) => !rooms.some(({ room }) => room === name))
    if (missing !== undefined) return yield* fail(`the map has no room ${missing}`)
    const chosen = rooms.filter(({ room, status = "normal" }) =>
      wanted === undefined ? status === "normal" : wanted.includes(room)
    )
    return Object.fromEntries(chosen.map((room) => [room.room, toRoom(room)]))
  })

const decodeInput = Schema.decodeUnknownResult(MapInput, { onExcessProperty: "error" })

/** Replaces the field `map` of a value by its rooms; fields of `rooms` take precedence. */
export const withMap = (
  value: unknown,
  resolve: (path: string) => string
): Effect.Effect<unknown, ScenarioError, FileSystem> =>
  Effect.gen(function* () {
    if (!Predicate.isObject(value) || !Predicate.hasProperty(value, "map")) return value
    const { map, ...rest } = value
    const input = decodeInput(map)
    if (Result.isFailure(input))
      return yield* new ScenarioError({
        path: "map",
        detail: "neither a file nor { file, rooms } with names of rooms"
      })
    const [file, wanted] =
      typeof input.success === "string"
        ? [input.success, undefined]
        : [input.success.file, input.success.rooms]
    const rooms = yield* readMap(resolve(file), wanted)
    const own = Predicate.hasProperty(rest, "rooms") && Predicate.isObject(rest.rooms) ? rest.rooms : {}
    return { ...rest, rooms: { ...rooms, ...own } }
  })
