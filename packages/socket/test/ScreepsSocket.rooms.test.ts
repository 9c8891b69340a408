/** Servers read a room before they note who subscribed to it: who leaves meanwhile is not noticed. */
import * as Channels from "@screeps-effect/socket/Channels"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Connection, alice } from "./support/fakeServer.ts"
import { type Listening, listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "./support/time.ts"

const roomName = "room:W7N3"
const whole = { objects: {} }
const patch = { objects: {}, gameTime: 5 }
const [join, leave] = [`subscribe ${roomName}`, `unsubscribe ${roomName}`]

/** What a server does with the room: it is read, then the subscriber is noted and told. */
const slowRoom = () => {
  let readings = 0
  let noted = 0
  let most = 0
  return {
    hear: (text: string) => {
      if (text === join) readings++
      if (text === leave) noted = 0
    },
    read: (connection: Connection) => {
      if (readings === 0) return false
      readings--
      noted++
      most = Math.max(most, noted)
      connection.tell(roomName, whole)
      return true
    },
    noted: () => noted,
    most: () => most
  }
}

describe("a room that was not told yet", () => {
  it.effect("is left when it is told", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* room.stop
        yield* settle
        assert.deepStrictEqual(server.now().asked, [join])
        assert.deepInclude(yield* socket.counters, { listeners: 0, subscribed: 0 })
        server.now().tell(roomName, whole)
        server.now().tell(roomName, patch)
        yield* settle
        assert.deepStrictEqual(server.now().asked, [join, leave])
        assert.deepInclude(yield* socket.counters, { unclaimed: 2 })
      })
    )
  )

  it.effect("is left when it is refused", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const room = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* room.stop
        server.now().tell(`err@${roomName}`, "subscribe limit reached")
        yield* settle
        assert.deepStrictEqual(server.now().asked, [join, leave])
      })
    )
  )

  it.effect("is not left when somebody comes meanwhile, who is told it once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const before = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* before.stop
        const after = yield* listen(socket.signals(Channels.room("W7N3")))
        server.now().tell(roomName, whole)
        server.now().tell(roomName, patch)
        yield* settle
        assert.deepStrictEqual(short(after.told), ["Connected", whole, patch])
        assert.deepStrictEqual(server.now().asked, [join])
        yield* after.stop
        yield* settle
        assert.deepStrictEqual(server.now().asked, [join, leave])
      })
    )
  )

  it.effect("is forgotten with its connection", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const before = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* before.stop
        server.now().drop()
        yield* pass("2 seconds")
        assert.lengthOf(server.connections, 2)
        server.now().tell(roomName, whole)
        yield* settle
        assert.deepStrictEqual(server.now().asked, [])
        yield* listen(socket.signals(Channels.room("W7N3")))
        assert.deepStrictEqual(server.now().asked, [join])
      })
    )
  )

  it.effect("keeps no other channel waiting: they are left at once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.signals(Channels.console()))
        yield* lines.stop
        yield* settle
        const name = `user:${alice}/console`
        assert.deepStrictEqual(server.now().asked, [`subscribe ${name}`, `unsubscribe ${name}`])
      })
    )
  )

  const seeds = Array.from({ length: 20 }, (_, n) => n + 1)
  it.effect.each(seeds)(
    "has one subscriber at most, and none in the end, whoever comes and goes: %s",
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
              if (deed === 2) room.read(server.now())
              if (deed === 3 && room.noted() > 0)
                server.now().tell(roomName, next(3) === 0 ? "no room" : patch)
              yield* settle
              assert.isAtMost(room.most(), 1)
            }
            for (const { stop } of here) yield* stop
            yield* settle
            while (room.read(server.now())) yield* settle
            assert.strictEqual(room.noted(), 0)
          }),
        { hear: room.hear }
      )
    }
  )
})
