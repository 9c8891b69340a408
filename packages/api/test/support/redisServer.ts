/** A Redis process for tests that stores nothing on disk and listens on a socket file only. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeRedis } from "@effect/platform-node"
import { isMissing as isServiceMissing } from "@screeps-effect/fixtures/services"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Whether tests skip what needs Redis. */
export const isMissing = isServiceMissing("redis", spawnSync("redis-server", ["--version"]).status === 0)

const begin = (socket: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof spawn>>((resume) => {
      const options = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"]
      const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] })
      server.once("error", (error) => resume(Effect.die(error)))
      server.once("exit", (code) => resume(Effect.die(new Error(`redis-server exited with ${code}`))))
      server.stdout.on("data", (text: Buffer) => {
        if (text.includes("Ready to accept connections") || text.includes("ready to accept connections")) {
          resume(Effect.succeed(server))
        }
      })
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.once("exit", () => resume(Effect.void))
        server.kill("SIGKILL")
      })
  )

/** Starts Redis and returns the path of its socket file. */
export const startRedis = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "redis-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )
  const socket = join(folder, "socket")
  yield* begin(socket)
  return socket
})

/** A connection to the Redis with this socket file; steps fail instead of waiting when Redis does not run. */
export const connection = (socket: string) =>
  NodeRedis.layer({ socket: { path: socket, tls: false }, disableOfflineQueue: true })

/** A Redis, and a connection to it. */
export const layerRedis = Layer.unwrap(Effect.map(startRedis, connection))
