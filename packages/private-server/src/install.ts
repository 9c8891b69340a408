#!/usr/bin/env node
/** Command that installs the game's own server. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as PrivateServer from "./PrivateServer.ts"

await Effect.runPromise(
  Effect.gen(function* () {
    const home = yield* PrivateServer.Home
    console.log(`Installing the game's server in ${home}`)
    const [elapsed] = yield* Effect.timed(PrivateServer.install)
    console.log(`The game's server is installed (${Math.round(Duration.toSeconds(elapsed))} s)`)
  }).pipe(
    Effect.catchTag("PrivateServerError", (error) =>
      Effect.sync(() => {
        console.error(error.message)
        process.exitCode = 1
      })
    )
  )
)
