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
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import { listen, playing } from "./support/player.ts"
import { ask, onPort, withPort } from "./support/port.ts"
import { alice, bob } from "./support/server.ts"
import { until } from "./support/time.ts"

const makeWorld = () => ScreepsWorld.make({ accounts: [alice, bob], evaluate: () => ({ log: ["hi"] }) })

/** A program on this machine that talks to the port as to any other server. */
const program = <R>(player: Layer.Layer<R, never, Server.Server | Stage>, world: ScreepsWorld.ScreepsWorld) =>
  player.pipe(
    Layer.provideMerge(onPort(world)),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Socket.layerWebSocketConstructorGlobal)
  )
type Stage = Layer.Services<ReturnType<typeof playing>>

/** Opens a WebSocket of the platform's own. */
const open = (url: string) =>
  Effect.gen(function* () {
    const ws = new WebSocket(url)
    yield* Effect.addFinalizer(() => Effect.sync(() => ws.close()))
    const told = { frames: new Array<string>(), code: 0, reason: "", errors: 0 }
    ws.addEventListener("message", ({ data }) => told.frames.push(String(data)))
    ws.addEventListener("error", () => told.errors++)
    ws.addEventListener("close", ({ code, reason }) => Object.assign(told, { code, reason }))
    return { ws, told }
  })

const wsUrl = (url: string, path = "/socket/websocket") => `${url.replace("http", "ws")}${path}`

describe("a world on a real port", () => {
  it.live("is a server like any other to the SDK, on both roads", () => {
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

  it.live("comes back after a restart, and knows no tokens then when they are lost", () => {
    const world = makeWorld()
    const fast = playing(bob, { backoff: Schedule.spaced("10 millis") })
    return Effect.gen(function* () {
      const { restart } = yield* TestServer.Controls
      const socket = yield* ScreepsSocket.ScreepsSocket
      const told = yield* listen(socket.subscribe(Channels.roomMap("W1N1")))
      yield* until(() => told.length === 1)
      yield* restart({ keepTokens: false })
      yield* until(() => told.length === 2)
      assert.strictEqual((yield* socket.counters).connections, 2)
    }).pipe(Effect.scoped, Effect.provide(program(fast, world)))
  })

  it.live("answers plain requests for its socket as a real server does", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const refused = yield* ask(`${url}/socket/websocket`)
        assert.deepStrictEqual([refused.status, refused.body], [400, "Not a valid websocket request"])
        assert.include((yield* ask(`${url}/socket`)).body, "Welcome to SockJS!")
        const info = yield* ask(`${url}/socket/info`)
        assert.strictEqual(info.headers.get("access-control-allow-origin"), "*")
        const { entropy, ...rest } = JSON.parse(info.body) as { readonly entropy: number }
        assert.isTrue(Number.isInteger(entropy))
        assert.deepStrictEqual(rest, { websocket: true, origins: ["*:*"], cookie_needed: false })
      })
    )
  )

  it.live("greets on the raw socket, with a slash and a query behind it, too", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        for (const path of ["/socket/websocket", "/socket/websocket/?x=1"]) {
          const { told } = yield* open(wsUrl(url, path))
          yield* until(() => told.frames.length === 2)
          assert.match(told.frames.join(), /^time \d+,protocol 14$/)
        }
      })
    )
  )

  it.live("does not answer a handshake elsewhere, and still lets others in", () =>
    withPort(makeWorld(), (url, { connections }) =>
      Effect.gen(function* () {
        const elsewhere = yield* open(wsUrl(url, "/ptr/socket/websocket"))
        const { told } = yield* open(wsUrl(url))
        yield* until(() => told.frames.length === 2)
        assert.strictEqual(elsewhere.ws.readyState, WebSocket.CONNECTING)
        assert.lengthOf(yield* connections, 1)
      })
    )
  )

  it.live("leaves a connection deaf after a binary frame, and the others as they are", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const deaf = yield* open(wsUrl(url))
        const other = yield* open(wsUrl(url))
        yield* until(() => deaf.told.frames.length === 2 && other.told.frames.length === 2)
        deaf.ws.send(new Uint8Array([1]))
        deaf.ws.send("auth x")
        other.ws.send("auth x")
        yield* until(() => other.told.frames.length === 3)
        other.ws.send("auth x")
        yield* until(() => other.told.frames.length === 4)
        assert.lengthOf(deaf.told.frames, 2)
      })
    )
  )

  it.live("ends connections with the code that it is told, and forgets those that end themselves", () =>
    withPort(makeWorld(), (url, { connections, drop, start, stop }) =>
      Effect.gen(function* () {
        for (const [asked, sent] of [
          [4001, 4001],
          [1006, 1012]
        ] as const) {
          const { told } = yield* open(wsUrl(url))
          yield* until(() => told.frames.length === 2)
          yield* drop({ code: asked, reason: "bye" })
          yield* until(() => told.code !== 0)
          assert.deepStrictEqual([told.code, told.reason], [sent, "bye"])
        }
        const leaving = yield* open(wsUrl(url))
        yield* until(() => leaving.told.frames.length === 2)
        leaving.ws.close()
        yield* until(() => leaving.told.code !== 0)
        yield* until(() => Effect.runSync(connections).length === 0)

        yield* stop
        const refused = yield* open(wsUrl(url))
        yield* until(() => refused.told.code !== 0)
        assert.strictEqual(refused.told.code, 1006)
        assert.strictEqual((yield* ask(`${url}/api/version`)).status, 503)
        yield* start
        assert.strictEqual((yield* ask(`${url}/api/version`)).status, 200)
      })
    )
  )

  it.live("says what it has no answer for, and goes on", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const missing = yield* ask(`${url}/api/what-do-you-know`)
        assert.strictEqual(missing.status, 501)
        assert.include(missing.body, "nothing answers GET /api/what-do-you-know; known are: ")
        const absent = yield* ask(`${url}/api/nope`)
        assert.deepStrictEqual([absent.status, absent.body.includes("Cannot GET /api/nope")], [404, true])
        assert.strictEqual((yield* ask(`${url}/api/game/time`)).status, 200)
      })
    )
  )

  it.live("says when it cannot keep an operation's promise, and goes on", () => {
    const world = makeWorld()
    return withPort(world, (url) =>
      Effect.gen(function* () {
        yield* world.users.change("bob", { gcl: Number.NaN })
        const broken = yield* ask(`${url}/api/user/find?username=bob`)
        assert.strictEqual(broken.status, 500)
        assert.include(broken.body, "GET /api/user/find is answered with what it does not promise")
        assert.strictEqual((yield* ask(`${url}/api/version`)).status, 200)
      })
    )
  })

  it.live("answers HEAD as GET without a body", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const head = yield* ask(`${url}/api/game/time`, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.body], [200, ""])
        assert.match(head.headers.get("content-type") ?? "", /^application\/json/)
      })
    )
  )

  for (const name of ["user/cors-preflight", "game/options-preflight"]) {
    it.live(`answers ${name} as it was recorded: pages of other origins may not ask`, () =>
      withPort(makeWorld(), (url) =>
        Effect.gen(function* () {
          const { request, response } = recording(name)
          const { body, headers, status } = yield* ask(`${url}${request.path}`, { method: "OPTIONS" })
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
          const plain = yield* ask(`${url}/api/game/time`, { headers: { origin: "http://example.test" } })
          assert.notInclude([...plain.headers.keys()].join(), "access-control")
        })
      )
    )
  }

  it.live("lets pages of other origins ask where it is told to, tokens included", () =>
    withPort(
      makeWorld(),
      (url) =>
        Effect.gen(function* () {
          const asking = {
            origin: "http://example.test",
            "access-control-request-method": "GET",
            "access-control-request-headers": "x-token,x-username"
          }
          const preflight = yield* ask(`${url}/api/auth/me`, { method: "OPTIONS", headers: asking })
          assert.strictEqual(preflight.status, 204)
          assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
          assert.include(preflight.headers.get("access-control-allow-headers"), "x-token")
          assert.include(preflight.headers.get("access-control-allow-methods"), "POST")
          const answer = yield* ask(`${url}/api/auth/me`, { headers: { origin: "http://example.test" } })
          assert.strictEqual(answer.status, 401)
          assert.strictEqual(answer.headers.get("access-control-allow-origin"), "*")
          assert.include(answer.headers.get("access-control-expose-headers"), "X-Token")
        }),
      { cors: true }
    )
  )

  it.live("speaks as an official server where it is told to", () => {
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
              ScreepsClient.layer.pipe(
                Layer.provide(Credentials.layerToken(token)),
                Layer.provide(Server.layer(server)),
                Layer.provide(FetchHttpClient.layer)
              )
            )
            assert.strictEqual(time, 1)
            const { told, ws } = yield* open(wsUrl(url, "/season/socket/websocket"))
            yield* until(() => told.frames.length === 3)
            ws.send(`auth ${Redacted.value(token)}`)
            yield* until(() => told.frames.length === 4)
            assert.deepStrictEqual(told.frames.slice(1), [
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
