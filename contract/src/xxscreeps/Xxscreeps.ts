/** The independent server xxscreeps 0.0.9 in memory, as it was recorded: no mods, no limits, one shard. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as Screeps from "@screeps-effect/socket/Screeps"
import type { Faults } from "@screeps-effect/testing/Faults"
import type { ScreepsWorld } from "@screeps-effect/testing/ScreepsWorld"
import type { Controls } from "@screeps-effect/testing/TestServer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { WebSocketConstructor } from "effect/socket/Socket"
import {
  type Runnable,
  serveInMemory,
  serveOnPort,
  withSocketPages
} from "../../../packages/testing/src/server/serving.ts"
import { xxscreepsServer } from "./server.ts"
import { Hub } from "./socket/hub.ts"

export interface Options {
  /** The interval at which ticks pass by themselves; by default only `world.tick` advances the world. */
  readonly tickEvery?: Duration.Input | undefined
}

/** Returns the server as one function of Web types; an account's first branch is named `main`. */
export const handler = ({ first: shard }: ScreepsWorld, { tickEvery }: Options = {}) =>
  withSocketPages(xxscreepsServer(shard, tickEvery))

const runnable = (world: ScreepsWorld, options: Options): Runnable => ({
  world,
  serve: handler(world, options),
  sockets: (now) => new Hub(world.first, now),
  tickEvery: options.tickEvery
})

const description = Server.privateServer("http://screeps.test")

/** Provides the server, and an HTTP client and a WebSocket that reach it. */
export const layer = (
  world: ScreepsWorld,
  options: Options = {}
): Layer.Layer<HttpClient | Server.Server | WebSocketConstructor | Controls | Faults> =>
  Layer.unwrap(Effect.map(serveInMemory(runnable(world, options)), Layer.merge(Server.layer(description))))

/** Provides the server together with a client of it, signed in as this account. */
export const layerScreeps = (
  world: ScreepsWorld,
  { password, username }: { readonly username: string; readonly password: string },
  options: Options = {}
): Layer.Layer<Screeps.Services | Controls | Faults> =>
  Screeps.layerNoDeps().pipe(
    Layer.provideMerge(
      Layer.merge(
        layer(world, options),
        Credentials.layerPassword({ username, password: Redacted.make(password) })
      )
    )
  )

/** Serves the world on a real port. */
export const layerHttp = (
  world: ScreepsWorld,
  options: Options = {}
): Layer.Layer<Server.Server | Controls | Faults, never, HttpServer> =>
  Layer.unwrap(
    Effect.map(serveOnPort(runnable(world, options), { cors: false, hosts: [] }), ({ layer, url }) =>
      Layer.merge(layer, Server.layer({ ...description, url }))
    )
  )
