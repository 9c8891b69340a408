/** Runs the game's own open-source server for as long as a scope is open. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as Server from "@screeps-effect/api/Server"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { RoomTerrain } from "./administration/Rooms.ts"
import * as Boot from "./process/boot.ts"
import * as Cli from "./cli.ts"
import { fail, tail } from "./fail.ts"
import * as InternalHome from "./installation/home.ts"
import * as Install from "./installation/install.ts"
import { freePorts, withWanted } from "./process/ports.ts"
import * as World from "./process/world.ts"
import type { PrivateServerError } from "./PrivateServerError.ts"
import { DidNotStart, NotInstalled } from "./PrivateServerError.ts"

/** A mod of the server: `admin-utils`, which is installed with the server, or the path of a mod's file. */
export type Mod = "admin-utils" | (string & {})

/** Options of a server; all are optional. */
export interface Options {
  /** Least time between two ticks, in whole milliseconds; 100 ms by default. Large worlds tick slower. */
  readonly tickRate?: Duration.Input | undefined
  /** Port on the loopback interface, from 1 to 65535; a free one by default. */
  readonly port?: number | undefined
  /** Mods to load after the built-in ones (accounts with passwords, room history). */
  readonly mods?: ReadonlyArray<Mod> | undefined
  /** Folders of scripts for `Bots.spawn`, by the name of the bot; each has a `main.js`. */
  readonly bots?: Readonly<Record<string, string>> | undefined
  /**
   * Rooms of the world and their terrain, without objects and without other accounts than the game's own; by default the
   * world that comes with the server: 121 rooms and four bots. The map's pictures are missing.
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
  /** How long an expression may take on the command line; ten seconds by default. */
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
     * A string is returned as it is, every other value as Node's `util.inspect` writes it. The command line's own
     * names, such as `storage`, `system`, `map`, `bots` and `help`, are in scope. `Administration` has typed commands
     * instead.
     *
     * **Errors** `CliFailed` when the expression throws, or when there is no result in time.
     */
    readonly cli: (expression: string) => Effect.Effect<string, PrivateServerError>
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
export const Home = Context.Reference<string>("@screeps-effect/private-server/Home", {
  defaultValue: () => InternalHome.choose(process.env)
})

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
export const install: Effect.Effect<void, PrivateServerError> = Effect.gen(function* () {
  const home = yield* Home
  yield* Install.install(home, { platform: process.platform, arch: process.arch, env: process.env })
})

const wholeMillis = (name: string, value: Duration.Input) => {
  const millis = Duration.toMillis(value)
  return Number.isSafeInteger(millis) && millis >= 1
    ? Effect.succeed(millis)
    : Effect.fail(
        fail(
          new DidNotStart({ detail: `${name} is not a duration of at least one whole millisecond`, log: "" })
        )
      )
}

const choosePorts = async (wanted: number | undefined): Promise<readonly [port: number, cliPort: number]> => {
  if (wanted === undefined) {
    const [port = 0, cliPort = 0] = await freePorts(2)
    return [port, cliPort]
  }
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535)
    throw new Error("port is not from 1 to 65535")
  const [port, cliPort] = await withWanted(wanted)
  if (port === undefined) throw new Error(`port ${wanted} is in use or reserved`)
  return [port, cliPort]
}

/**
 * Starts a server with a fresh world, and stops it and deletes the world when the scope closes.
 *
 * **Errors** `NotInstalled` before `install` has run, `DidNotStart` with the last log lines.
 */
export const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<PrivateServer["Service"], PrivateServerError, Scope.Scope> {
  const tickMillis = yield* wholeMillis("tickRate", options.tickRate ?? 100)
  const startMillis = yield* wholeMillis("startTimeout", options.startTimeout ?? "1 minute")
  const cliMillis = yield* wholeMillis("cliTimeout", options.cliTimeout ?? "10 seconds")
  const password = options.serverPassword && Redacted.value(options.serverPassword)
  const withoutPassword = (text: string) => (password ? text.replaceAll(password, "<redacted>") : text)

  const home = yield* Home
  if (!InternalHome.isInstalled(home)) return yield* Effect.fail(fail(new NotInstalled({ home })))
  const rooms = options.rooms?.map(({ room }) => room) ?? []
  const invalid = rooms.find((room) => !RoomName.is(room))
  const twice = rooms.find((room, index) => rooms.indexOf(room) !== index)
  if (invalid !== undefined || twice !== undefined) {
    const detail =
      invalid === undefined
        ? `the room ${twice} is there twice`
        : `${JSON.stringify(invalid)} is not a room name`
    return yield* Effect.fail(fail(new DidNotStart({ detail, log: "" })))
  }
  const mods = options.mods ?? []
  const missing = mods.filter((mod) => !existsSync(World.modFile(home, mod)))
  if (missing.length > 0) {
    return yield* Effect.fail(
      fail(new DidNotStart({ detail: `there is no mod at ${missing.join(", ")}`, log: "" }))
    )
  }
  const bots = options.bots ?? {}
  const empty = Object.keys(bots).find((bot) => !existsSync(join(bots[bot] ?? "", "main.js")))
  if (empty !== undefined) {
    const detail = `the folder of the bot ${empty} has no main.js: ${bots[empty]}`
    return yield* Effect.fail(fail(new DidNotStart({ detail, log: "" })))
  }

  const started = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const [port, cliPort] = await choosePorts(options.port)
        return await Boot.start(
          {
            home,
            assets: InternalHome.assets,
            port,
            cliPort,
            tickMillis,
            mods,
            bots,
            paused: options.paused ?? false,
            rooms: options.rooms?.map(({ room, terrain }) => ({ room, terrain: Terrain.encode(terrain) })),
            seed: options.seed
          },
          password
        )
      },
      catch: (error) =>
        fail(
          new DidNotStart({
            detail: withoutPassword(error instanceof Error ? error.message : String(error)),
            log: ""
          })
        )
    }),
    (started) => Effect.promise(() => Boot.stop(started))
  )
  const logs = Effect.sync(() => withoutPassword(World.logs(started.world)))

  const url = `http://127.0.0.1:${started.port}`
  const problem = yield* Effect.promise((abort) => Boot.ready(started, url, password, startMillis, abort))
  if (problem !== undefined) {
    return yield* Effect.fail(fail(new DidNotStart({ detail: problem, log: tail(yield* logs) })))
  }
  return {
    url,
    cliPort: started.cliPort,
    pid: started.group.pid,
    world: started.world,
    cli: (expression) => Cli.evaluate(started.cliPort, expression, cliMillis),
    logs
  }
})

/**
 * Provides a running server, and the `Server` that its clients need.
 *
 * **Details**
 *
 * Every build of the layer starts a separate server: fresh world, free ports, processes that end with the scope, even
 * when this program is killed. For two servers in one program use `Layer.fresh`, or call `layer` twice.
 *
 * **Errors** `NotInstalled`, `DidNotStart`.
 */
export const layer = (options?: Options): Layer.Layer<PrivateServer | Server.Server, PrivateServerError> => {
  const self = Layer.effect(PrivateServer, make(options))
  const server = Layer.effect(
    Server.Server,
    Effect.map(PrivateServer, ({ url }) => Server.privateServer(url, { password: options?.serverPassword }))
  )
  return Layer.provideMerge(server, self)
}
