import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
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

/** Returns the file of a mod: `admin-utils` is part of the installation, all others are paths. */
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

  // The engine reads both from the database at start, so they apply to the first tick.
  const db = join(world, "db.json")
  const database: Database = JSON.parse(readFileSync(db, "utf8"))
  const env = database.collections.find((collection) => collection.name === "env")?.data[0]
  if (env === undefined) throw new Error("the server's initial db.json has no env collection")
  env.data["tickRate"] = plan.tickMillis
  env.data["mainLoopPaused"] = plan.paused ? "1" : "0"
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
