/**
 * Runs a server for tests of other packages, behind the given port. Prints one line when it is ready, or why
 * this machine cannot run one; ends with its standard input.
 */
import { once } from "node:events"
import { connect, createServer } from "node:net"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as RealServer from "../support/server.ts"

/** Forwards every connection to another port. */
const forward = (from: number, to: number) =>
  Effect.callback<void>((resume) => {
    const server = createServer((client) => {
      const behind = connect(to, "127.0.0.1")
      client.on("error", () => behind.destroy()).on("close", () => behind.destroy())
      behind.on("error", () => client.destroy()).on("close", () => client.destroy())
      client.pipe(behind).pipe(client)
    })
    server.listen(from, "127.0.0.1", () => resume(Effect.void))
  })

const program = Effect.gen(function* () {
  yield* Effect.provide(PrivateServer.install, NodeServices.layer)
  const { url } = yield* RealServer.make()
  yield* forward(Number(process.argv[2]), Number(new URL(url).port))
  process.stdout.write("ready\n")
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
}).pipe(
  Effect.scoped,
  Effect.catchReasons("PrivateServerError", {
    MissingTool: ({ message }) => Effect.sync(() => process.stdout.write(`${message}\n`)),
    UnsupportedPlatform: ({ message }) => Effect.sync(() => process.stdout.write(`${message}\n`))
  })
)

await Effect.runPromise(program)
process.exit(0)
