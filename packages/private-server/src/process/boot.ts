/** Starts the server in a world of its own, and waits until it responds. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { dirname, join } from "node:path"
import { didNotStart } from "../fail.ts"
import * as Installation from "../installation/home.ts"
import * as Process from "./process.ts"
import * as World from "./world.ts"

/** How long the server has to respond, and where. */
interface Expected {
  readonly url: string
  readonly password: string | undefined
  readonly timeout: Duration.Duration
}

/** Waits until the server responds; its log is read because another program may have taken the port and respond. */
const responds = (world: string, { password, url }: Expected) => {
  const headers = password === undefined ? {} : { "X-Server-Password": password }
  const version = HttpClient.get(`${url}/api/version`, { headers }).pipe(
    Effect.map(({ status }) => status === 200),
    Effect.timeout("5 seconds"),
    Effect.orElseSucceed(() => false),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )
  return Effect.flatMap(World.log(world, "backend"), (log) =>
    log.includes("Game server listening") ? version : Effect.succeed(false)
  ).pipe(Effect.repeat({ until: (isReady) => isReady, schedule: Schedule.spaced("50 millis") }))
}

/**
 * Creates a world and starts the server in it, until the scope closes. The server's processes get only the necessary
 * environment variables, because others (`GAME_PORT`, `MODFILE`, …) would override the world's settings.
 */
export const start = Effect.fnUntraced(function* (plan: World.Plan, expected: Expected) {
  const fs = yield* FileSystem
  const { password, timeout, url } = expected
  const world = yield* World.make(plan)
  const node = Installation.node(plan.home)
  const launcher = join(Installation.modules(plan.home), "screeps", "bin", "screeps.js")
  const handle = yield* Process.start({
    file: node,
    args: ["--require", join(Installation.assets, "keeper.cjs"), launcher, "start"],
    cwd: world,
    env: {
      PATH: [dirname(node), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
      HOME: world,
      PRIVATE_SERVER_WORLD: world,
      PRIVATE_SERVER_SEED: plan.seed === undefined ? undefined : String(plan.seed),
      SERVER_PASSWORD: password
    }
  })
  yield* Effect.forkScoped(Stream.run(handle.all, fs.sink(World.launcherLog(world))))
  const notReady = (message: string) =>
    Effect.flatMap(World.logs(world, password), (log) => Effect.fail(didNotStart(message, log)))
  yield* responds(world, expected).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => notReady(`no response from ${url}/api/version within ${Duration.toMillis(timeout)} ms`)
    }),
    Effect.raceFirst(
      Effect.flatMap(Process.ended(handle), (how) => notReady(`its launcher ended with ${how}`))
    ),
    Process.inRealTime
  )
  return { pid: handle.pid, world }
})
