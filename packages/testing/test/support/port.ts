/** A server in memory on a real port of this machine. */
import { createServer } from "node:http"
import * as Server from "@screeps-effect/api/Server"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** Serves a world on a free port. */
export const onPort = (world: ScreepsWorld.ScreepsWorld, options: TestServer.HttpOptions = {}) =>
  TestServer.layerHttp(world, options).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

/** Runs a program with such a server and its address. */
export const withPort = <A, E>(
  world: ScreepsWorld.ScreepsWorld,
  program: (
    url: string,
    controls: TestServer.Controls["Service"]
  ) => Effect.Effect<A, E, Server.Server | Scope.Scope>,
  options: TestServer.HttpOptions = {}
) =>
  Effect.gen(function* () {
    const { url } = yield* Server.Server
    return yield* program(url, yield* TestServer.Controls)
  }).pipe(Effect.scoped, Effect.provide(onPort(world, options)))

/** Sends a request with the platform's own client. */
export const httpRequest = (url: string, init?: RequestInit) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  })
