/** The program as a process, and a server on a port for it. */
import { assert } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@screeps-effect/api/Server"
import * as TestServer from "@screeps-effect/testing/TestServer"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"
import { bob } from "./inside.ts"

/** Path of the program: the bundle of the last build if it is current, which starts in a third of the time. */
export const bin = inject("program")

/** Compiling is most of the work of a short command: the cache lets the next run skip it. */
const compileCache = fileURLToPath(new URL("../../../../node_modules/.cache/compile", import.meta.url))

/** The result of a process. */
export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Options of a process. */
export interface Start {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly cwd?: string
  /** Path of the program; default: `bin`. */
  readonly program?: string
  /** Whether to run in a pseudo-terminal, which combines both outputs. */
  readonly terminal?: boolean
}

/** Only Linux has this `script`. */
export const hasTerminals = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes(
  "util-linux"
)

const environment = (env: Start["env"] = {}) => ({
  PATH: process.env["PATH"] ?? "",
  TERM: "xterm",
  NODE_NO_WARNINGS: "1",
  NODE_COMPILE_CACHE: compileCache,
  ...env
})

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const start = (args: ReadonlyArray<string>, { cwd, env, program = bin, terminal }: Start): ChildProcess => {
  const command = [process.execPath, program, ...args]
  const [file, ...rest] = terminal ? ["script", "-qec", command.map(quoted).join(" "), "/dev/null"] : command
  const child = spawn(file ?? "", rest, { cwd, env: environment(env), stdio: "pipe" })
  // The process may end before it reads its input.
  child.stdin.on("error", () => {})
  return child
}

/** Runs the program to its end; `onOutput` receives all output so far, `onErrors` that to standard error. */
export const screeps = (
  args: ReadonlyArray<string>,
  options: Start = {},
  onOutput?: (out: string, child: ChildProcess) => void,
  onErrors?: (err: string) => void
): Effect.Effect<Ended> =>
  Effect.callback((resume) => {
    const child = start(args, options)
    let out = ""
    let err = ""
    child.stdout?.on("data", (bytes) => {
      out += String(bytes)
      onOutput?.(out, child)
    })
    child.stderr?.on("data", (bytes) => {
      err += String(bytes)
      onErrors?.(err)
    })
    child.on("close", (status) => resume(Effect.succeed({ status, out, err })))
    if (!options.terminal) child.stdin?.end(options.stdin ?? "")
    else if (options.stdin !== undefined) child.stdin?.write(options.stdin)
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Serves a world on a port. */
export const onPort = (world: ScreepsWorld.ScreepsWorld) =>
  TestServer.layerHttp(world).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

/** The environment with the account `bob`. */
export const asBob = Effect.map(Server.Server, ({ url }) => ({
  SCREEPS_URL: url,
  SCREEPS_USERNAME: bob.username,
  SCREEPS_PASSWORD: bob.password
}))

/** Compares the result of a process. */
export const assertEnded = (ended: Ended, expected: Ended) => assert.deepStrictEqual(ended, expected)

/** Returns a port without a server: it was free a moment ago. */
export const closedPort: Effect.Effect<number> = Effect.callback((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" ? (address?.port ?? 0) : 0
    server.close(() => resume(Effect.succeed(port)))
  })
})
