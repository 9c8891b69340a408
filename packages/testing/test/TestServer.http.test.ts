import { recording } from "@screeps-effect/fixtures"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import { listen, playing } from "./support/player.ts"
import { httpRequest, onPort, withPort } from "./support/port.ts"
import { alice, bob } from "./support/server.ts"
import { until } from "@screeps-effect/fixtures/time"

const makeWorld = () => ScreepsWorld.make({ accounts: [alice, bob], evaluate: () => ({ log: ["hi"] }) })

/** A program on this machine that uses the port like any other server. */
const program = <R>(player: Layer.Layer<R, never, Server.Server | Stage>, world: ScreepsWorld.ScreepsWorld) =>
  player.pipe(
    Layer.provideMerge(onPort(world)),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Socket.layerWebSocketConstructorGlobal)
  )
type Stage = Layer.Services<ReturnType<typeof playing>>

/** Opens a WebSocket of the platform. */
const open = (url: string) =>
  Effect.gen(function* () {
    const ws = new WebSocket(url)
    yield* Effect.addFinalizer(() => Effect.sync(() => ws.close()))
    const received = { frames: new Array<string>(), code: 0, reason: "", errors: 0 }
    ws.addEventListener("message", ({ data }) => received.frames.push(String(data)))
    ws.addEventListener("error", () => received.errors++)
    ws.addEventListener("close", ({ code, reason }) => Object.assign(received, { code, reason }))
    return { ws, received }
  })

const wsUrl = (url: string, path = "/socket/websocket") => `${url.replace("http", "ws")}${path}`

describe("TestServer.layerHttp", () => {
  it.live("serves the SDK over HTTP and the socket like any other server", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const { _id } = yield* world.users.get("bob")
      yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
      assert.strictEqual((yield* Game.time()).time, 1)
      const lines = yield* listen(ScreepsSocket.subscribe(Channels.console()))
      const views = yield* listen(RoomFeed.states("W7N7"))
      yield* until(() => views.length === 1)
      for (let tick = 1; tick <= 5; tick++) {
        yield* world.tick
        yield* until(() => views.length === tick + 1 && lines.length === tick)
      }
      assert.deepStrictEqual(lines.at(-1), { messages: { log: ["hi"], results: [] } })
      const seen = [...(views.at(-1)?.objects.values() ?? [])].map(RoomObject.toDocument)
      assert.deepStrictEqual<unknown>(seen, yield* world.rooms.objects("W7N7"))
      assert.strictEqual((yield* Game.time()).time, 6)
    }).pipe(Effect.scoped, Effect.provide(program(playing(bob), world)))
  })

  it.live("accepts connections after a restart, and no old tokens when they are lost", () => {
    const world = makeWorld()
    const fast = playing(bob, { backoff: Schedule.spaced("10 millis") })
    return Effect.gen(function* () {
      const { restart } = yield* TestServer.Controls
      const socket = yield* ScreepsSocket.ScreepsSocket
      const received = yield* listen(socket.subscribe(Channels.roomMap("W1N1")))
      yield* until(() => received.length === 1)
      yield* restart({ keepTokens: false })
      yield* until(() => received.length === 2)
      assert.strictEqual((yield* socket.counters).connections, 2)
    }).pipe(Effect.scoped, Effect.provide(program(fast, world)))
  })

  it.live("responds to plain requests for its socket like a real server", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const refused = yield* httpRequest(`${url}/socket/websocket`)
        assert.deepStrictEqual([refused.status, refused.body], [400, "Not a valid websocket request"])
        assert.include((yield* httpRequest(`${url}/socket`)).body, "Welcome to SockJS!")
        const info = yield* httpRequest(`${url}/socket/info`)
        assert.strictEqual(info.headers.get("access-control-allow-origin"), "*")
        const { entropy, ...rest } = JSON.parse(info.body) as { readonly entropy: number }
        assert.isTrue(Number.isInteger(entropy))
        assert.deepStrictEqual(rest, { websocket: true, origins: ["*:*"], cookie_needed: false })
      })
    )
  )

  it.live("greets on the raw socket, also with a trailing slash and a query", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        for (const path of ["/socket/websocket", "/socket/websocket/?x=1"]) {
          const { received } = yield* open(wsUrl(url, path))
          yield* until(() => received.frames.length === 2)
          assert.match(received.frames.join(), /^time \d+,protocol 14$/)
        }
      })
    )
  )

  it.live("never responds to a handshake at another path, and accepts other connections meanwhile", () =>
    withPort(makeWorld(), (url, { connections }) =>
      Effect.gen(function* () {
        const elsewhere = yield* open(wsUrl(url, "/ptr/socket/websocket"))
        const { received } = yield* open(wsUrl(url))
        yield* until(() => received.frames.length === 2)
        assert.strictEqual(elsewhere.ws.readyState, WebSocket.CONNECTING)
        assert.lengthOf(yield* connections, 1)
      })
    )
  )

  it.live("blocks a connection after a binary frame, and no other connection", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const deaf = yield* open(wsUrl(url))
        const other = yield* open(wsUrl(url))
        yield* until(() => deaf.received.frames.length === 2 && other.received.frames.length === 2)
        deaf.ws.send(new Uint8Array([1]))
        deaf.ws.send("auth x")
        other.ws.send("auth x")
        yield* until(() => other.received.frames.length === 3)
        other.ws.send("auth x")
        yield* until(() => other.received.frames.length === 4)
        assert.lengthOf(deaf.received.frames, 2)
      })
    )
  )

  it.live("closes connections with the given code, and forgets connections that clients close", () =>
    withPort(makeWorld(), (url, { connections, drop, start, stop }) =>
      Effect.gen(function* () {
        for (const [code, sent] of [
          [4001, 4001],
          [1006, 1012]
        ] as const) {
          const { received } = yield* open(wsUrl(url))
          yield* until(() => received.frames.length === 2)
          yield* drop({ code: code, reason: "bye" })
          yield* until(() => received.code !== 0)
          assert.deepStrictEqual([received.code, received.reason], [sent, "bye"])
        }
        const leaving = yield* open(wsUrl(url))
        yield* until(() => leaving.received.frames.length === 2)
        leaving.ws.close()
        yield* until(() => leaving.received.code !== 0)
        yield* until(() => Effect.runSync(connections).length === 0)

        yield* stop
        const refused = yield* open(wsUrl(url))
        yield* until(() => refused.received.code !== 0)
        assert.strictEqual(refused.received.code, 1006)
        assert.strictEqual((yield* httpRequest(`${url}/api/version`)).status, 503)
        yield* start
        assert.strictEqual((yield* httpRequest(`${url}/api/version`)).status, 200)
      })
    )
  )

  it.live("responds with 404 to an unknown request, logs the known ones, and continues", () => {
    const logged: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
    return withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const missing = yield* httpRequest(`${url}/api/what-do-you-<b>know`)
        assert.strictEqual(missing.status, 404)
        assert.include(missing.body, "<pre>Cannot GET /api/what-do-you-%3Cb%3Eknow</pre>")
        assert.notInclude(missing.body, "/api/game/time")
        const absent = yield* httpRequest(`${url}/api/nope`)
        assert.deepStrictEqual([absent.status, absent.body.includes("Cannot GET /api/nope")], [404, true])
        assert.strictEqual((yield* httpRequest(`${url}/api/game/time`)).status, 200)
        yield* httpRequest(`${url}/api/what-${"x".repeat(1000)}`)
        assert.match(logged[1] ?? "", /^No response for GET \/api\/what-x{1,200}\.$/)
        assert.match(
          logged[0] ?? "",
          /^No response for GET \/api\/what-do-you-.+Known requests: .*GET \/api\/game\/time/
        )
      })
    ).pipe(Effect.provide(logger))
  })

  it.live("says at the root what it is", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const { body, status } = yield* httpRequest(`${url}/`)
        assert.strictEqual(status, 200)
        assert.include(body, "<h1>A Screeps server in memory</h1>")
        assert.include(body, "Tick 1.")
      })
    )
  )

  it.live("responds with 500 when a handler's result does not match the output, and continues", () => {
    const world = makeWorld()
    return withPort(world, (url) =>
      Effect.gen(function* () {
        yield* world.users.change("bob", { gcl: Number.NaN })
        const broken = yield* httpRequest(`${url}/api/user/find?username=bob`)
        assert.strictEqual(broken.status, 500)
        assert.include(
          broken.body,
          "The handler of GET /api/user/find returned a value that does not match the operation's output"
        )
        assert.strictEqual((yield* httpRequest(`${url}/api/version`)).status, 200)
      })
    )
  })

  it.live("responds to HEAD as to GET, without a body", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const head = yield* httpRequest(`${url}/api/game/time`, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.body], [200, ""])
        assert.match(head.headers.get("content-type") ?? "", /^application\/json/)
      })
    )
  )

  for (const name of ["user/cors-preflight", "game/options-preflight"]) {
    it.live(`responds to ${name} as recorded, without CORS headers`, () =>
      withPort(makeWorld(), (url) =>
        Effect.gen(function* () {
          const { request, response } = recording(name)
          const { body, headers, status } = yield* httpRequest(`${url}${request.path}`, { method: "OPTIONS" })
          assert.deepStrictEqual(
            { body, status, allow: headers.get("allow"), type: headers.get("content-type") },
            {
              body: response.body,
              status: response.status,
              allow: response.headers["allow"] ?? null,
              type: response.headers["content-type"] ?? null
            }
          )
          assert.notInclude([...headers.keys()].join(), "access-control")
          const plain = yield* httpRequest(`${url}/api/game/time`, {
            headers: { origin: "http://localhost:5173" }
          })
          assert.strictEqual(plain.status, 200)
          assert.notInclude([...plain.headers.keys()].join(), "access-control")
        })
      )
    )
  }

  it.live("lets pages of other loopback origins read responses with `cors`, tokens included", () =>
    withPort(
      makeWorld(),
      (url) =>
        Effect.gen(function* () {
          const preflightHeaders = {
            origin: "http://localhost:5173",
            "access-control-request-method": "GET",
            "access-control-request-headers": "x-token,x-username"
          }
          const preflight = yield* httpRequest(`${url}/api/auth/me`, {
            method: "OPTIONS",
            headers: preflightHeaders
          })
          assert.strictEqual(preflight.status, 204)
          assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "http://localhost:5173")
          assert.include(preflight.headers.get("access-control-allow-headers"), "x-token")
          assert.include(preflight.headers.get("access-control-allow-methods"), "POST")
          const answer = yield* httpRequest(`${url}/api/auth/me`, {
            headers: { origin: "http://localhost:5173" }
          })
          assert.strictEqual(answer.status, 401)
          assert.strictEqual(answer.headers.get("access-control-allow-origin"), "http://localhost:5173")
          assert.include(answer.headers.get("access-control-expose-headers"), "X-Token")
        }),
      { cors: true }
    )
  )

  it.live("serves an official server with the dialect `official`", () => {
    const world = makeWorld()
    const options: TestServer.HttpOptions = { dialect: "official", limits: false }
    return Effect.gen(function* () {
      const token = yield* world.users.grantToken("bob")
      yield* withPort(
        world,
        (url) =>
          Effect.gen(function* () {
            const server = yield* Server.Server
            assert.strictEqual(server.kind, "official")
            const { time } = yield* Effect.provide(
              Game.time({ shard: "shard0" }),
              ScreepsClient.layerNoDeps().pipe(
                Layer.provide(Credentials.layerToken(token)),
                Layer.provide(Server.layer(server)),
                Layer.provide(FetchHttpClient.layer)
              )
            )
            assert.strictEqual(time, 1)
            const { received, ws } = yield* open(wsUrl(url, "/season/socket/websocket"))
            yield* until(() => received.frames.length === 3)
            ws.send(`auth ${Redacted.value(token)}`)
            yield* until(() => received.frames.length === 4)
            assert.deepStrictEqual(received.frames.slice(1), [
              "protocol 14",
              "package 1",
              `auth ok ${Redacted.value(token)}`
            ])
          }),
        options
      )
    })
  })
})
