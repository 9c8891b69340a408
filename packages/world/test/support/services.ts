/** Postgres and Redis for tests, which can be stopped and started again at the same address. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Scope } from "effect"

/** A service that can be restarted. */
export interface Service {
  readonly url: string
  readonly stop: Effect.Effect<void>
  readonly start: Effect.Effect<void>
}

/** Returns a port that nothing listens on. */
const freePort: Effect.Effect<number> = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return address !== null && typeof address === "object" ? address.port : 0
})

/** A folder that is removed when the scope closes. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "collector-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Ends a process, if it runs, and waits until it has ended. */
export const end = (child: ChildProcess | undefined, signal: NodeJS.Signals): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, "exit")
  })

const service = (
  url: string,
  command: string,
  args: ReadonlyArray<string>,
  isReady: RegExp,
  signal: NodeJS.Signals
): Effect.Effect<Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    let child: ChildProcess | undefined
    const start = Effect.promise(
      () =>
        new Promise<void>((resolve) => {
          const started = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })
          child = started
          let output = ""
          const read = (more: Buffer) => {
            output += more.toString()
            if (isReady.test(output)) resolve()
          }
          started.stdout.on("data", read)
          started.stderr.on("data", read)
        })
    )
    yield* Effect.acquireRelease(start, () => Effect.suspend(() => end(child, "SIGKILL")))
    return { url, start, stop: Effect.suspend(() => end(child, signal)) }
  })

/** Finds a tool of Postgres, also in Debian's folder outside of PATH. */
const binOf = (tool: string): string | undefined => {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : []
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":")
  ]
  return folders.map((one) => join(one, tool)).find((path) => existsSync(path))
}
const tools = { initdb: binOf("initdb"), postgres: binOf("postgres") }
const isRoot = process.getuid?.() === 0
/** Postgres does not run as root. */
const asPostgres = (command: string): [string, ...Array<string>] =>
  isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", command] : [command]

export const hasPostgres: boolean = tools.initdb !== undefined && tools.postgres !== undefined
export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0

/** Runs a database in a temporary folder while the scope is open. */
export const postgres: Effect.Effect<Service, never, Scope.Scope> = Effect.gen(function* () {
  const path = yield* folder
  const port = yield* freePort
  if (isRoot) spawnSync("chown", ["postgres", path])
  const data = join(path, "data")
  const [make, ...makeArgs] = asPostgres(tools.initdb ?? "initdb")
  const made = spawnSync(make, [...makeArgs, "-D", data, "-U", "postgres", "-A", "trust", "--no-sync"])
  if (made.status !== 0) return yield* Effect.die(new Error(String(made.stderr)))
  const [run, ...runArgs] = asPostgres(tools.postgres ?? "postgres")
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${path}`].flatMap((one) => [
    "-c",
    one
  ])
  return yield* service(
    `postgres://postgres@127.0.0.1:${port}/postgres`,
    run,
    [...runArgs, "-D", data, "-p", String(port), ...settings],
    /ready to accept connections/,
    "SIGINT"
  )
})

/** Runs a Redis that stores nothing on disk while the scope is open. */
export const redis: Effect.Effect<Service, never, Scope.Scope> = Effect.gen(function* () {
  const port = yield* freePort
  return yield* service(
    `redis://127.0.0.1:${port}`,
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    /ready to accept connections/i,
    "SIGKILL"
  )
})
