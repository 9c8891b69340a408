/** Servers load a room before they record its subscriber: an `unsubscribe` in between has no effect. */
import * as Channels from "@screeps-effect/socket/Channels"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Connection, type FakeServer, alice } from "./support/fakeServer.ts"
import { type Listening, listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const roomName = "room:W7N3"
const whole = { objects: {} }
const patch = { objects: {}, gameTime: 5 }
const [join, leave] = [`subscribe ${roomName}`, `unsubscribe ${roomName}`]

/** The server's part: it loads the room, then records the subscriber and sends the room. */
const slowRoom = () => {
  let readings = 0
  let noted = 0
  let most = 0
  return {
    onCommand: (text: string) => {
      if (text === join) readings++
      if (text === leave) noted = 0
    },
    read: (connection: Connection) => {
      if (readings === 0) return false
      readings--
      noted++
      most = Math.max(most, noted)
      connection.sendEvent(roomName, whole)
      return true
    },
    noted: () => noted,
    most: () => most
  }
}

describe("a room that has sent nothing yet", () => {
  it.effect("is unsubscribed from when its first message arrives", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* room.stop
        yield* settle
        assert.deepStrictEqual(server.current().commands, [join])
        assert.deepInclude(yield* socket.counters, { listeners: 0, subscribed: 0 })
        server.current().sendEvent(roomName, whole)
        server.current().sendEvent(roomName, patch)
        yield* settle
        assert.deepStrictEqual(server.current().commands, [join, leave])
        assert.deepInclude(yield* socket.counters, { unclaimed: 2 })
      })
    )
  )

  it.effect("is unsubscribed from when it is refused", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* room.stop
        server.current().sendEvent(`err@${roomName}`, "subscribe limit reached")
        yield* settle
        assert.deepStrictEqual(server.current().commands, [join, leave])
      })
    )
  )

  it.effect("stays subscribed when a new listener comes, which gets it once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const before = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* before.stop
        const after = yield* listen(socket.signals(Channels.room("W7N3")))
        server.current().sendEvent(roomName, whole)
        server.current().sendEvent(roomName, patch)
        yield* settle
        assert.deepStrictEqual(short(after.emitted), ["Connected", whole, patch])
        assert.deepStrictEqual(server.current().commands, [join])
        yield* after.stop
        yield* settle
        assert.deepStrictEqual(server.current().commands, [join, leave])
      })
    )
  )

  it.effect("is not unsubscribed from after its connection was lost", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const before = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* before.stop
        server.current().drop()
        yield* pass("2 seconds")
        assert.lengthOf(server.connections, 2)
        server.current().sendEvent(roomName, whole)
        yield* settle
        assert.deepStrictEqual(server.current().commands, [])
        yield* listen(socket.signals(Channels.room("W7N3")))
        assert.deepStrictEqual(server.current().commands, [join])
      })
    )
  )

  it.effect("does not delay other channels, which are unsubscribed from at once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.signals(Channels.console()))
        yield* lines.stop
        yield* settle
        const name = `user:${alice}/console`
        assert.deepStrictEqual(server.current().commands, [`subscribe ${name}`, `unsubscribe ${name}`])
      })
    )
  )

  const seeds = Array.from({ length: 20 }, (_, n) => n + 1)
  it.effect.each(seeds)(
    "has one subscriber at most and none at the end, with random listeners: %s",
    (seed) => {
      const room = slowRoom()
      return withSocket(
        (socket, server) =>
          Effect.gen(function* () {
            let number = seed
            const next = (below: number) => {
              number = (number * 1_103_515_245 + 12_345) % 2_147_483_648
              return Math.floor((number / 2_147_483_648) * below)
            }
            const here: Array<Listening<unknown>> = []
            for (let step = 0; step < 60; step++) {
              const deed = next(4)
              if (deed === 0) here.push(yield* listen(socket.signals(Channels.room("W7N3"))))
              if (deed === 1) yield* here.pop()?.stop ?? Effect.void
              if (deed === 2) room.read(server.current())
              if (deed === 3 && room.noted() > 0)
                server.current().sendEvent(roomName, next(3) === 0 ? "no room" : patch)
              yield* settle
              assert.isAtMost(room.most(), 1)
            }
            for (const { stop } of here) yield* stop
            yield* settle
            while (room.read(server.current())) yield* settle
            assert.strictEqual(room.noted(), 0)
          }),
        { onCommand: room.onCommand }
      )
    }
  )
})

describe("a room that is subscribed to again while messages of its previous subscription are still to come", () => {
  const creep = { _id: "a", type: "creep" }
  const marks: ReadonlyArray<readonly [mark: string, whole: object]> = [
    ["an absent gameTime", { objects: { a: creep } }],
    ["decorations, as on xxscreeps", { objects: { a: creep }, gameTime: 7, decorations: [] }]
  ]

  /** Joins a room, leaves it, and joins it again. */
  const rejoin = (
    socket: ScreepsSocket.ScreepsSocket["Service"],
    server: FakeServer,
    whole: object = { objects: { a: creep } }
  ) =>
    Effect.gen(function* () {
      const before = yield* listen(socket.signals(Channels.room("W7N3")))
      server.current().sendEvent(roomName, whole)
      yield* settle
      yield* before.stop
      const room = yield* listen(socket.signals(Channels.room("W7N3")))
      assert.deepStrictEqual(server.current().commands, [join, leave, join])
      return room
    })

  it.effect.each(marks)(
    "is left only after the whole room arrived, which the server marks by %s",
    ([, whole]) =>
      withSocket((socket, server) =>
        Effect.gen(function* () {
          const room = yield* rejoin(socket, server, whole)
          server.current().sendEvent(roomName, patch)
          yield* room.stop
          server.current().sendEvent(roomName, patch)
          yield* settle
          assert.deepStrictEqual(short(room.emitted), ["Connected"])
          assert.deepStrictEqual(server.current().commands, [join, leave, join])
          server.current().sendEvent(roomName, whole)
          yield* settle
          assert.deepStrictEqual(server.current().commands, [join, leave, join, leave])
        })
      )
  )

  it.effect.each(marks)("starts with the whole room, which the server marks by %s", ([, whole]) =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* rejoin(socket, server, whole)
        for (const payload of [patch, patch, whole, patch]) server.current().sendEvent(roomName, payload)
        yield* settle
        assert.deepStrictEqual(short(room.emitted), ["Connected", whole, patch])
        assert.deepInclude(yield* socket.counters, { unclaimed: 2 })
      })
    )
  )

  it.effect("is left as soon as it is refused", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* rejoin(socket, server)
        server.current().sendEvent(roomName, patch)
        yield* room.stop
        server.current().sendEvent(`err@${roomName}`, "subscribe limit reached")
        yield* settle
        assert.deepStrictEqual(server.current().commands, [join, leave, join, leave])
      })
    )
  )

  it.effect("gets messages without a mark after 40 seconds", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* rejoin(socket, server)
        for (let n = 0; n < 39; n++) {
          server.current().sendEvent(roomName, patch)
          yield* pass("1 second")
        }
        assert.deepStrictEqual(short(room.emitted), ["Connected"])
        yield* pass("1 second")
        server.current().sendEvent(roomName, patch)
        yield* settle
        assert.deepStrictEqual(short(room.emitted), ["Connected", patch])
      })
    )
  )

  it.effect("is recorded once by a server behind a connection that stalls for many ticks", () => {
    const room = slowRoom()
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const first = yield* listen(socket.signals(Channels.room("W7N3")))
          room.read(server.current())
          yield* settle
          // Turns end and begin while nothing arrives; then everything arrives at once.
          yield* first.stop
          const second = yield* listen(socket.signals(Channels.room("W7N3")))
          yield* second.stop
          const third = yield* listen(socket.signals(Channels.room("W7N3")))
          for (let n = 0; n < 30; n++) server.current().sendEvent(roomName, { objects: {}, gameTime: n })
          yield* settle
          yield* third.stop
          const fourth = yield* listen(socket.signals(Channels.room("W7N3")))
          while (room.read(server.current())) yield* settle
          assert.deepStrictEqual([room.noted(), room.most()], [1, 1])
          yield* fourth.stop
          yield* settle
          assert.strictEqual(room.noted(), 0)
        }),
      { onCommand: room.onCommand }
    )
  })
})
