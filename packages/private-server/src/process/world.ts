import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { deflateSync } from "node:zlib"
import { modules } from "../installation/home.ts"

/** The settings of a fresh world. */
export interface Plan {
  readonly home: string
  readonly assets: string
  readonly port: number
  readonly cliPort: number
  readonly tickMillis: number
  readonly mods: ReadonlyArray<string>
  readonly bots: Readonly<Record<string, string>>
  readonly paused: boolean
  /** The world's rooms with their terrain as digits; `undefined` for the world that comes with the server. */
  readonly rooms: ReadonlyArray<{ readonly room: string; readonly terrain: string }> | undefined
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

/** The terrain that path finders read: the server adds walls where a room has no neighbour further out. */
const withNeighbours = (rooms: NonNullable<Plan["rooms"]>) => {
  const terrain = new Map(rooms.map(({ room, terrain }) => [room, terrain]))
  for (const { room } of rooms) {
    const [, ew = "", x = "", ns = "", y = ""] = /^([WE])(\d+)([NS])(\d+)$/.exec(room) ?? []
    for (const neighbour of [`${ew}${Number(x) + 1}${ns}${y}`, `${ew}${x}${ns}${Number(y) + 1}`])
      if (!terrain.has(neighbour)) terrain.set(neighbour, walls)
  }
  return Array.from(terrain, ([room, terrain]) => ({ room, terrain }))
}

const replaceRooms = (
  database: Database,
  env: Record<string, unknown>,
  rooms: NonNullable<Plan["rooms"]>
) => {
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const ini = (entries: Readonly<Record<string, string | number>>) =>
  Object.entries(entries)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join("")

/** Returns the file of a mod: `admin-utils` is part of the installation, all others are paths. */
export const modFile = (home: string, mod: string) =>
  mod === "admin-utils" ? join(modules(home), "screepsmod-admin-utils", "index.js") : resolve(mod)

const mods = (plan: Plan) => [
  join(plan.assets, "mods", "offline.cjs"),
  join(plan.assets, "mods", "steady.cjs"),
  join(plan.assets, "mods", "stepping.cjs"),
  join(plan.assets, "mods", "history.cjs"),
  ...(plan.seed === undefined ? [] : [join(plan.assets, "mods", "seeded.cjs")]),
  join(modules(plan.home), "screepsmod-auth", "index.js"),
  ...plan.mods.map((mod) => modFile(plan.home, mod))
]

const fill = (world: string, plan: Plan) => {
  cpSync(join(modules(plan.home), "@screeps", "launcher", "init_dist"), world, { recursive: true })

  // The engine reads both from the database at start, so they apply to the first tick.
  const db = join(world, "db.json")
  const database: Database = JSON.parse(readFileSync(db, "utf8"))
  const env = database.collections.find((collection) => collection.name === "env")?.data[0]?.["data"]
  if (!isRecord(env)) throw new Error("the server's initial db.json has no env collection")
  env["tickRate"] = plan.tickMillis
  env["mainLoopPaused"] = plan.paused ? "1" : "0"
  if (plan.rooms !== undefined) {
    replaceRooms(database, env, plan.rooms)
    // The pictures of other rooms with these names.
    rmSync(join(world, "assets", "map"), { recursive: true, force: true })
    mkdirSync(join(world, "assets", "map", "zoom2"), { recursive: true })
  }
  writeFileSync(db, JSON.stringify(database))

  const bots = Object.fromEntries(Object.entries(plan.bots).map(([name, folder]) => [name, resolve(folder)]))
  writeFileSync(join(world, "mods.json"), JSON.stringify({ mods: mods(plan), bots }))
  writeFileSync(
    join(world, ".screepsrc"),
    ini({
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
    })
  )
  if (plan.mods.includes("admin-utils")) {
    // Without this file the mod has neither the shard's name nor the tick rate.
    writeFileSync(
      join(world, "config.yml"),
      `serverConfig:\n  shardName: shard0\n  tickRate: ${plan.tickMillis}\n`
    )
  }
}

/** Deletes a world. */
export const remove = (world: string) => rmSync(world, { recursive: true, force: true, maxRetries: 3 })

/** Creates a folder with the server's initial world. */
export const make = (plan: Plan): string => {
  const world = mkdtempSync(join(tmpdir(), "screeps-world-"))
  try {
    fill(world, plan)
    return world
  } catch (error) {
    remove(world)
    throw error
  }
}

/** Returns the file for the launcher's output. */
export const launcherLog = (world: string) => join(world, "launcher.log")

const read = (file: string) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** Returns one of the server's logs, by its name without the extension. */
export const log = (world: string, name: string) => read(join(world, "logs", `${name}.log`))

/** Returns the output of the launcher and of the server's processes, with a heading for each. */
export const logs = (world: string): string => {
  const folder = join(world, "logs")
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return [launcherLog(world), ...names.map((name) => join(folder, name))]
    .map((file) => `== ${file.slice(world.length + 1)}\n${read(file).trimEnd()}\n`)
    .join("")
}
