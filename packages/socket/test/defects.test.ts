/** Socket defects of other clients, each seen live in one of them. */
import { deflateSync } from "node:zlib"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { alice, type Connection } from "./support/fakeServer.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"

const backoff = Schedule.exponential("1 second")
const creep = (id: string) => ({ _id: id, type: "creep" })

describe("defects of other clients", () => {
  it.effect("c: a reconnect causes no error, no malformed command and no second subscription", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const lines = yield* listen(socket.subscribe(Channels.console()))
          for (const _ of [1, 2, 3]) {
            yield* pass("10 seconds")
            server.current().drop()
            yield* pass("1 second")
            assert.deepStrictEqual(server.current().commands, [
              "subscribe room:W7N3",
              `subscribe user:${alice}/console`
            ])
          }
          assert.deepStrictEqual([room.failure(), lines.failure()], [undefined, undefined])
          assert.deepInclude(yield* socket.counters, { connections: 4, subscribed: 2, listeners: 2 })
        }),
      { backoff }
    )
  )

  it.effect("d: compressed frames are zlib in base64 within text, and are delivered like plain ones", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const frame = { objects: { a: creep("a") }, info: { mode: "world" } }
          const packed = deflateSync(JSON.stringify(["room:W7N3", frame])).toString("base64")
          server.current().sendFrames(`gz:${packed}`)
          yield* until(() => room.emitted.length > 0)
          assert.deepStrictEqual(room.emitted, [frame])
          assert.deepInclude(yield* socket.counters, { damaged: 0, unknownWords: 0 })
        }),
      { gzip: true }
    )
  )

  it.effect("e: resources are subscribed to by the server's name for them", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const resources = yield* listen(socket.subscribe(Channels.resources()))
        assert.deepStrictEqual(server.current().commands, [`subscribe user:${alice}/resources`])
        server.current().sendEvent(`user:${alice}/resources`, { credits: 12.5, pixel: 7 })
        yield* settle
        assert.deepStrictEqual(resources.emitted, [{ credits: 12.5, pixel: 7 }])
      })
    )
  )

  it.effect("f: two listeners of one room share one subscription, and each gets each message once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* listen(socket.subscribe(Channels.room("W7N3")))
        const two = yield* listen(socket.subscribe(Channels.room("W7N3")))
        const copies = server.current().commands.filter((text) => text === "subscribe room:W7N3").length
        assert.strictEqual(copies, 1)
        for (const gameTime of [1, 2, 3, 4]) {
          for (let n = 0; n < copies; n++) server.current().sendEvent("room:W7N3", { objects: {}, gameTime })
        }
        yield* settle
        for (const { emitted } of [one, two]) {
          assert.deepStrictEqual(
            emitted.map(({ gameTime }) => Number(gameTime)),
            [1, 2, 3, 4]
          )
        }
      })
    )
  )

  it.effect("an object that was deleted while the connection was lost is gone from the folded room", () => {
    let objects: Record<string, object> = { a: creep("a"), b: creep("b") }
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          objects = { b: creep("b") }
          server.current().drop()
          yield* pass("1 second")
          const late = yield* listen(socket.subscribe(Channels.room("W7N3")))
          for (const { emitted } of [room, late]) {
            const state = emitted.reduce(RoomState.fold, RoomState.empty)
            assert.deepStrictEqual([...state.objects.keys()].map(String), ["b"])
          }
        }),
      {
        backoff,
        onCommand: (text: string, connection: Connection) => {
          if (text.startsWith("subscribe")) connection.sendEvent("room:W7N3", { objects })
        }
      }
    )
  })

  it.effect(
    "alternating plain and compressed frames are delivered in the order in which they were sent",
    () =>
      withSocket((socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const ticks = Array.from({ length: 20 }, (_, n) => n)
          for (const gameTime of ticks) {
            const text = JSON.stringify(["room:W7N3", { objects: {}, gameTime }])
            server
              .current()
              .sendFrames(gameTime % 2 === 0 ? text : `gz:${deflateSync(text).toString("base64")}`)
          }
          yield* until(() => room.emitted.length === ticks.length)
          assert.deepStrictEqual(
            room.emitted.map(({ gameTime }) => Number(gameTime)),
            ticks
          )
        })
      )
  )

  it.effect("an unknown control word does not throw", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const messages = yield* listen(socket.subscribe(Channels.serverMessage()))
        server.current().sendFrames("season 5 begins", "auth", "gz", "time soon")
        server.current().sendEvent("server-message", "hello")
        yield* settle
        assert.deepStrictEqual(messages.emitted, ["hello"])
        assert.deepInclude(yield* socket.counters, { unknownWords: 4, connections: 1 })
      })
    )
  )

  it.effect(
    "a server that closes every connection is retried a few times a minute, not hundreds of times a second",
    () =>
      withSocket(
        (_, server) =>
          Effect.gen(function* () {
            yield* pass("2 seconds")
            assert.isAtMost(server.connections.length, 4)
            yield* Effect.repeat(pass("1 minute"), { times: 4 })
            assert.isAtMost(server.connections.length, 20)
          }),
        { dial: () => "refused" }
      )
  )

  it.effect("a sign-in that is always rejected is tried twice, not endlessly", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("10 minutes")
          assert.strictEqual(server.signIns(), 2)
          assert.lengthOf(server.connections, 1)
          assert.strictEqual((yield* socket.state)._tag, "Closed")
        }),
      { auth: "refused" }
    )
  )

  it.effect("the name of a watched path contains the shard once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.memory("stats", "shard0")))
        assert.deepStrictEqual(server.current().commands, [`subscribe user:${alice}/memory/stats`])
      })
    )
  )
})
