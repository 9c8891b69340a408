/** The command behind a proxy that the environment names. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { proxy } from "@screeps-effect/fixtures/proxy"
import * as Server from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { screeps } from "./support/binary.ts"

const world = Layer.unwrap(
  Effect.map(SampleWorld.make(), (sample) =>
    TestServer.layerHttp(sample, { tickEvery: "100 millis", hosts: ["game.test"] })
  )
).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))

const { password, username } = SampleWorld.account

/** The address of the server, by a name that only the proxy knows, and the environment for it. */
const behind = (url: string) =>
  Effect.map(Server.Server, (server) => {
    const game = server.url.replace("127.0.0.1", "game.test")
    const account = { SCREEPS_USERNAME: username, SCREEPS_PASSWORD: password }
    return { game, local: server.url, env: { ...account, SCREEPS_URL: game, HTTP_PROXY: url } }
  })

describe("a proxy of the environment", () => {
  it.live("carries the command's requests and its socket", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      const { env, game } = yield* behind(url)
      const called = yield* screeps(["call", "game.time", "--json"], { env })
      assert.deepStrictEqual([called.status, called.err], [0, ""])
      assert.include(log, `FORWARD GET ${game}/api/game/time`)
      const watched = yield* screeps(["watch", SampleWorld.room, "--ticks", "1", "--json"], { env })
      assert.strictEqual(watched.status, 0, watched.err)
      assert.include(log, `CONNECT ${new URL(game).host}`)
    }).pipe(Effect.provide(world))
  )

  it.live("carries nothing to a server on this machine", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      const { env, local } = yield* behind(url)
      const called = yield* screeps(["call", "game.time"], { env: { ...env, SCREEPS_URL: local } })
      assert.deepStrictEqual([called.status, log], [0, []])
    }).pipe(Effect.provide(world))
  )

  it.live("is reported, without its address, when that is malformed", () =>
    Effect.gen(function* () {
      const env = { HTTPS_PROXY: "socks9://bob:open-sesame@proxy", SCREEPS_URL: "http://game.test" }
      const { err, status } = yield* screeps(["call", "game.time", "--json"], { env })
      const message =
        "HTTP_PROXY or HTTPS_PROXY is not the address of a proxy (expected e.g. http://proxy.example:3128)"
      assert.deepStrictEqual([status, JSON.parse(err)], [2, { error: "Usage", message }])
    })
  )
})
