// A program that starts a server, prints its address, and runs until it is killed.
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as RealServer from "./support/server.ts"

const program = Effect.gen(function* () {
  const { pid, world } = yield* PrivateServer.PrivateServer
  console.log(JSON.stringify({ pid, world }))
  return yield* Effect.never
})

await Effect.runPromise(Effect.provide(program, RealServer.layer()))
