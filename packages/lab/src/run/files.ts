/** Reads the terrain that a scenario has in files. */
import * as Effect from "effect/Effect"
import { platform, readFound, whyUnread } from "../scenario/platform.ts"
import { type Room, type Scenario, ScenarioError } from "../Scenario.ts"

/** The largest file with terrain, in bytes: terrain has 2,500 characters. */
const mostBytes = 64 * 1024

const readTerrain = (name: string, file: string) =>
  readFound(file, mostBytes).pipe(
    Effect.mapError(
      (error) => new ScenarioError({ file, path: `${name}.terrainFile`, detail: whyUnread(error) })
    ),
    Effect.provide(platform)
  )

/** Returns a room that contains the text of its file. */
export const withTerrain = (name: string, room: Room): Effect.Effect<Room, ScenarioError> =>
  Effect.gen(function* () {
    const { terrainFile, ...rest } = room
    return terrainFile === undefined ? room : { ...rest, terrain: yield* readTerrain(name, terrainFile) }
  })

/** Returns the texts of the files with terrain, by the names of the rooms. */
export const readTerrains = ({
  rooms
}: Scenario): Effect.Effect<ReadonlyMap<string, string>, ScenarioError> =>
  Effect.gen(function* () {
    const terrains = new Map<string, string>()
    for (const [name, { terrainFile }] of Object.entries(rooms)) {
      if (terrainFile !== undefined) terrains.set(name, yield* readTerrain(`rooms.${name}`, terrainFile))
    }
    return terrains
  })
