/** The transport on undici behind proxies that the environment names. */
import { createServer, type Server } from "node:net"
import { environment, proxy } from "@screeps-effect/fixtures/proxy"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import { listen } from "./support/listen.ts"

const get = (url: string) =>
  Effect.gen(function* () {
    const response = yield* HttpClient.get(url)
    return yield* response.text
  }).pipe(Effect.provide(UndiciHttpClient.layer, { local: true }))

const server = listen((request, response) => void response.end(`${request.headers.host} ${request.url}`))

/** A port of this machine by another name. */
const byName = (url: string) => url.replace("127.0.0.1", "game.test")

describe("proxies of the environment", { concurrent: false }, () => {
  it.live("receive requests over http", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTP_PROXY: url, NO_PROXY: "" })
      const game = byName(yield* server)
      assert.strictEqual(yield* get(`${game}/api/x?a=1`), `${new URL(game).host} /api/x?a=1`)
      assert.deepStrictEqual(log, [`FORWARD GET ${game}/api/x?a=1`])
    })
  )

  it.live("are asked for a tunnel to servers over https", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTPS_PROXY: url, NO_PROXY: "" })
      // A server without TLS: the request fails after the tunnel is there.
      const exit = yield* Effect.exit(get(byName(yield* server).replace("http:", "https:")))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(log.length, 1)
      assert.match(log[0] ?? "", /^CONNECT game\.test:\d+$/)
    })
  )

  it.live("receive no request to this machine", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTP_PROXY: url, NO_PROXY: "" })
      const game = yield* server
      for (const host of ["127.0.0.1", "localhost", "LOCALHOST", "127.1"]) {
        assert.include(yield* get(`${game.replace("127.0.0.1", host)}/api`), "/api")
      }
      assert.deepStrictEqual(log, [])
    })
  )

  it.live("receive no request to a host of NO_PROXY", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTP_PROXY: url, NO_PROXY: "other.test, .game.invalid" })
      // The name does not exist.
      assert.isTrue(Exit.isFailure(yield* Effect.exit(get("http://a.game.invalid:1/"))))
      assert.deepStrictEqual(log, [])
    })
  )

  it.live("fail without their address in the error when it is malformed", () =>
    Effect.gen(function* () {
      yield* environment({ HTTP_PROXY: "ftp://bob:open-sesame@proxy.test" })
      const exit = yield* Effect.exit(get("http://game.test:1/"))
      assert(Exit.isFailure(exit))
      const text = Cause.pretty(exit.cause)
      assert.include(text, "HTTP_PROXY or HTTPS_PROXY is not the address of a proxy")
      assert.notInclude(text, "open-sesame")
    })
  )

  it.live("carry WebSockets through a tunnel, also without TLS", () =>
    Effect.gen(function* () {
      const { log, url } = yield* proxy
      yield* environment({ HTTP_PROXY: url, NO_PROXY: "" })
      // Nothing answers: the first bytes of the handshake show that the tunnel leads there.
      const handshake = yield* Deferred.make<string>()
      const game = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createServer((client) =>
            client
              .on("error", () => {})
              .once("data", (data) => {
                Deferred.doneUnsafe(handshake, Effect.succeed(String(data)))
                client.destroy()
              })
          )
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = game.address()
      const port = typeof address === "object" ? address?.port : undefined
      const services = yield* Layer.build(UndiciHttpClient.transport.webSocket)
      const construct = Context.get(services, Socket.WebSocketConstructor)
      construct(`ws://game.test:${port}/socket/websocket`).addEventListener("error", () => {})
      assert.match(yield* Deferred.await(handshake), /^GET \/socket\/websocket HTTP\/1\.1\r\n/)
      assert.deepStrictEqual(log, [`CONNECT game.test:${port}`])
    })
  )
})
