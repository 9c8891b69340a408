/** What a scenario is on the server: rooms, objects and accounts, as documents; pure. */
import type { RoomTerrain } from "@screeps-effect/private-server/Rooms"
import type { NewObject } from "@screeps-effect/private-server/Objects"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Result from "effect/Result"
import { ScenarioError } from "../scenario/decode.ts"
import { type Room, type Scenario, roomOf } from "../scenario/scenario.ts"

/** The world before the first tick. */
export interface World {
  readonly rooms: ReadonlyArray<RoomTerrain>
  readonly objects: ReadonlyArray<RoomObject.Known & NewObject>
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

type Document = Readonly<Record<string, unknown>>

/** A document of a room, and where the scenario has it. */
interface Placed {
  readonly path: string
  readonly document: Document
}

/** Adds the fields that an object of a scenario may leave out; spawns are full, and nothing sends e-mails. */
const completed = (document: Document, options: RoomObject.DefaultsOptions): Document => {
  const { type } = document
  const isAttackable = RoomObject.types.some(
    (one) => one === type && "notifyWhenAttacked" in RoomObject.schemas[one].fields
  )
  return RoomObject.withDefaults(
    {
      ...(type === "spawn" ? { store: { energy: 300 } } : {}),
      ...(isAttackable ? { notifyWhenAttacked: false } : {}),
      ...document
    },
    options
  )
}

/** Returns the documents of one room, except the spawn of its bot. */
const documentsOf = (
  name: RoomName.RoomName,
  room: Room,
  owner: { readonly user: UserId.UserId; readonly safeMode: number } | undefined,
  users: World["users"],
  gameTime: number
): ReadonlyArray<Placed> => {
  const { controller, mineral, objects, sources } = room
  const level = controller === false || owner === undefined ? 0 : (controller.level ?? 1)
  const owned =
    owner === undefined
      ? {}
      : {
          user: owner.user,
          progress: 0,
          downgradeTime: null,
          safeMode: owner.safeMode === 0 ? null : gameTime + owner.safeMode
        }
  const documents: ReadonlyArray<readonly [path: string, document: Document]> = [
    ...(controller === false
      ? []
      : [
          [
            "controller",
            { ...controller, type: "controller", safeModeAvailable: 0, level, ...owned }
          ] as const
        ]),
    ...sources.map(
      (square, i) => [`sources[${i}]`, { type: "source", ...square, energyCapacity: 3000 }] as const
    ),
    ...(mineral === false
      ? []
      : [
          [
            "mineral",
            { x: mineral.x, y: mineral.y, type: "mineral", mineralType: mineral.type, density: 3 }
          ] as const
        ]),
    ...objects.map(
      ({ owner: bot, ...object }, i) =>
        [`objects[${i}]`, { ...object, ...(bot === undefined ? {} : { user: users.get(bot) }) }] as const
    )
  ]
  return documents.map(([path, document]) => ({
    path: `rooms.${name}.${path}`,
    document: { ...completed(document, { level, time: gameTime }), room: name }
  }))
}

const isIn = (object: RoomObject.Known, room: RoomName.RoomName): object is RoomObject.Known & NewObject =>
  object.room === room

/** Returns an object that is inserted, or what is wrong with it. */
const checked = (
  { document, path }: Placed,
  room: RoomName.RoomName,
  number: number
): Result.Result<RoomObject.Known & NewObject, ScenarioError> => {
  const fail = (detail: string) => Result.fail(new ScenarioError({ path, detail }))
  const _id = ObjectId.make(`0b7${String(number).padStart(12, "0")}`)
  const object = RoomObject.classify({ ...document, _id })
  if (object.type === "unknown") return fail(`${object.kind ?? "an object"}: not a type of the game`)
  const drift = RoomObject.drift(object)
  if (drift.length > 0) return fail(`${object.type}: ${Decoder.formatDrift(drift)}`)
  return isIn(object, room) ? Result.succeed(object) : fail(`${object.type}: not in ${room}`)
}

/** Returns the world of a scenario, in which the first tick follows `gameTime`. */
export const make = (scenario: Scenario, gameTime: number): Result.Result<World, ScenarioError> =>
  Result.gen(function* () {
    const fail = (path: string, detail: string) => Result.fail(new ScenarioError({ path, detail }))
    const bots = Object.entries(scenario.bots)
    const users = new Map(bots.map(([name], i) => [name, UserId.make(`b07${String(i).padStart(12, "0")}`)]))
    const rooms: Array<RoomTerrain> = []
    const objects: Array<RoomObject.Known & NewObject> = []

    for (const [name, room] of Object.entries(scenario.rooms)) {
      if (!RoomName.is(name)) continue
      const text = room.terrain
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
          : [
              {
                path: `bots.${starter}.spawn`,
                document: completed({ type: "spawn", name: "Spawn1", ...bot.spawn, user, room: name }, {})
              }
            ]
      for (const placed of [...documentsOf(name, room, owner, users, gameTime), ...spawn])
        objects.push(yield* checked(placed, name, objects.length))
    }
    return { rooms, objects, users }
  })
