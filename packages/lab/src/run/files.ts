/** Reads the files that a scenario names. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { platform, whyUnread } from "../scenario/platform.ts"
import { type Bot, type Room, type Scenario, ScenarioError } from "../Scenario.ts"

/** The code of a bot. */
export interface Code {
  readonly modules: CodeModules
  /** Maps the stack traces in a text to the sources. */
  readonly mapText: (text: string) => string
}

/** What the files contain. */
export interface Files {
  /** The code of the bots, by their names. */
  readonly codes: ReadonlyMap<string, Code>
  /** Texts with terrain, by the names of the rooms. */
  readonly terrains: ReadonlyMap<string, string>
}

const readCode = (name: string, code: Bot["code"]) =>
  Effect.gen(function* () {
    if (typeof code !== "string") return { modules: code, mapText: (text: string) => text }
    const fail = (detail: string) => new ScenarioError({ file: code, path: `bots.${name}.code`, detail })
    const read = Effect.all([CodeSync.readFolder(code), SourceMaps.readFolder(code)])
    const [modules, maps] = yield* Effect.mapError(read, (error) => fail(whyUnread(error)))
    if (!Object.hasOwn(modules, "main")) return yield* fail("there is no main.js")
    return { modules, mapText: SourceMaps.make(maps).mapText }
  })

const readTerrain = (name: string, file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    return yield* fs.readFileString(file)
  }).pipe(
    Effect.mapError(
      (error) => new ScenarioError({ file, path: `${name}.terrainFile`, detail: whyUnread(error) })
    )
  )

/** Returns a room that contains the text of its file. */
export const withTerrain = (name: string, room: Room): Effect.Effect<Room, ScenarioError> =>
  Effect.gen(function* () {
    const { terrainFile, ...rest } = room
    return terrainFile === undefined ? room : { ...rest, terrain: yield* readTerrain(name, terrainFile) }
  }).pipe(Effect.provide(platform))

/** Reads all files of a scenario. */
export const readFiles = (scenario: Scenario): Effect.Effect<Files, ScenarioError> =>
  Effect.gen(function* () {
    const codes = new Map<string, Code>()
    for (const [name, { code }] of Object.entries(scenario.bots)) codes.set(name, yield* readCode(name, code))
    const terrains = new Map<string, string>()
    for (const [name, { terrainFile }] of Object.entries(scenario.rooms)) {
      if (terrainFile !== undefined) terrains.set(name, yield* readTerrain(`rooms.${name}`, terrainFile))
    }
    return { codes, terrains }
  }).pipe(Effect.provide(platform))
