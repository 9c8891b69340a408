/** Runs the game's own open-source server for as long as a scope is open. */
import * as Server from "@screeps-effect/api/Server"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { join } from "node:path"
import * as Administration from "./Administration.ts"
import type { AdministrationError } from "./AdministrationError.ts"
import type { RoomTerrain } from "./administration/Rooms.ts"
import * as Cli from "./administration/cli.ts"
import { didNotStart, fail } from "./fail.ts"
import * as Installation from "./installation/home.ts"
import * as Install from "./installation/install.ts"
import { freePorts } from "./process/ports.ts"
import * as Boot from "./process/boot.ts"
import * as World from "./process/world.ts"
import { NotInstalled, type PrivateServerError } from "./PrivateServerError.ts"

/** A mod of the server: `admin-utils`, which is installed with the server, or the path of a mod's file. */
export type Mod = "admin-utils" | (string & {})

/** Options of a server; all are optional. */
export interface Options {
  /** Shortest time from one tick to the next, in whole milliseconds; 100 ms by default. Large worlds tick slower. */
  readonly tickRate?: Duration.Input | undefined
  /** Port on the loopback interface, from 1 to 65535; a free one by default. */
  readonly port?: number | undefined
  /** Mods to load after the built-in ones (accounts with passwords, room history). */
  readonly mods?: ReadonlyArray<Mod> | undefined
  /** Folders of scripts for `Bots.spawn`, by the name of the bot; each has a `main.js`. */
  readonly bots?: Readonly<Record<string, string>> | undefined
  /**
   * Rooms of the world and their terrain, without objects and without other accounts than the game's own; by default the
   * world that comes with the server: 121 rooms and four bots. The server has no map pictures of these
   * rooms.
   */
  readonly rooms?: ReadonlyArray<RoomTerrain> | undefined
  /** Whether the simulation starts paused, before its first tick; `false` by default. */
  readonly paused?: boolean | undefined
  /**
   * Takes chance out of the simulation: scripts get the same random numbers and new objects the same ids in every run with
   * this seed, scripts run in the order of their users' ids, and periodic jobs, such as invaders, run only by
   * `System.runCronJob`. By default the server decides by chance.
   */
  readonly seed?: number | undefined
  /** The server's password, which every request must carry. With one set, the server rejects new accounts. */
  readonly serverPassword?: Redacted.Redacted | undefined
  /** How long the start may take; one minute by default. */
  readonly startTimeout?: Duration.Input | undefined
  /** How long a command may take on the command line; ten seconds by default. */
  readonly cliTimeout?: Duration.Input | undefined
}

/** A running server. */
export class PrivateServer extends Context.Service<
  PrivateServer,
  {
    /** Address on the loopback interface, without a trailing slash. */
    readonly url: string
    /** Loopback port of the server's command line. */
    readonly cliPort: number
    /** Process id of the launcher, which is the leader of the server's process group. */
    readonly pid: number
    /** Folder of the world; it is deleted with the scope. */
    readonly world: string
    /**
     * Evaluates JavaScript on the server's command line and waits for its result, promises included.
     *
     * **Details**
     *
     * A string is returned as it is, every other value as JSON, `undefined` as `undefined`. The command line's own names,
     * such as `storage`, `system`, `map`, `bots` and `help`, are in scope. `Administration` has typed commands instead.
     *
     * **Errors** `Rejected` when the expression throws, `TimedOut` when there is no result in time.
     */
    readonly cli: (expression: string) => Effect.Effect<string, AdministrationError>
    /** Returns everything that the server's processes have logged so far, without the server's password. */
    readonly logs: Effect.Effect<string>
  }
>()("@screeps-effect/private-server/PrivateServer") {}

/**
 * The folder that the server is installed in.
 *
 * **Details**
 *
 * By default `SCREEPS_PRIVATE_SERVER_HOME` when set; in a checkout of this repository the package's `server` folder;
 * for packages from a registry a folder under `XDG_CACHE_HOME` or `~/.cache`, one for each version of the server.
 */
export const Home: Context.Reference<string | undefined> = Installation.Home

/**
 * Installs the server into `Home`; does nothing when it is there already.
 *
 * **Details**
 *
 * Downloads the server, its mods and the Node that runs it from the npm registry, about 250 MB, and compiles the
 * server's native part. Nothing is installed globally. Needs Linux on x64, `python3`, `make` and `g++`, and `pnpm` or
 * `npx`.
 *
 * **Errors** `UnsupportedPlatform`, `MissingTool`, `InstallFailed`.
 */
export const install: Effect.Effect<void, PrivateServerError, FileSystem | ChildProcessSpawner> =
  // The names of the variables that the installation passes on are patterns, which a `Config` cannot look up.
  Effect.flatMap(Installation.folder(), (home) => Install.install(home, process))

const wholeMillis = (name: string, value: Duration.Input) => {
  const millis = Duration.toMillis(value)
  return Number.isSafeInteger(millis) && millis >= 1
    ? Effect.succeed(millis)
    : didNotStart(`${name} is not a duration of at least one whole millisecond`)
}

/** Returns what is wrong with the rooms, mods and bots of a server, before anything is started. */
const problemOf = Effect.fnUntraced(function* (home: string, { bots = {}, mods = [], rooms = [] }: Options) {
  const fs = yield* FileSystem
  const isMissing = (file: string) => Effect.map(Effect.orDie(fs.exists(file)), (exists) => !exists)
  const names = rooms.map(({ room }) => room)
  const invalid = names.find((room) => !RoomName.is(room))
  if (invalid !== undefined) return `${JSON.stringify(invalid)} is not a room name`
  const twice = names.find((room, index) => names.indexOf(room) !== index)
  if (twice !== undefined) return `the room ${twice} is there twice`
  const missing = yield* Effect.filter(mods, (mod) => isMissing(World.modFile(home, mod)))
  if (missing.length > 0) return `there is no mod at ${missing.join(", ")}`
  const [empty] = yield* Effect.filter(Object.entries(bots), ([, folder]) =>
    isMissing(join(folder, "main.js"))
  )
  return empty && `the folder of the bot ${empty[0]} has no main.js: ${empty[1]}`
})

const choosePorts = Effect.fnUntraced(function* (wanted: number | undefined) {
  if (wanted !== undefined && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= 65_535))
    return yield* didNotStart("the port must be a whole number from 1 to 65535")
  return (yield* freePorts(wanted)) ?? (yield* didNotStart(`port ${wanted} is in use or reserved`))
})

const start = Effect.fnUntraced(function* (options: Options) {
  const tickMillis = yield* wholeMillis("tickRate", options.tickRate ?? 100)
  const startMillis = yield* wholeMillis("startTimeout", options.startTimeout ?? "1 minute")
  const timeout = yield* wholeMillis("cliTimeout", options.cliTimeout ?? "10 seconds")
  const password = options.serverPassword && Redacted.value(options.serverPassword)
  const home = yield* Installation.folder()
  if (!(yield* Installation.isInstalled(home))) return yield* fail(new NotInstalled({ home }))
  const problem = yield* problemOf(home, options)
  if (problem !== undefined) return yield* didNotStart(problem)
  const [port, cliPort] = yield* choosePorts(options.port)
  const url = `http://127.0.0.1:${port}`
  const { bots = {}, mods = [], paused = false, rooms, seed } = options
  const { pid, world } = yield* Boot.start(
    { home, port, cliPort, tickMillis, mods, bots, paused, rooms, seed },
    { url, password, timeout: Duration.millis(startMillis) }
  ).pipe(Effect.catchTag("PlatformError", ({ message }) => didNotStart(message)))
  const files = yield* Effect.context<FileSystem>()
  const administration = yield* Layer.build(Administration.layerCli({ port: cliPort, timeout }))
  const server: PrivateServer["Service"] = {
    url,
    cliPort,
    pid,
    world,
    cli: (expression) => Effect.provide(Cli.evaluate(expression), administration),
    logs: Effect.provide(World.logs(world, password), files)
  }
  return { server, administration }
})

/** What a server needs of the platform: `NodeServices.layer` of `@effect/platform-node` provides it. */
export type Platform = FileSystem | ChildProcessSpawner

/**
 * Starts a server with a fresh world, and stops it and deletes the world when the scope closes.
 *
 * **Errors** `NotInstalled` before `install` has run, `DidNotStart` with the last log lines.
 */
export const make = (
  options: Options = {}
): Effect.Effect<PrivateServer["Service"], PrivateServerError, Platform | Scope.Scope> =>
  Effect.map(start(options), ({ server }) => server)

/**
 * Provides a running server, its `Administration`, and the `Server` that its clients need.
 *
 * **Details**
 *
 * Every build of the layer starts a separate server: fresh world, free ports, processes that end with the scope, even
 * when this program is killed. For two servers in one program use `Layer.fresh`, or call `layer` twice.
 *
 * **Errors** `NotInstalled`, `DidNotStart`.
 */
export const layer = (
  options: Options = {}
): Layer.Layer<PrivateServer | Administration.Administration | Server.Server, PrivateServerError, Platform> =>
  Layer.effectContext(
    Effect.map(start(options), ({ administration, server }) =>
      Context.make(PrivateServer, server).pipe(
        Context.add(Server.Server, Server.privateServer(server.url, { password: options.serverPassword })),
        Context.merge(administration)
      )
    )
  )
