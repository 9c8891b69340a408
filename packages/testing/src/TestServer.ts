/**
 * A private server in memory: swap the transport, keep the program.
 *
 * **Details**
 *
 * Answers as a private server 4.3.0 with `screepsmod-auth` 2.7.2 and a history mod does, over a `ScreepsWorld`:
 * the same refusals, the same 401s and 404s, tokens that live a minute. It answers 19 operations (accounts, clock,
 * rooms, a first spawn, branches, code, console, Memory) and room history: any other ends the program with a list of
 * these. Where its answers hold less than a real server's stands, with reasons, beside the tests that compare them
 * with recordings (`test/TestServer.answers.test.ts`); the contract suite passes on both without a skip.
 *
 * @since 0.1.0
 */
import * as Server from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { notFound, refusal } from "./internal/pages.ts"
import * as router from "./internal/router.ts"
import { absent, routes } from "./internal/routes.ts"
import * as ScreepsWorld from "./ScreepsWorld.ts"

/**
 * How the server behaves.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Lets a tick pass every so often by itself; the world's clock stands still when not told. */
  readonly tickEvery?: Duration.Input | undefined
}

/** Paths that answer without the server's password. */
const unguarded = /^\/api\/(?:auth\/signin|authmod|register\/[^/]+)$/

/**
 * The server as one function of the Web's own types: for programs that bring their own transport.
 *
 * **Details**
 *
 * Paths that real servers were recorded not to have answer 404 as these do. Anything else that this server has no
 * answer for ends the program with a defect that lists what it knows: it does not pretend.
 *
 * @category constructors
 * @since 0.1.0
 */
export const handler = (
  screepsWorld: ScreepsWorld.ScreepsWorld
): ((request: Request) => Effect.Effect<Response>) => {
  const { world } = screepsWorld
  const dispatch = router.handler(routes(world), (request, path, known) => {
    const asked = `${request.method} ${path}`
    return absent.has(asked)
      ? Effect.succeed(notFound(request.method, path))
      : Effect.die(new router.Unanswered({ request: asked, known }))
  })
  const password = world.options.serverPassword
  if (password === undefined) return dispatch
  return (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const admitted =
        unguarded.test(router.gamePath(new URL(request.url))) ||
        request.headers.get("x-server-password") === password ||
        world.holder(request.headers.get("x-token") ?? "", now) !== undefined
      return admitted ? dispatch(request) : Effect.succeed(refusal("incorrect server password"))
    })
}

/**
 * Provides the server and the way to it: give it to a program in place of a real server and an HTTP client.
 *
 * **Details**
 *
 * Without a world, a fresh default one is made for each build of the layer.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  world?: ScreepsWorld.ScreepsWorld,
  options: Options = {}
): Layer.Layer<HttpClient.HttpClient | Server.Server> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const served = world ?? ScreepsWorld.make()
      if (options.tickEvery !== undefined) {
        yield* Effect.forkScoped(Effect.forever(Effect.delay(served.tick, options.tickEvery)))
      }
      return Layer.merge(
        router.client(handler(served)),
        Server.layer(Server.privateServer("http://screeps.test", {}))
      )
    })
  )
