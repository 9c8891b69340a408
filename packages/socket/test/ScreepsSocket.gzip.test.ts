import { deflateSync } from "node:zlib"
import * as Channels from "@screeps-effect/socket/Channels"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { alice } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"

const packed = (channel: string, payload: unknown) =>
  `gz:${deflateSync(JSON.stringify([channel, payload])).toString("base64")}`

const patch = (n: number) => ({ objects: { a: { hits: n } }, gameTime: Tick.make(n), visual: "" })

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

const roomName = "room:W7N3"

describe("compression", () => {
  it.effect("is requested on each connection after the sign-in and before everything else", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.current().drop()
          yield* pass("1 second")
          for (const { commands } of server.connections) {
            assert.deepStrictEqual(commands, ["gzip on", `subscribe ${roomName}`])
          }
        }),
      { gzip: true }
    )
  )

  it.effect("is not requested by default", () =>
    withSocket((_, server) => Effect.sync(() => assert.isEmpty(server.current().commands)))
  )

  it.effect("keeps the order of plain and compressed frames", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const frames = yield* listen(socket.frames)
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const lines = yield* listen(socket.subscribe(Channels.console()))
          for (const n of numbers(60)) {
            // Long frames take longer to decompress: an order of completion would differ.
            const payload = { ...patch(n), visual: "x".repeat(n % 7 === 0 ? 200_000 : 1) }
            if (n % 3 === 0) server.current().sendFrames(packed(roomName, payload))
            else server.current().sendEvent(roomName, payload)
            server.current().sendEvent(`user:${alice}/console`, { messages: { log: [`${n}`], results: [] } })
          }
          yield* until(() => lines.emitted.length === 60)
          assert.deepStrictEqual(
            room.emitted.map(({ gameTime }) => gameTime),
            numbers(60).map((n) => Tick.make(n))
          )
          assert.deepStrictEqual(
            frames.emitted.map((frame) => frame._tag === "Event" && frame.channel),
            numbers(60).flatMap(() => [roomName, `user:${alice}/console`])
          )
        }),
      { gzip: true }
    )
  )

  it.effect("is switched off after a damaged frame, and rooms are subscribed to again", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const room = yield* listen(socket.signals(Channels.room("W7N3")))
          const lines = yield* listen(socket.signals(Channels.console()))
          server.current().sendEvent(roomName, patch(1))
          server.current().sendFrames("gz:eJyrVkoAAAA=", "gz:%%%")
          yield* until(() => room.emitted.length === 4)
          server.current().sendEvent(roomName, patch(2)) // of the previous subscription: the next one waits for it
          yield* settle
          server.current().sendEvent(roomName, patch(3))
          yield* until(() => room.emitted.length === 5)
          yield* settle
          // No payload came between the two: it is one gap.
          assert.deepStrictEqual(short(room.emitted), [
            "Connected",
            patch(1),
            "Gap damaged",
            "Resumed",
            patch(3)
          ])
          assert.deepStrictEqual(short(lines.emitted), [
            "Connected",
            "Gap damaged",
            "Resumed",
            "Gap damaged",
            "Resumed"
          ])
          assert.deepStrictEqual(server.current().commands, [
            "gzip on",
            `subscribe ${roomName}`,
            `subscribe user:${alice}/console`,
            "gzip off",
            `unsubscribe ${roomName}`,
            `subscribe ${roomName}`,
            `unsubscribe ${roomName}`,
            `subscribe ${roomName}`
          ])
          assert.deepInclude(yield* socket.counters, { damaged: 2, connections: 1 })
        }),
      { gzip: true }
    )
  )

  it.effect("is decoded even when it was not requested", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
        server.current().sendFrames(packed(roomName, patch(7)))
        yield* until(() => room.emitted.length > 0)
        yield* settle
        assert.deepStrictEqual(room.emitted, [patch(7)])
      })
    )
  )
})
