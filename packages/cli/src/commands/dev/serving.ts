/** Servers of one's own: in memory, or the game's own. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Refused } from "../../runner/failure.ts"
import * as Scripts from "./scripts.ts"

/** How many ticks have passed in the world when it opens, so that rooms have a past. */
const past = 200

/** The sample world on a port, ticking until the scope closes. @internal */
export const inMemory = (port: number, tickEvery: Duration.Duration) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const world = yield* SampleWorld.make({ evaluate: Scripts.make() })
      yield* Effect.repeat(world.tick, { times: past })
      return TestServer.layerHttp(world, { tickEvery })
    })
  ).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })),
    Layer.catch(({ cause }) => {
      const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
      const why = isTaken ? "is taken: --port 0 finds a free one" : `cannot be used: ${String(cause)}`
      return Layer.effect(Server.Server, new Refused({ message: `port ${port} ${why}` }))
    })
  )

const loadReal = Effect.promise(() => import("@screeps-effect/private-server/PrivateServer"))

/** Installs the game's own server on this machine, unless it is. @internal */
export const install = Effect.flatMap(loadReal, (PrivateServer) => PrivateServer.install)

/** The game's own server, as it is installed on this machine, on a free port. @internal */
export const real = (tickRate: Duration.Duration) =>
  Layer.unwrap(Effect.map(loadReal, ({ layer }) => layer({ tickRate })))
