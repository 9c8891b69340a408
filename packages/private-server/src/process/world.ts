/** The folder of a world: the initial database, the configuration, the logs. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Predicate from "effect/Predicate"
import { join, resolve } from "node:path"
import { deflateSync } from "node:zlib"
import type { RoomTerrain } from "../administration/Rooms.ts"
import { didNotStart } from "../fail.ts"
import { assets, modules } from "../installation/home.ts"

/** The settings of a fresh world. */
export interface Plan {
  readonly home: string
  readonly port: number
  readonly cliPort: number
  readonly tickMillis: number
  readonly mods: ReadonlyArray<string>
  readonly bots: Readonly<Record<string, string>>
  readonly paused: boolean
  /** The world's rooms; `undefined` for the world that comes with the server. */
  readonly rooms: ReadonlyArray<RoomTerrain> | undefined
  readonly seed: number | undefined
}

interface Collection {
  readonly name: string
  data: ReadonlyArray<Record<string, unknown>>
  maxId: number
  idIndex: ReadonlyArray<number>
  binaryIndices: Record<string, unknown>
}

interface Database {
  readonly collections: ReadonlyArray<Collection>
}

/** Replaces the documents of a collection; the storage makes its indices again at start. */
const replace = (
  { collections }: Database,
  name: string,
  documents: ReadonlyArray<Record<string, unknown>>
) => {
  const collection = collections.find((one) => one.name === name)
  if (collection === undefined) throw new Error(`the server's initial db.json has no collection ${name}`)
  collection.data = documents.map((document, index) => ({
    ...document,
    meta: { revision: 0, created: 0, version: 0 },
    $loki: index + 1
  }))
  collection.maxId = documents.length
  collection.idIndex = documents.map((_, index) => index + 1)
  collection.binaryIndices = {}
}

/** The accounts without which the server does not work: they own invaders, source keepers, and the game's own orders. */
const ownUsers: ReadonlyArray<unknown> = ["invader", "source keeper", "screeps"]

const walls = "1".repeat(2500)

/** Rooms with their terrain as digits. */
type RoomDigits = ReadonlyArray<{ readonly room: RoomName.RoomName; readonly terrain: string }>

/** The terrain that path finders read: the server adds walls where a room has no neighbour further out. */
const withNeighbours = (rooms: RoomDigits): RoomDigits => {
  const terrain = new Map(rooms.map(({ room, terrain }) => [room, terrain]))
  for (const { room } of rooms) {
    const { bottom, left, right, top } = RoomName.neighbours(room)
    for (const outer of [room.startsWith("W") ? left : right, room.includes("N") ? top : bottom])
      if (!terrain.has(outer)) terrain.set(outer, walls)
  }
  return Array.from(terrain, ([room, terrain]) => ({ room, terrain }))
}

const replaceRooms = (database: Database, env: Record<string, unknown>, rooms: RoomDigits) => {
  const users = database.collections.find(({ name }) => name === "users")?.data ?? []
  replace(
    database,
    "users",
    users.filter(({ usernameLower }) => ownUsers.includes(usernameLower))
  )
  replace(database, "users.code", [])
  replace(database, "rooms.objects", [])
  replace(
    database,
    "rooms",
    rooms.map(({ room }) => ({ _id: room, status: "normal", active: false, sourceKeepers: false }))
  )
  replace(
    database,
    "rooms.terrain",
    rooms.map((one) => ({ ...one, _id: one.room, type: "terrain" }))
  )
  for (const key of Object.keys(env)) if (/^(mapView|memory):/.test(key)) delete env[key]
  env["accessibleRooms"] = JSON.stringify(rooms.map(({ room }) => room))
  env["terrainData"] = deflateSync(JSON.stringify(withNeighbours(rooms))).toString("base64")
}

const ini = (entries: Readonly<Record<string, string | number>>) =>
  Object.entries(entries)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join("")

/** Returns the file of a mod: `admin-utils` is part of the installation, all others are paths. */
export const modFile = (home: string, mod: string) =>
  mod === "admin-utils" ? join(modules(home), "screepsmod-admin-utils", "index.js") : resolve(mod)

const mods = ({ home, mods, seed }: Plan) => [
  ...["offline", "steady", "stepping", "history", ...(seed === undefined ? [] : ["seeded"])].map((name) =>
    join(assets, "mods", `${name}.cjs`)
  ),
  join(modules(home), "screepsmod-auth", "index.js"),
  ...mods.map((mod) => modFile(home, mod))
]

/** Returns the initial database with the settings of a world, which the engine reads at its start. */
const databaseOf = (text: string, plan: Plan) => {
  const database: Database = JSON.parse(text)
  const env = database.collections.find((collection) => collection.name === "env")?.data[0]?.["data"]
  if (!Predicate.isObject(env)) throw new Error("the server's initial db.json has no env collection")
  Object.assign(env, { tickRate: plan.tickMillis, mainLoopPaused: plan.paused ? "1" : "0" })
  const rooms = plan.rooms?.map(({ room, terrain }) => ({ room, terrain: Terrain.encode(terrain) }))
  if (rooms !== undefined) replaceRooms(database, env, rooms)
  return JSON.stringify(database)
}

/** Creates a folder with the server's initial world, which is deleted with the scope. */
export const make = Effect.fnUntraced(function* (plan: Plan) {
  const fs = yield* FileSystem
  const world = yield* fs.makeTempDirectoryScoped({ prefix: "screeps-world-" })
  const write = (name: string, text: string) => fs.writeFileString(join(world, name), text)
  yield* fs.copy(join(modules(plan.home), "@screeps", "launcher", "init_dist"), world)
  const initial = yield* fs.readFileString(join(world, "db.json"))
  yield* write(
    "db.json",
    yield* Effect.try({ try: () => databaseOf(initial, plan), catch: (error) => didNotStart(String(error)) })
  )
  if (plan.rooms !== undefined) {
    // The pictures of other rooms with these names.
    yield* fs.remove(join(world, "assets", "map"), { recursive: true, force: true })
    yield* fs.makeDirectory(join(world, "assets", "map", "zoom2"), { recursive: true })
  }
  const bots = Object.fromEntries(Object.entries(plan.bots).map(([name, folder]) => [name, resolve(folder)]))
  yield* write("mods.json", JSON.stringify({ mods: mods(plan), bots }))
  const settings = {
    steam_api_key: "offline",
    host: "127.0.0.1",
    port: plan.port,
    cli_host: "127.0.0.1",
    cli_port: plan.cliPort,
    runners_cnt: 1,
    runner_threads: 1,
    processors_cnt: 1,
    logdir: "logs",
    modfile: "mods.json",
    assetdir: "assets",
    db: "db.json",
    log_rotate_keep: 9,
    storage_timeout: 30_000,
    // Empty means never; "0" would restart the engine right after its start.
    restart_interval: ""
  }
  yield* write(".screepsrc", ini(settings))
  // Without this file the mod has neither the shard's name nor the tick rate.
  if (plan.mods.includes("admin-utils"))
    yield* write("config.yml", `serverConfig:\n  shardName: shard0\n  tickRate: ${plan.tickMillis}\n`)
  return world
})

/** Returns the file for the launcher's output. */
export const launcherLog = (world: string) => join(world, "launcher.log")

const read = (file: string) =>
  Effect.flatMap(FileSystem, (fs) => Effect.orElseSucceed(fs.readFileString(file), () => ""))

/** Returns one of the server's logs, by its name without the extension. */
export const log = (world: string, name: string) => read(join(world, "logs", `${name}.log`))

/** Returns the output of the launcher and of the server's processes, with a heading for each, without the password. */
export const logs = Effect.fnUntraced(function* (world: string, password: string | undefined) {
  const fs = yield* FileSystem
  const names = yield* Effect.orElseSucceed(fs.readDirectory(join(world, "logs")), (): Array<string> => [])
  const files = [launcherLog(world), ...names.toSorted().map((name) => join(world, "logs", name))]
  const texts = yield* Effect.forEach(files, (file) =>
    Effect.map(read(file), (text) => `== ${file.slice(world.length + 1)}\n${text.trimEnd()}\n`)
  )
  return password ? texts.join("").replaceAll(password, "<redacted>") : texts.join("")
})
