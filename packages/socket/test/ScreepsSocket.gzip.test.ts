import { deflateSync } from "node:zlib"
import * as Channels from "@screeps-effect/socket/Channels"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { alice } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle, until } from "./support/time.ts"

const packed = (channel: string, payload: unknown) =>
  `gz:${deflateSync(JSON.stringify([channel, payload])).toString("base64")}`

const patch = (n: number) => ({ objects: { a: { hits: n } }, gameTime: Tick.make(n), visual: "" })

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

const roomName = "room:W7N3"

describe("compression", () => {
  it.effect("is asked for after the sign-in and before everything else, on each connection", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.now().drop()
          yield* pass("1 second")
          for (const { asked } of server.connections) {
            assert.deepStrictEqual(asked, ["gzip on", `subscribe ${roomName}`])
          }
        }),
      { gzip: true }
    )
  )

  it.effect("is not asked for by default", () =>
    withSocket((_, server) => Effect.sync(() => assert.isEmpty(server.now().asked)))
  )

  it.effect("leaves the order of plain and compressed frames as it was on the wire", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const frames = yield* listen(socket.frames)
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const lines = yield* listen(socket.subscribe(Channels.console()))
          for (const n of numbers(60)) {
            // Long ones take longer to unpack: an order by readiness would differ.
            const payload = { ...patch(n), visual: "x".repeat(n % 7 === 0 ? 200_000 : 1) }
            if (n % 3 === 0) server.now().say(packed(roomName, payload))
            else server.now().tell(roomName, payload)
            server.now().tell(`user:${alice}/console`, { messages: { log: [`${n}`], results: [] } })
          }
          yield* until(() => lines.told.length === 60)
          assert.deepStrictEqual(
            room.told.map(({ gameTime }) => gameTime),
            numbers(60).map((n) => Tick.make(n))
          )
          assert.deepStrictEqual(
            frames.told.map((frame) => frame._tag === "Event" && frame.channel),
            numbers(60).flatMap(() => [roomName, `user:${alice}/console`])
          )
        }),
      { gzip: true }
    )
  )

  it.effect("that arrives damaged is given up, and the rooms are begun anew", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.signals(Channels.room("W7N3")))
          const lines = yield* listen(socket.signals(Channels.console()))
          server.now().tell(roomName, patch(1))
          server.now().say("gz:eJyrVkoAAAA=", "gz:%%%")
          yield* until(() => room.told.length === 4)
          server.now().tell(roomName, patch(2)) // of the subscription before: the next one waits for it
          yield* settle
          server.now().tell(roomName, patch(3))
          yield* until(() => room.told.length === 5)
          yield* settle
          // Nothing was heard between the two: it is one gap.
          assert.deepStrictEqual(short(room.told), [
            "Connected",
            patch(1),
            "Gap damaged",
            "Resumed",
            patch(3)
          ])
          assert.deepStrictEqual(short(lines.told), [
            "Connected",
            "Gap damaged",
            "Resumed",
            "Gap damaged",
            "Resumed"
          ])
          assert.deepStrictEqual(server.now().asked, [
            "gzip on",
            `subscribe ${roomName}`,
            `subscribe user:${alice}/console`,
            "gzip off",
            `unsubscribe ${roomName}`,
            `subscribe ${roomName}`,
            "gzip off",
            `unsubscribe ${roomName}`,
            `subscribe ${roomName}`
          ])
          assert.deepInclude(yield* socket.counters, { damaged: 2, connections: 1 })
        }),
      { gzip: true }
    )
  )

  it.effect("is understood even where it was not asked for", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
        server.now().say(packed(roomName, patch(7)))
        yield* until(() => room.told.length > 0)
        yield* settle
        assert.deepStrictEqual(room.told, [patch(7)])
      })
    )
  )
})
