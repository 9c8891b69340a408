/** Runs a server: connects its sockets to the world's events, passes ticks, and provides clients and controls. */
import * as Millis from "@screeps-effect/schema/Millis"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Faults from "../faults/Faults.ts"
import type { Connection } from "../socket/connection.ts"
import type { Hub } from "../socket/hub.ts"
import { InMemorySocket } from "../socket/inMemorySocket.ts"
import { home, socketPage } from "./pages.ts"
import type { ScreepsWorld } from "../world/ScreepsWorld.ts"
import { Controls } from "./controls.ts"
import { type Access, serveHttp } from "./port.ts"
import { client, type Handler, unreachable } from "./router.ts"

/** The sockets of a server. @internal */
export interface Sockets extends Pick<Hub, "isDown" | "listen" | "connect" | "drop" | "forget"> {
  readonly connections: ReadonlyArray<Pick<Connection, "username" | "subscriptions" | "freeze" | "send">>
}

/** A server that can run. @internal */
export interface Runnable {
  readonly world: ScreepsWorld
  readonly serve: Handler
  readonly sockets: (now: () => number) => Sockets
  readonly tickEvery: Duration.Input | undefined
}

/** Adds the pages of the socket's paths, and the charset of JSON responses. @internal */
export const withSocketPages =
  (serve: Handler): Handler =>
  (request) =>
    Effect.gen(function* () {
      const page = socketPage(request.method, new URL(request.url).pathname, yield* Millis.now)
      if (page !== undefined) return page
      const response = yield* serve(request)
      if (response.headers.get("content-type") === "application/json")
        response.headers.set("content-type", "application/json; charset=utf-8")
      return response
    })

/** Adds a page at the root, for people. */
const withHome =
  ({ time }: ScreepsWorld, serve: Handler): Handler =>
  (request) =>
    request.method === "GET" && new URL(request.url).pathname === "/"
      ? Effect.map(time, home)
      : serve(request)

/** Returns what a test can do with a running server; `ticking` says whether ticks pass by themselves. */
const controlsOf = (
  sockets: Sockets,
  { first: shard }: ScreepsWorld,
  ticking: { isPaused: boolean }
): Controls["Service"] => {
  const end = (keepTokens: boolean) => {
    sockets.drop(1006, "")
    sockets.forget()
    if (!keepTokens) shard.tokens.expireSessions()
  }
  return {
    connections: Effect.sync(() =>
      sockets.connections.map(({ subscriptions, username }) => ({ subscriptions, username }))
    ),
    drop: ({ code = 1006, reason = "", username } = {}) =>
      Effect.sync(() => sockets.drop(code, reason, username)),
    freeze: Effect.sync(() => {
      for (const connection of sockets.connections) connection.freeze()
    }),
    sendFrame: (frame) =>
      Effect.sync(() => {
        for (const connection of sockets.connections) connection.send(frame)
      }),
    restart: ({ keepTokens = true } = {}) => Effect.sync(() => end(keepTokens)),
    stop: Effect.sync(() => {
      sockets.isDown = true
      end(true)
    }),
    start: Effect.sync(() => {
      sockets.isDown = false
    }),
    expireTokens: Effect.sync(() => shard.tokens.expireSessions()),
    pause: Effect.sync(() => {
      ticking.isPaused = true
    }),
    resume: Effect.sync(() => {
      ticking.isPaused = false
    })
  }
}

/** Runs a server until the scope ends. */
const run = Effect.fnUntraced(function* ({ serve, sockets: make, tickEvery, world }: Runnable) {
  const clock = yield* Clock.Clock
  const sockets = make(() => clock.currentTimeMillisUnsafe())
  yield* Effect.acquireRelease(
    Effect.sync(() => sockets.listen()),
    (stop) =>
      Effect.sync(() => {
        stop()
        sockets.drop(1006, "")
      })
  )
  const ticking = { isPaused: false }
  if (tickEvery !== undefined) {
    const pass = Effect.suspend(() => (ticking.isPaused ? Effect.void : world.tick)).pipe(
      // Such as of a test's `evaluate`: without this, time would stop and nobody would see why.
      Effect.catchDefect((defect) => Effect.logError("A tick of the world failed", defect))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.delay(pass, tickEvery)))
  }
  const faults = yield* Faults.make
  const controls = Layer.succeed(Controls, controlsOf(sockets, world, ticking))
  return {
    sockets,
    serve: faults.wrap(serve),
    layer: Layer.merge(controls, Layer.succeed(Faults.Faults, faults))
  }
})

/** Runs a server until the scope ends; the layer is its clients and its controls. @internal */
export const serveInMemory = (
  server: Runnable
): Effect.Effect<
  Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor | Controls | Faults.Faults>,
  never,
  Scope.Scope
> =>
  Effect.map(run(server), ({ layer, serve, sockets }) =>
    Layer.mergeAll(
      layer,
      Layer.effect(
        HttpClient.HttpClient,
        Effect.map(
          HttpClient.HttpClient,
          HttpClient.transform((answer, request) =>
            Effect.suspend(() =>
              sockets.isDown ? Effect.fail(unreachable(request, "the server is stopped")) : answer
            )
          )
        )
      ).pipe(Layer.provide(client(serve))),
      Layer.succeed(
        Socket.WebSocketConstructor,
        (url) => new InMemorySocket((out) => sockets.connect(new URL(url).pathname, out))
      )
    )
  )

/** Runs a server on a real port until the scope ends; returns its address and its controls. @internal */
export const serveOnPort = (
  server: Runnable,
  access: Access
): Effect.Effect<
  { readonly url: string; readonly layer: Layer.Layer<Controls | Faults.Faults> },
  never,
  HttpServer.HttpServer | Scope.Scope
> =>
  Effect.flatMap(run(server), ({ layer, serve, sockets }) =>
    Effect.map(serveHttp(withHome(server.world, serve), sockets, access), (url) => ({ url, layer }))
  )
