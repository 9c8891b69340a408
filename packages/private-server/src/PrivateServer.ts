/** The game's own open-source server, run for as long as a scope is open. */
import { existsSync } from "node:fs"
import * as Server from "@screeps-effect/api/Server"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Boot from "./process/boot.ts"
import * as Cli from "./cli.ts"
import { fail, tail } from "./fail.ts"
import * as InternalHome from "./installation/home.ts"
import * as Install from "./installation/install.ts"
import { freePorts } from "./process/ports.ts"
import * as World from "./process/world.ts"
import type { PrivateServerError } from "./PrivateServerError.ts"
import { DidNotStart, NotInstalled } from "./PrivateServerError.ts"

/** A mod of the server: `admin-utils` comes with the install, every other is the path of a file. */
export type Mod = "admin-utils" | (string & {})

/** How a server is run; everything has a default. */
export interface Options {
  /** Least time between two ticks, whole milliseconds; 100 ms when absent. Heavy worlds tick slower. */
  readonly tickRate?: Duration.Input | undefined
  /** Mods loaded after those that every server here has (accounts with passwords, room history). */
  readonly mods?: ReadonlyArray<Mod> | undefined
  /** The server's own password, asked of every request. With one set, the server refuses new accounts. */
  readonly serverPassword?: Redacted.Redacted | undefined
  /** How long a start may take; one minute when absent. */
  readonly startTimeout?: Duration.Input | undefined
  /** How long the command line may take to answer; ten seconds when absent. */
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
    /** Process id of the launcher, which leads the group of all the server's processes. */
    readonly pid: number
    /** Folder of the world; it goes with the scope. */
    readonly world: string
    /**
     * Evaluates JavaScript on the server's command line and waits for its result, promises included.
     *
     * **Details**
     *
     * A text comes back as it is, every other value as Node's `util.inspect` shows it. Names such as `storage`,
     * `system`, `map`, `bots` and `help` are there.
     *
     * **Errors** `CliFailed` when the expression throws, or when no answer comes in time.
     */
    readonly cli: (expression: string) => Effect.Effect<string, PrivateServerError>
    /** All that the server's processes have logged so far; the server's password is taken out. */
    readonly logs: Effect.Effect<string>
  }
>()("@screeps-effect/private-server/PrivateServer") {}

/**
 * The folder that the server is installed in.
 *
 * **Details**
 *
 * `SCREEPS_PRIVATE_SERVER_HOME` when set; in a checkout of this repository the package's `server` folder; for copies
 * from a registry a folder under `XDG_CACHE_HOME` or `~/.cache`, one for each version of the server.
 */
export const Home = Context.Reference<string>("@screeps-effect/private-server/Home", {
  defaultValue: () => InternalHome.choose(process.env)
})

/**
 * Installs the server into `Home`; does nothing when it is there already.
 *
 * **Details**
 *
 * Brings the server, its mods and the Node that runs it from the npm registry, about 250 MB, and compiles the
 * server's native part. Nothing is installed globally. Needs Linux on x64, `python3`, `make` and `g++`, and `pnpm`
 * or `npx`.
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
        fail(new DidNotStart({ detail: `${name} is not a time span of whole milliseconds`, log: "" }))
      )
}

/**
 * Starts a server in a fresh world, and ends all of it when the scope closes.
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
  const mods = options.mods ?? []
  const absent = mods.filter((mod) => !existsSync(World.modFile(home, mod)))
  if (absent.length > 0) {
    return yield* Effect.fail(
      fail(new DidNotStart({ detail: `there is no mod at ${absent.join(", ")}`, log: "" }))
    )
  }

  const started = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const [port = 0, cliPort = 0] = await freePorts(2)
        return await Boot.start(
          { home, assets: InternalHome.assets, port, cliPort, tickMillis, mods },
          password
        )
      },
      catch: (error) => fail(new DidNotStart({ detail: withoutPassword(String(error)), log: "" }))
    }),
    (started) => Effect.promise(() => Boot.stop(started))
  )
  const logs = Effect.sync(() => withoutPassword(World.logs(started.world)))

  const url = `http://127.0.0.1:${started.port}`
  const why = yield* Effect.promise((abort) => Boot.ready(started, url, password, startMillis, abort))
  if (why !== undefined) {
    return yield* Effect.fail(fail(new DidNotStart({ detail: why, log: tail(yield* logs) })))
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
 * Provides a running server, and the `Server` that clients of it need.
 *
 * **Details**
 *
 * Every build of the layer is a server of its own: fresh world, free ports, processes that end with the scope, even
 * when this program is killed. Two in one program need `Layer.fresh` or two calls.
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
