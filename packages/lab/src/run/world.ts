/** What a scenario is on the server: rooms, objects and accounts, as documents; pure. */
import type { RoomTerrain } from "@screeps-effect/private-server/Rooms"
import type { NewObject } from "@screeps-effect/private-server/Objects"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Result from "effect/Result"
import { type Room, type Scenario, ScenarioError, roomOf } from "../Scenario.ts"

/** The world before the first tick. */
export interface World {
  readonly rooms: ReadonlyArray<RoomTerrain>
  readonly objects: ReadonlyArray<NewObject>
  /** Identifiers of the bots' accounts, by the bots' names. */
  readonly users: ReadonlyMap<string, UserId.UserId>
}

const codes: Readonly<Record<string, string>> = { ".": "0", "#": "1", "~": "2" }

/** Parses the rows of a terrain. */
const parseTerrain = (text: string): Result.Result<Terrain.Terrain, Terrain.InvalidTerrain> =>
  Terrain.decode(
    text.replaceAll(/\s/g, "").replaceAll(/[.#~]/g, (character) => codes[character] ?? character)
  )

/** The rows or columns of an exit. */
const isExit = (n: number) => n >= 20 && n <= 29

/** A plain with walls around it, and exits to the neighbours that exist. */
const walled = (room: RoomName.RoomName, exists: (name: RoomName.RoomName) => boolean) => {
  const { bottom, left, right, top } = RoomName.neighbours(room)
  const walls = Array.from({ length: Terrain.size }, (_, n) => [
    ...(exists(top) && isExit(n) ? [] : [{ x: n, y: 0 }]),
    ...(exists(bottom) && isExit(n) ? [] : [{ x: n, y: 49 }]),
    ...(exists(left) && isExit(n) ? [] : [{ x: 0, y: n }]),
    ...(exists(right) && isExit(n) ? [] : [{ x: 49, y: n }])
  ])
  return Terrain.fromSquares(walls.flat().map((square) => ({ ...square, type: "wall" })))
}

const emptyStore = { store: { energy: 0 }, notifyWhenAttacked: false }

/** Fields that objects of a scenario may leave out. */
const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  spawn: {
    store: { energy: 300 },
    storeCapacityResource: { energy: 300 },
    hits: 5000,
    hitsMax: 5000,
    spawning: null,
    notifyWhenAttacked: false
  },
  extension: { ...emptyStore, storeCapacityResource: { energy: 50 }, hits: 1000, hitsMax: 1000 },
  tower: { ...emptyStore, storeCapacityResource: { energy: 1000 }, hits: 3000, hitsMax: 3000 },
  storage: { ...emptyStore, storeCapacity: 1_000_000, hits: 10_000, hitsMax: 10_000 },
  terminal: { ...emptyStore, storeCapacity: 300_000, hits: 3000, hitsMax: 3000 },
  container: { ...emptyStore, storeCapacity: 2000, hits: 250_000, hitsMax: 250_000, nextDecayTime: 500 },
  road: { hits: 5000, hitsMax: 5000, nextDecayTime: 1000, notifyWhenAttacked: false },
  constructedWall: { hits: 1, hitsMax: 300_000_000, notifyWhenAttacked: false },
  rampart: { hits: 1, hitsMax: 300_000_000, nextDecayTime: 100, notifyWhenAttacked: false }
}

/** Returns the documents of one room, without the fields that all have. */
const documentsOf = (
  name: RoomName.RoomName,
  room: Room,
  owner: { readonly user: UserId.UserId; readonly safeMode: number } | undefined,
  users: World["users"],
  gameTime: number
): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { controller, mineral, objects, sources } = room
  return [
    ...(controller === false
      ? []
      : [
          {
            type: "controller",
            x: controller.x,
            y: controller.y,
            safeModeAvailable: 0,
            ...(owner === undefined
              ? { level: 0 }
              : {
                  level: controller.level ?? 1,
                  user: owner.user,
                  progress: 0,
                  downgradeTime: null,
                  safeMode: owner.safeMode === 0 ? null : gameTime + owner.safeMode
                })
          }
        ]),
    ...sources.map((square) => ({
      type: "source",
      ...square,
      energy: 3000,
      energyCapacity: 3000,
      ticksToRegeneration: 300
    })),
    ...(mineral === false
      ? []
      : [
          {
            x: mineral.x,
            y: mineral.y,
            type: "mineral",
            mineralType: mineral.type,
            density: 3,
            mineralAmount: 70_000
          }
        ]),
    ...objects.map(({ owner: bot, ...object }) => ({
      ...defaults[object.type],
      ...object,
      ...(bot === undefined ? {} : { user: users.get(bot) })
    }))
  ].map((document) => ({ ...document, room: name }))
}

const isIn = (object: RoomObject.Known, room: RoomName.RoomName): object is NewObject => object.room === room

/** Returns the world of a scenario, in which the first tick follows `gameTime`. */
export const make = (
  scenario: Scenario,
  terrains: ReadonlyMap<string, string>,
  gameTime: number
): Result.Result<World, ScenarioError> =>
  Result.gen(function* () {
    const fail = (path: string, detail: string) => Result.fail(new ScenarioError({ path, detail }))
    const bots = Object.entries(scenario.bots)
    const users = new Map(bots.map(([name], i) => [name, UserId.make(`b07${String(i).padStart(12, "0")}`)]))
    const rooms: Array<RoomTerrain> = []
    const objects: Array<NewObject> = []

    for (const [name, room] of Object.entries(scenario.rooms)) {
      if (!RoomName.is(name)) continue
      const text = terrains.get(name) ?? room.terrain
      const terrain =
        text === undefined
          ? Result.succeed(walled(name, (other) => Object.hasOwn(scenario.rooms, other)))
          : parseTerrain(text)
      if (Result.isFailure(terrain)) return yield* fail(`rooms.${name}.terrain`, terrain.failure.detail)
      rooms.push({ room: name, terrain: terrain.success })

      const [starter, bot] = bots.find(([, bot]) => roomOf(scenario, bot) === name) ?? []
      const user = starter === undefined ? undefined : users.get(starter)
      const owner =
        bot === undefined || user === undefined || bot.spawn === false
          ? undefined
          : { user, safeMode: bot.safeMode }
      const spawn =
        bot === undefined || bot.spawn === false
          ? []
          : [{ ...defaults["spawn"], type: "spawn", name: "Spawn1", ...bot.spawn, user, room: name }]
      for (const document of [...documentsOf(name, room, owner, users, gameTime), ...spawn]) {
        const _id = ObjectId.make(`0b7${String(objects.length).padStart(12, "0")}`)
        const object = RoomObject.classify({ ...document, _id })
        if (object.type === "unknown") {
          const detail = RoomObject.why(object)?.replaceAll("\n", " ") ?? "not a type of the game"
          return yield* fail(`rooms.${name}.objects`, `${object.kind ?? "an object"}: ${detail}`)
        }
        if (isIn(object, name)) objects.push(object)
      }
    }
    return { rooms, objects, users }
  })
