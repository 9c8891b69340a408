/** The schema of scenarios, and what it does not find. */
import { minerals } from "@screeps-effect/schema/Resource"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import * as Record from "effect/Record"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { BotCode, withPaths } from "../BotCode.ts"
import { Milestone } from "../Milestone.ts"
import { makeDecoder, type Problem, ScenarioError } from "./decode.ts"
import * as MapFile from "./map.ts"
import { readFound, whyUnread } from "./read.ts"
import { record } from "@screeps-effect/schema/Record"

/** Adds a default to a schema of a field. */
export const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

const Coordinate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 49 }))
const square = { x: Coordinate, y: Coordinate } as const
/** A square of a room. */
export const Square = Schema.Struct(square)

/** A room of the world. */
export class Room extends record<Room>("ScenarioRoom")({
  /**
   * 50 rows of 50 characters: `.` or 0 plain, `#` or 1 wall, `~` or 2 swamp. By default a plain with walls around it, which
   * have exits to the scenario's neighbouring rooms.
   */
  terrain: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(10_000))),
  /** A file with the terrain, relative to the scenario. */
  terrainFile: Schema.optionalKey(Schema.NonEmptyString),
  /** The controller, with the level that it has if a bot starts here; `false` for none. */
  controller: withDefault(
    Schema.Union([
      Schema.Literal(false),
      Schema.Struct({
        ...square,
        level: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })))
      })
    ]),
    { x: 25, y: 12 }
  ),
  /** The sources. */
  sources: withDefault(Schema.Array(Square).check(Schema.isMaxLength(20)), [
    { x: 15, y: 25 },
    { x: 35, y: 25 }
  ]),
  /** The mineral; `false` for none. */
  mineral: withDefault(
    Schema.Union([
      Schema.Literal(false),
      Schema.Struct({ ...square, type: withDefault(Schema.Literals(minerals), "H") })
    ]),
    { x: 25, y: 40 }
  ),
  /** Other objects, as the server stores them; `owner` is the name of a bot. */
  objects: withDefault(
    Schema.Array(
      Schema.StructWithRest(
        Schema.Struct({ type: Schema.NonEmptyString, ...square, owner: Schema.optionalKey(Schema.String) }),
        [Schema.Record(Schema.String, Schema.Json)]
      )
    ).check(Schema.isMaxLength(2500)),
    []
  )
}) {}

/** What every bot has. */
export const botFields = {
  /** The code: a folder, relative to the scenario, `{ package }`, `{ branch }`, an effect, or the modules. */
  code: BotCode,
  /** CPU limit, in milliseconds per tick. */
  cpu: withDefault(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 500 })), 100),
  /** Global control level before the first tick: a bot can own that many rooms. */
  gcl: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })), 1),
  /** Credits before the first tick. */
  credits: withDefault(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e12 })), 0),
  /** Memory before the first tick. */
  memory: withDefault(Schema.JsonObject, {})
} as const

/** A bot. */
export class Bot extends record<Bot>("ScenarioBot")({
  ...botFields,
  /** The room that it starts in; the first one by default. */
  room: Schema.optionalKey(RoomName.RoomName),
  /** Where its first spawn is; `false` for none. */
  spawn: withDefault(Schema.Union([Schema.Literal(false), Square]), { x: 25, y: 25 }),
  /** Ticks of safe mode that its first room begins with, as new players have it. */
  safeMode: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })), 20_000)
}) {}

const RoomKey = Schema.String.check(
  Schema.makeFilter((name: string) => RoomName.is(name) || "a room name such as W7N3")
)

/** The name of a bot, which is also that of its account. */
export const BotName: Schema.String = Schema.String.check(
  Schema.isPattern(/^[A-Za-z][\w-]{0,38}$/, { expected: "a name of up to 39 letters, digits, - and _" })
)

/** Where a run ends even if milestones are open. */
export class Limits extends record<Limits>("ScenarioLimits")({
  /** The most ticks. */
  ticks: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })), 1000),
  /** The longest time, without the start of the server. */
  time: withDefault(Schema.Union([Schema.Duration, Schema.DurationFromString]), "10 minutes")
}) {}

/** A scenario with its defaults. */
export class Scenario extends record<Scenario>("Scenario")({
  /** Name for reports. */
  name: withDefault(Schema.NonEmptyString.check(Schema.isMaxLength(100)), "scenario"),
  /** The world: its rooms, by name. */
  rooms: withDefault(
    Schema.Record(RoomKey, Room).check(Schema.isMinProperties(1), Schema.isMaxProperties(100)),
    { W1N1: {} }
  ),
  /** The bots, by names of your choice. */
  bots: Schema.Record(BotName, Bot).check(Schema.isMinProperties(1), Schema.isMaxProperties(10)),
  /** What has to be reached. */
  milestones: withDefault(Schema.Array(Milestone).check(Schema.isMaxLength(100)), []),
  /** Where the run ends. */
  limits: withDefault(Limits, {}),
  /** What random numbers and ids depend on. */
  seed: withDefault(Schema.Int, 1)
}) {}

/** A scenario as it is written: most fields have defaults. */
export type Input = (typeof Scenario)["Encoded"]

/** Returns a bot whose paths are resolved. */
export const withCodeIn = <B extends Pick<Bot, "code">>(bot: B, resolve: (path: string) => string): B => ({
  ...bot,
  code: withPaths(bot.code, resolve)
})

/** Returns a room whose file is resolved. */
export const withTerrainIn = (room: Room, resolve: (path: string) => string): Room =>
  room.terrainFile === undefined ? room : Struct.assign(room, { terrainFile: resolve(room.terrainFile) })

/** The largest file with terrain, in bytes: terrain has 2,500 characters. */
const mostBytes = 64 * 1024

/** Returns a room that contains the text of its file. */
export const withTerrain = (
  name: string,
  { terrainFile: file, ...room }: Room
): Effect.Effect<Room, ScenarioError, FileSystem> =>
  file === undefined
    ? Effect.succeed(room)
    : Effect.mapBoth(readFound(file, mostBytes), {
        onFailure: (error) =>
          new ScenarioError({ file, path: `${name}.terrainFile`, detail: whyUnread(error) }),
        onSuccess: (terrain) => ({ ...room, terrain })
      })

/** Returns a scenario whose rooms contain the texts of their files. */
export const withTerrains = (scenario: Scenario): Effect.Effect<Scenario, ScenarioError, FileSystem> =>
  Effect.map(
    Effect.forEach(Object.entries(scenario.rooms), ([name, room]) =>
      Effect.map(withTerrain(`rooms.${name}`, room), (read) => [name, read] as const)
    ),
    (rooms) => Struct.assign(scenario, { rooms: Object.fromEntries(rooms) })
  )

const problemOf = (scenario: Scenario): Problem | undefined => {
  const { bots, milestones, rooms } = scenario
  const starts = new Map<string, string>()
  for (const [name, bot] of Object.entries(bots)) {
    const room = roomOf(scenario, bot)
    const path = ["bots", name, "room"]
    const found = rooms[room]
    if (found === undefined) return { path, detail: `the scenario has no room ${room}` }
    if (bot.spawn !== false && found.controller === false)
      return { path, detail: `${room} has no controller` }
    const other = starts.get(room)
    if (other !== undefined) return { path, detail: `${other} starts in ${room}, too` }
    starts.set(room, name)
  }
  for (const [i, { bot, room, roomClaimed }] of milestones.entries()) {
    if (bot !== undefined && !Object.hasOwn(bots, bot))
      return { path: ["milestones", i, "bot"], detail: `the scenario has no bot ${bot}` }
    if (room !== undefined && !Object.hasOwn(rooms, room))
      return { path: ["milestones", i, "room"], detail: `the scenario has no room ${room}` }
    if (roomClaimed !== undefined && !Object.hasOwn(rooms, roomClaimed))
      return { path: ["milestones", i, "roomClaimed"], detail: `the scenario has no room ${roomClaimed}` }
  }
  for (const [name, { objects }] of Object.entries(rooms)) {
    for (const [i, { owner }] of objects.entries()) {
      if (owner !== undefined && !Object.hasOwn(bots, owner))
        return { path: ["rooms", name, "objects", i, "owner"], detail: `the scenario has no bot ${owner}` }
    }
  }
  return undefined
}

/** Returns the room that a bot starts in. */
export const roomOf = ({ rooms }: Scenario, bot: Bot): RoomName.RoomName =>
  // The schema requires at least one room, whose keys are names of rooms.
  bot.room ?? (Object.keys(rooms)[0] as RoomName.RoomName)

const decoder = makeDecoder(Scenario, problemOf, MapFile.withMap)

/** Checks a scenario and adds the defaults. */
export const make = (input: Input | Scenario): Result.Result<Scenario, ScenarioError> => decoder.make(input)

/** Parses a scenario from YAML. */
export const parse = (text: string, file?: string): Result.Result<Scenario, ScenarioError> =>
  decoder.parse(text, file)

/**
 * Reads rooms from a map file: all that are open, or those with the given names. They are the `rooms` of a scenario.
 *
 * **Details**
 *
 * A map file is JSON with the rooms of a world, their terrain and objects, as those of maps.screepspl.us and of
 * screepsmod-admin-utils.
 *
 * **Errors** `ScenarioError`.
 */
export const readMap = (
  file: string,
  rooms?: ReadonlyArray<RoomName.RoomName>
): Effect.Effect<NonNullable<Input["rooms"]>, ScenarioError, FileSystem> => MapFile.readMap(file, rooms)

/**
 * Reads a scenario from a YAML file. Paths in it are relative to its folder.
 *
 * **Details**
 *
 * In a file, the field `map` adds the rooms of a map file: `map: world.json`, or
 * `map: { file: world.json, rooms: [W1N1, W2N1] }`.
 *
 * **Errors** `ScenarioError`.
 */
export const load = (file: string): Effect.Effect<Scenario, ScenarioError, FileSystem | Path> =>
  Effect.map(decoder.load(file), ({ resolve, value }) =>
    Struct.assign(value, {
      bots: Record.map(value.bots, (bot) => withCodeIn(bot, resolve)),
      rooms: Record.map(value.rooms, (room) => withTerrainIn(room, resolve))
    })
  )
