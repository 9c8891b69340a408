#!/usr/bin/env node
/** Command that installs the game's own server. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PrivateServer from "./PrivateServer.ts"

// The first signal ends the processes of the installation, and waits for them; a second one ends this program at once.
const stopping = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort())

const exit = await Effect.runPromiseExit(
  Effect.gen(function* () {
    const home = yield* PrivateServer.Home
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
    )
  ),
  { signal: stopping.signal }
)
if (Exit.isFailure(exit) && !stopping.signal.aborted) console.error(exit.cause)
process.exit(Exit.isSuccess(exit) ? exit.value : stopping.signal.aborted ? 130 : 1)
