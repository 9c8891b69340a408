/**
 * One service of your own over five transports: an in-memory server, fixed responses, a recording, a real address, and an
 * HTTP client and a WebSocket of your own. The service and its tests stay the same; only the layer below differs.
 *
 *   npm run examples -- 03        (with vitest and @effect/vitest, like any test file)
 *
 * With SCREEPS_URL (and credentials) set, the same tests also run on that server.
 */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { assert, describe, layer } from "@effect/vitest"
import { Credentials, Game, ScreepsClient, Server } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema"
import { Channels, Screeps, ScreepsSocket } from "@screeps-effect/socket"
import { Fake, Recording, SampleWorld, TestServer } from "@screeps-effect/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Socket from "effect/socket/Socket"

// ---- the service under test, in a real project a separate file

/** Where a room is worth a visit. */
class Scouting extends Context.Service<
  Scouting,
  {
    /** The current tick, and whether the middle of the room can be walked. */
    readonly look: (room: RoomName.RoomName) => Effect.Effect<{ tick: number; isOpen: boolean }, unknown>
    /** The number of squares with something on them, as soon as the server shows the room. */
    readonly crowd: (room: RoomName.RoomName) => Effect.Effect<number, unknown>
  }
>()("my-app/Scouting") {
  static readonly layer = Layer.effect(
    Scouting,
    Effect.gen(function* () {
      const services = yield* Effect.context<Screeps.Services>()
      return {
        look: Effect.fn("Scouting.look")(function* (room: RoomName.RoomName) {
          const { time } = yield* Game.time()
          const terrain = yield* Game.terrain({ room })
          return { tick: time, isOpen: terrain.at(25, 25) !== "wall" }
        }, Effect.provide(services)),
        crowd: Effect.fn("Scouting.crowd")(function* (room: RoomName.RoomName) {
          const map = yield* Stream.runHead(ScreepsSocket.subscribe(Channels.roomMap(room)))
          return Option.match(map, { onNone: () => 0, onSome: (all) => Object.values(all).flat().length })
        }, Effect.provide(services))
      }
    })
  )
}

/** The same tests for each transport. */
const tests = <E>(name: string, transport: Layer.Layer<Screeps.Services, E>) =>
  layer(Scouting.layer.pipe(Layer.provide(transport)), { excludeTestServices: true })(name, (it) => {
    it.effect("looks at a room", () =>
      Effect.gen(function* () {
        const { isOpen, tick } = yield* Effect.flatMap(Scouting, ({ look }) => look(SampleWorld.room))
        assert.isTrue(isOpen)
        assert.isAtLeast(tick, 1000)
      })
    )

    it.effect("counts what is on the map of a room", () =>
      Effect.gen(function* () {
        const count = yield* Effect.flatMap(Scouting, ({ crowd }) => crowd(SampleWorld.room))
        assert.isAbove(count, 0)
      })
    )
  })

// ---- the transports

/** (a) A server in memory: a world with an account, in which time passes. */
const inMemory = SampleWorld.layer({ tickEvery: "50 millis" })

/** The client and the socket of an account, over any transport. */
const signedIn = Screeps.layerNoDeps().pipe(
  Layer.provide(Server.layer(Server.privateServer("http://screeps.test"))),
  Layer.provide(Credentials.layerToken(Redacted.make("any")))
)

/** (b) Fixed responses and events, typed by the operations and channels. */
const fixed = Fake.layer(
  Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: 1000 })),
  Fake.answer(Game.roomTerrain, () => Effect.succeed({ ok: 1, terrain: [] })),
  Fake.emit(Channels.roomMap(SampleWorld.room), { w: [[24, 25]] })
)

/** (c) What a server responded once: recorded from the sample world here, in a real project read from files. */
const recording = Layer.unwrap(
  Effect.gen(function* () {
    const server = TestServer.layer(yield* SampleWorld.make())
    const client = ScreepsClient.layerNoDeps().pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provideMerge(Recording.record(server)),
      Layer.provide(server)
    )
    const recordings = yield* Effect.gen(function* () {
      yield* Game.time()
      yield* Game.terrain({ room: SampleWorld.room })
      return yield* Effect.flatMap(Recording.Recorder, ({ all }) => all)
    }).pipe(Effect.provide(client))
    const texts = Object.values(Recording.files(recordings))
    return Recording.replay(yield* Effect.forEach(texts, Recording.parse))
  })
)

/** (d) A server at an address: here of this process, on a free port. */
const served = Layer.unwrap(
  Effect.map(SampleWorld.make(), (world) => TestServer.layerHttp(world, { tickEvery: "50 millis" }))
).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))
const atAddress = (transport: Screeps.LayerOptions = {}) =>
  Layer.unwrap(
    Effect.map(Server.Server, ({ url }) => Screeps.layer({ url, ...SampleWorld.account, ...transport }))
  ).pipe(Layer.provide(served))

/** (e) An HTTP client and a WebSocket of your own. */
const own = {
  http: Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, HttpClient.mapRequest(HttpClientRequest.setHeader("x-from", "my-app")))
  ).pipe(Layer.provide(UndiciHttpClient.layer)),
  webSocket: Layer.succeed(Socket.WebSocketConstructor, (url) => new WebSocket(url))
}

describe("Scouting", () => {
  tests("in memory", inMemory)
  tests("over fixed responses", signedIn.pipe(Layer.provide(fixed)))
  tests(
    "over a recording, with the events of the fixed responses",
    signedIn.pipe(Layer.provide([recording, fixed]))
  )
  tests("at an address", atAddress())
  tests("over an HTTP client and a WebSocket of its own", atAddress(own))
  if (process.env["SCREEPS_URL"] !== undefined) tests("on your server", Screeps.layerConfig())
})
