#!/usr/bin/env node
/** Command that installs the game's own server. */
import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Installation from "./installation/home.ts"
import * as PrivateServer from "./PrivateServer.ts"

// The first signal ends the processes of the installation, and waits for them; a second one ends this program at once.
const stopping = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort())

const platform = Layer.provideMerge(
  NodeChildProcessSpawner.layer,
  Layer.merge(NodeFileSystem.layer, NodePath.layer)
)

const exit = await Effect.runPromiseExit(
  Effect.gen(function* () {
    const home = yield* Installation.folder()
    console.log(`Installing the game's server in ${home}`)
    const [elapsed] = yield* Effect.timed(PrivateServer.install)
    console.log(`The game's server is installed (${Math.round(Duration.toSeconds(elapsed))} s)`)
    return 0
  }).pipe(
    Effect.catchTag("PrivateServerError", (error) =>
      Effect.sync(() => {
        console.error(error.message)
        return 1
      })
    ),
    Effect.provide(platform)
  ),
  { signal: stopping.signal }
)
if (Exit.isFailure(exit) && !stopping.signal.aborted) console.error(exit.cause)
process.exit(Exit.isSuccess(exit) ? exit.value : stopping.signal.aborted ? 130 : 1)
