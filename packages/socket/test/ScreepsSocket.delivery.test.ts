import * as Channels from "@screeps-effect/socket/Channels"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import { received } from "@screeps-effect/fixtures"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { alice, type Connection } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "./support/time.ts"

const consoleName = `user:${alice}/console`
const cpuName = `user:${alice}/cpu`
const line = (n: number) => ({ messages: { log: [`tick ${n}`], results: [] } })
const creep = (id: string, hits: number) => ({ _id: id, type: "creep", hits })

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A listener who looks at the first item until the latch is opened. */
const slow = <A>(stream: Stream.Stream<A, SocketError>) =>
  Effect.gen(function* () {
    const latch = yield* Latch.make(false)
    const listening = yield* listen(Stream.tap(stream, () => latch.await))
    return { ...listening, wake: Effect.andThen(latch.open, settle) }
  })

/** As the game's client does: a whole replaces, anything else changes. */
const folded = (told: ReadonlyArray<unknown>) => {
  const decode = Schema.decodeUnknownSync(RoomFrame.RoomFrame)
  return told.map((frame) => decode(frame)).reduce(RoomState.fold, RoomState.empty)
}

/** A room's state without what messages tell only sometimes. */
const comparable = (state: RoomState.RoomState) => ({
  objects: Object.fromEntries(state.objects),
  flags: state.flags
})

const tellAll = (connection: Connection, name: string, payloads: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    for (const payload of payloads) {
      connection.tell(name, payload)
      yield* settle
    }
  })

describe("a listener who is slow", () => {
  it.effect("gets the newest snapshot in place of all that were waiting, and holds nobody up", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.subscribe(Channels.cpu()))
        const other = yield* listen(socket.subscribe(Channels.cpu()))
        yield* tellAll(
          server.now(),
          cpuName,
          numbers(1, 50).map((cpu) => ({ cpu }))
        )
        assert.deepStrictEqual(
          other.told,
          numbers(1, 50).map((cpu) => ({ cpu }))
        )
        yield* one.wake
        assert.deepStrictEqual(one.told, [{ cpu: 1 }, { cpu: 50 }])
      })
    )
  )

  it.effect("learns of the first gap and the newest snapshot, however often the connection was lost", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.signals(Channels.cpu()))
        for (const cpu of numbers(1, 3)) {
          server.now().tell(cpuName, { cpu })
          yield* settle
          server.now().drop()
          yield* settle
          yield* pass("1 second")
        }
        server.now().tell(cpuName, { cpu: 4 })
        yield* settle
        yield* one.wake
        assert.deepStrictEqual(short(one.told), ["Connected", "Gap disconnected", "Resumed", { cpu: 4 }])
      })
    )
  )

  it.effect("learns of the newest snapshot before the gap, when none comes after it", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.signals(Channels.cpu()))
        for (const cpu of numbers(1, 3)) server.now().tell(cpuName, { cpu })
        yield* settle
        server.now().drop()
        yield* settle
        yield* one.wake
        assert.deepStrictEqual(short(one.told), ["Connected", { cpu: 3 }, "Gap disconnected"])
      })
    )
  )

  it.effect("gets every line, in order, as long as it stays within its bound", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.subscribe(Channels.console()))
          yield* tellAll(server.now(), consoleName, numbers(1, 10).map(line))
          yield* one.wake
          assert.deepStrictEqual(one.told, numbers(1, 10).map(line))
          assert.isUndefined(one.failure())
        }),
      { capacity: 9 }
    )
  )

  it.effect("fails with TooSlow after the last line within its bound, alone", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.subscribe(Channels.console()))
          const other = yield* listen(socket.subscribe(Channels.console()))
          yield* tellAll(server.now(), consoleName, numbers(1, 30).map(line))
          yield* one.wake
          assert.deepStrictEqual(one.told, numbers(1, 10).map(line))
          assert.deepInclude(one.failure(), { _tag: "TooSlow", channel: consoleName, bound: 9 })
          assert.deepStrictEqual(other.told, numbers(1, 30).map(line))
          assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`])
        }),
      { capacity: 9 }
    )
  )

  it.effect("gets a gap and the whole room in place of the patches that were too many", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.signals(Channels.room("W7N3")))
          const other = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const payloads = [
            { objects: { a: creep("a", 100), b: creep("b", 100) }, users: {}, flags: null },
            ...numbers(1, 30).map((n) => ({ objects: { a: { hits: n } }, gameTime: n, visual: "" })),
            { objects: { b: null }, gameTime: 31, visual: "" }
          ]
          yield* tellAll(server.now(), "room:W7N3", payloads)
          yield* one.wake
          assert.deepStrictEqual(short(one.told), [
            "Connected",
            "Gap behind",
            "Resumed",
            // Eight may wait: the whole takes the place of what waits at patches 8, 14, 20 and 26.
            { objects: { a: creep("a", 26), b: creep("b", 100) }, users: {}, flags: null },
            ...numbers(27, 30).map((n) => ({ objects: { a: { hits: n } }, gameTime: n, visual: "" })),
            { objects: { b: null }, gameTime: 31, visual: "" }
          ])
          assert.lengthOf(other.told, 32)
          assert.deepStrictEqual(server.now().asked, ["subscribe room:W7N3"])
        }),
      { capacity: 8 }
    )
  )

  it.effect("of raw frames fails with TooSlow, and the channels go on", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const frames = yield* slow(socket.frames)
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* tellAll(server.now(), consoleName, numbers(1, 8).map(line))
          yield* frames.wake
          assert.deepInclude(frames.failure(), { _tag: "TooSlow", channel: "frames", bound: 4 })
          assert.lengthOf(lines.told, 8)
        }),
      { capacity: 4 }
    )
  )
})

describe("a listener who comes late", () => {
  it.effect("is told the newest snapshot at once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.cpu()))
        yield* tellAll(server.now(), cpuName, [{ cpu: 1 }, { cpu: 2 }])
        const late = yield* listen(socket.signals(Channels.cpu()))
        assert.deepStrictEqual(short(late.told), ["Connected", { cpu: 2 }])
        assert.deepStrictEqual(server.now().asked, [`subscribe ${cpuName}`])
      })
    )
  )

  it.effect("is told no line of before", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.console()))
        yield* tellAll(server.now(), consoleName, [line(1)])
        const late = yield* listen(socket.subscribe(Channels.console()))
        yield* tellAll(server.now(), consoleName, [line(2)])
        assert.deepStrictEqual(late.told, [line(2)])
      })
    )
  )

  it.effect(
    "at a room gets it whole, exactly as the server sends it to who subscribes then (recording 19)",
    () =>
      withSocket((socket, server) =>
        Effect.gen(function* () {
          const payloads = received("19-room-full-diffs-full").flatMap((text): ReadonlyArray<unknown> =>
            text.startsWith("[") ? [JSON.parse(text)[1]] : []
          )
          const again = payloads.at(-1)
          const early = yield* listen(socket.subscribe(Channels.room("W7N3")))
          yield* tellAll(server.now(), "room:W7N3", payloads.slice(0, -1))
          const late = yield* listen(socket.subscribe(Channels.room("W7N3")))
          assert.lengthOf(early.told, 71)
          assert.lengthOf(late.told, 1)
          assert.isTrue(late.told.every(RoomFrame.isFull))
          assert.deepStrictEqual(comparable(folded(late.told)), comparable(folded([again])))
          assert.deepStrictEqual(comparable(folded(early.told)), comparable(folded([again])))
        })
      )
  )

  it.effect("goes on with the patches of all", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const early = yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* tellAll(server.now(), "room:W7N3", [
          { objects: { a: creep("a", 1), b: creep("b", 1) }, flags: "f~1~1~2~3" },
          { objects: { a: null, c: creep("c", 1) }, gameTime: 5, visual: "x" }
        ])
        const late = yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* tellAll(server.now(), "room:W7N3", [{ objects: { b: { hits: 2 } }, gameTime: 6, visual: "" }])
        assert.lengthOf(late.told, 2)
        assert.deepStrictEqual(folded(late.told), folded(early.told))
      })
    )
  )

  it.effect("hears the first message of a room even when it comes with the subscription", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          const told = yield* listen(socket.subscribe(Channels.room("W7N3")))
          assert.deepStrictEqual(told.told, [{ objects: { a: creep("a", 1) } }])
        }),
      {
        hear: (text, connection) => {
          if (text.startsWith("subscribe")) connection.tell("room:W7N3", { objects: { a: creep("a", 1) } })
        }
      }
    )
  )
})
