import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { modules } from "../installation/home.ts"

/** What a fresh world is made from. */
export interface Plan {
  readonly home: string
  readonly assets: string
  readonly port: number
  readonly cliPort: number
  readonly tickMillis: number
  readonly mods: ReadonlyArray<string>
}

interface Database {
  readonly collections: ReadonlyArray<{
    readonly name: string
    readonly data: ReadonlyArray<{ readonly data: Record<string, unknown> }>
  }>
}

const ini = (entries: Readonly<Record<string, string | number>>) =>
  Object.entries(entries)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join("")

/** Resolves the name of a mod: those that come with the server by name, all others by path. */
export const modFile = (home: string, mod: string) =>
  mod === "admin-utils" ? join(modules(home), "screepsmod-admin-utils", "index.js") : resolve(mod)

const mods = (plan: Plan) => [
  join(plan.assets, "mods", "offline.cjs"),
  join(plan.assets, "mods", "steady.cjs"),
  join(plan.assets, "mods", "history.cjs"),
  join(modules(plan.home), "screepsmod-auth", "index.js"),
  ...plan.mods.map((mod) => modFile(plan.home, mod))
]

const fill = (world: string, plan: Plan) => {
  cpSync(join(modules(plan.home), "@screeps", "launcher", "init_dist"), world, { recursive: true })

  // The engine reads its pace from the database at start, so the very first tick already has it.
  const db = join(world, "db.json")
  const database: Database = JSON.parse(readFileSync(db, "utf8"))
  const env = database.collections.find((collection) => collection.name === "env")?.data[0]
  if (env === undefined) throw new Error("the server's starting world holds no environment")
  env.data["tickRate"] = plan.tickMillis
  writeFileSync(db, JSON.stringify(database))

  writeFileSync(join(world, "mods.json"), JSON.stringify({ mods: mods(plan), bots: {} }))
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
    // Without it the mod knows neither the name of the shard nor the pace.
    writeFileSync(
      join(world, "config.yml"),
      `serverConfig:\n  shardName: shard0\n  tickRate: ${plan.tickMillis}\n`
    )
  }
}

/** Removes a world. */
export const remove = (world: string) => rmSync(world, { recursive: true, force: true, maxRetries: 3 })

/** Makes a folder that holds the server's own starting world. */
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

/** File that takes what the launcher prints. */
export const launcherLog = (world: string) => join(world, "launcher.log")

const read = (file: string) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** One of the server's logs, named without its ending. */
export const log = (world: string, name: string) => read(join(world, "logs", `${name}.log`))

/** Everything that the launcher and the server's processes have printed, under one heading each. */
export const logs = (world: string): string => {
  const folder = join(world, "logs")
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return [launcherLog(world), ...names.map((name) => join(folder, name))]
    .map((file) => `== ${file.slice(world.length + 1)}\n${read(file).trimEnd()}\n`)
    .join("")
}
