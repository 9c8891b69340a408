/** The ready-made layers over undici, against a server on a port. */
import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import * as Screeps from "@screeps-effect/socket/Screeps"
import { environment, proxy } from "@screeps-effect/fixtures/proxy"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer } from "node:http"

/** A server that accepts a password, returns a token, and the time to requests with that token. */
const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const http = createServer(({ headers, url }, response) => {
      const isSignIn = url === "/api/auth/signin"
      const isKnown = isSignIn || headers["x-token"] === "a-token"
      response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
      response.end(
        JSON.stringify(
          isSignIn
            ? { ok: 1, token: "a-token" }
            : isKnown
              ? { ok: 1, time: 42, username: "bob" }
              : { error: "unauthorized" }
        )
      )
    }).listen(0, "127.0.0.1")
    await once(http, "listening")
    return http
  }),
  (http) => Effect.sync(() => (http.closeAllConnections(), http.close()))
)

const optionsOf = Effect.map(server, (http): Screeps.Options => {
  const address = http.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const account = { username: "bob", password: "open sesame" }
  return { url: `http://127.0.0.1:${port}`, ...account, ...UndiciHttpClient.transport }
})

const calls = Effect.all([
  Effect.map(User.name(), ({ username }) => username),
  Effect.map(Game.time(), ({ time }) => time)
])

describe("Screeps over undici", { concurrent: false }, () => {
  it.live("signs in and calls operations with options", () =>
    Effect.gen(function* () {
      const layer = Screeps.layer(yield* optionsOf)
      assert.deepStrictEqual(yield* Effect.provide(calls, layer), ["bob", 42])
    }).pipe(Effect.scoped)
  )

  it.live("reads the server and the account from the configuration", () =>
    Effect.gen(function* () {
      const { url } = yield* optionsOf
      const env = { SCREEPS_URL: String(url), SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "open sesame" }
      const layer = Layer.provide(
        Screeps.layerConfig(UndiciHttpClient.transport),
        ConfigProvider.layer(ConfigProvider.fromEnv({ env }))
      )
      assert.deepStrictEqual(yield* Effect.provide(calls, layer), ["bob", 42])
    }).pipe(Effect.scoped)
  )

  it.live("uses the proxies of the environment for HTTP and the socket", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTP_PROXY: url, NO_PROXY: "" })
      const options = yield* optionsOf
      const game = String(options.url).replace("127.0.0.1", "game.test")
      const tunnelled = Effect.gen(function* () {
        const { responds } = yield* ScreepsSocket
        yield* Effect.forkChild(responds)
        while (!log.includes(`CONNECT ${new URL(game).host}`)) yield* Effect.sleep("10 millis")
      })
      const program = Effect.zip(calls, tunnelled)
      yield* Effect.provide(program, Screeps.layer({ ...options, url: game }))
      assert.include(log, `FORWARD GET ${game}/api/game/time`)
    }).pipe(Effect.scoped)
  )
})
