import * as Channels from "@screeps-effect/socket/Channels"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import { received } from "@screeps-effect/fixtures"
import type { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import type { Signal } from "@screeps-effect/socket/Channel"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { alice, type Connection } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const consoleName = `user:${alice}/console`
const cpuName = `user:${alice}/cpu`
const line = (n: number) => ({ messages: { log: [`tick ${n}`], results: [] } })
const creep = (id: string, hits: number) => ({ _id: id, type: "creep", hits })

const [join, leave] = ["subscribe room:W7N3", "unsubscribe room:W7N3"]

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A listener that blocks at the first item until the latch is opened. */
const slow = <A>(stream: Stream.Stream<A, SocketError>) =>
  Effect.gen(function* () {
    const latch = yield* Latch.make(false)
    const listening = yield* listen(Stream.tap(stream, () => latch.await))
    return { ...listening, wake: Effect.andThen(latch.open, settle) }
  })

/** Folds as the game's client does: a whole room replaces the state, anything else changes it. */
const folded = (emitted: ReadonlyArray<unknown>) => {
  const decode = Schema.decodeUnknownSync(RoomFrame.RoomFrame)
  return emitted.map((frame) => decode(frame)).reduce(RoomState.fold, RoomState.empty)
}

/** A room's state without the fields that only some messages contain. */
const comparable = (state: RoomState.RoomState) => ({
  objects: Object.fromEntries(state.objects),
  flags: state.flags
})

const sendAll = (connection: Connection, name: string, payloads: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    for (const payload of payloads) {
      connection.sendEvent(name, payload)
      yield* settle
    }
  })

describe("a listener that takes what it gets at once", () => {
  it.effect("misses nothing of what arrives in one turn, even if only one payload may wait", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const cpu = yield* listen(socket.subscribe(Channels.cpu()))
          const lines = yield* listen(socket.subscribe(Channels.console()))
          const room = yield* listen(socket.signals(Channels.room("W7N3")))
          const changes = numbers(1, 20).map((hits) => ({ objects: { a: creep("a", hits) } }))
          for (const n of numbers(1, 20)) {
            server.current().sendEvent(cpuName, { cpu: n })
            server.current().sendEvent(consoleName, line(n))
            server.current().sendEvent("room:W7N3", changes[n - 1])
          }
          yield* settle
          assert.deepStrictEqual(
            cpu.emitted,
            numbers(1, 20).map((n) => ({ cpu: n }))
          )
          assert.deepStrictEqual(lines.emitted, numbers(1, 20).map(line))
          assert.deepStrictEqual(short(room.emitted), ["Connected", ...changes])
        }),
      { capacity: 1 }
    )
  )
})

describe("a slow listener", () => {
  it.effect("gets the latest snapshot in place of all waiting ones, and blocks no other listener", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.subscribe(Channels.cpu()))
        const other = yield* listen(socket.subscribe(Channels.cpu()))
        yield* sendAll(
          server.current(),
          cpuName,
          numbers(1, 50).map((cpu) => ({ cpu }))
        )
        assert.deepStrictEqual(
          other.emitted,
          numbers(1, 50).map((cpu) => ({ cpu }))
        )
        yield* one.wake
        assert.deepStrictEqual(one.emitted, [{ cpu: 1 }, { cpu: 50 }])
      })
    )
  )

  it.effect("gets the first gap and the latest snapshot, however often the connection was lost", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.signals(Channels.cpu()))
        for (const cpu of numbers(1, 3)) {
          server.current().sendEvent(cpuName, { cpu })
          yield* settle
          server.current().drop()
          yield* settle
          yield* pass("10 seconds")
        }
        server.current().sendEvent(cpuName, { cpu: 4 })
        yield* settle
        yield* one.wake
        assert.deepStrictEqual(short(one.emitted), ["Connected", "Gap disconnected", "Resumed", { cpu: 4 }])
      })
    )
  )

  it.effect("gets the latest snapshot and then the gap, when no snapshot follows", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const one = yield* slow(socket.signals(Channels.cpu()))
        for (const cpu of numbers(1, 3)) server.current().sendEvent(cpuName, { cpu })
        yield* settle
        server.current().drop()
        yield* settle
        yield* one.wake
        assert.deepStrictEqual(short(one.emitted), ["Connected", { cpu: 3 }, "Gap disconnected"])
      })
    )
  )

  it.effect("gets every line in order while its queue is within its capacity", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.subscribe(Channels.console()))
          yield* sendAll(server.current(), consoleName, numbers(1, 10).map(line))
          yield* one.wake
          assert.deepStrictEqual(one.emitted, numbers(1, 10).map(line))
          assert.isUndefined(one.failure())
        }),
      { capacity: 9 }
    )
  )

  it.effect("fails with TooSlow after the last line within its capacity, without affecting others", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.subscribe(Channels.console()))
          const other = yield* listen(socket.subscribe(Channels.console()))
          yield* sendAll(server.current(), consoleName, numbers(1, 30).map(line))
          yield* one.wake
          assert.deepStrictEqual(one.emitted, numbers(1, 10).map(line))
          assert.deepInclude(one.failure(), { _tag: "TooSlow", channel: consoleName, bound: 9 })
          assert.deepStrictEqual(other.emitted, numbers(1, 30).map(line))
          assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
        }),
      { capacity: 9 }
    )
  )

  it.effect("gets a gap in place of too many patches, and the whole room after taking the gap", () => {
    const first = { objects: { a: creep("a", 100), b: creep("b", 100) }, flags: null }
    const again = { objects: { a: creep("a", 30) } }
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.signals(Channels.room("W7N3")))
          const other = yield* listen(socket.signals(Channels.room("W7N3")))
          const patches = numbers(1, 30).map((n) => ({
            objects: { a: { hits: n } },
            gameTime: n,
            visual: ""
          }))
          yield* sendAll(server.current(), "room:W7N3", [first, ...patches])
          assert.deepStrictEqual(server.current().commands, [join])
          yield* one.wake
          assert.deepStrictEqual(server.current().commands, [join, leave, join])
          assert.deepStrictEqual(short(one.emitted), ["Connected", "Gap behind", "Resumed", again])
          const resubscribed = ["Gap resubscribed", "Resumed", again]
          assert.deepStrictEqual(short(other.emitted), ["Connected", first, ...patches, ...resubscribed])
        }),
      {
        capacity: 8,
        onCommand: (text, connection) => {
          if (text === join && connection.commands.length > 1) connection.sendEvent("room:W7N3", again)
        }
      }
    )
  })

  it.effect("gets one gap and nothing more while it stays behind at a room", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const one = yield* slow(socket.signals(Channels.room("W7N3")))
          const whole = { objects: { a: creep("a", 1) } }
          const patches = numbers(1, 50).map((gameTime) => ({ gameTime }))
          yield* sendAll(server.current(), "room:W7N3", [whole, ...patches])
          assert.deepStrictEqual(server.current().commands, [join])
          server.current().drop()
          yield* pass("1 second")
          yield* sendAll(server.current(), "room:W7N3", [whole, ...patches])
          server.current().sendEvent("room:W7N3", "not a room")
          yield* settle
          assert.deepStrictEqual(server.current().commands, [join, leave, join])
          yield* one.wake
          server.current().sendEvent("room:W7N3", whole)
          yield* settle
          assert.deepStrictEqual(short(one.emitted), ["Connected", "Gap behind", "Resumed", whole])
          assert.deepStrictEqual(server.current().commands, [join, leave, join])
        }),
      { capacity: 8 }
    )
  )

  it.effect("of raw frames fails with TooSlow, and channels continue", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const frames = yield* slow(socket.frames)
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* sendAll(server.current(), consoleName, numbers(1, 8).map(line))
          yield* frames.wake
          assert.deepInclude(frames.failure(), { _tag: "TooSlow", channel: "frames", bound: 4 })
          assert.lengthOf(lines.emitted, 8)
        }),
      { capacity: 4 }
    )
  )
})

describe("a late listener", () => {
  it.effect("gets the latest snapshot at once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.cpu()))
        yield* sendAll(server.current(), cpuName, [{ cpu: 1 }, { cpu: 2 }])
        const late = yield* listen(socket.signals(Channels.cpu()))
        assert.deepStrictEqual(short(late.emitted), ["Connected", { cpu: 2 }])
        assert.deepStrictEqual(server.current().commands, [`subscribe ${cpuName}`])
      })
    )
  )

  it.effect("gets no earlier lines", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.console()))
        yield* sendAll(server.current(), consoleName, [line(1)])
        const late = yield* listen(socket.subscribe(Channels.console()))
        yield* sendAll(server.current(), consoleName, [line(2)])
        assert.deepStrictEqual(late.emitted, [line(2)])
      })
    )
  )

  it.effect("of a room gets the whole room, as the server sends it to a new subscriber (recording 19)", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const payloads = received("19-room-full-diffs-full").flatMap((text): ReadonlyArray<unknown> =>
          text.startsWith("[") ? [JSON.parse(text)[1]] : []
        )
        const again = payloads.at(-1)
        const early = yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* sendAll(server.current(), "room:W7N3", payloads.slice(0, -1))
        const late = yield* listen(socket.subscribe(Channels.room("W7N3")))
        assert.deepStrictEqual(server.current().commands, [join, leave, join])
        const before = folded(early.emitted)
        yield* sendAll(server.current(), "room:W7N3", [again])
        assert.lengthOf(early.emitted, 72)
        assert.lengthOf(late.emitted, 1)
        assert.isTrue(late.emitted.every(RoomFrame.isFull))
        assert.deepStrictEqual(comparable(folded(late.emitted)), comparable(folded([again])))
        assert.deepStrictEqual(comparable(before), comparable(folded([again])))
      })
    )
  )

  it.effect("of a room causes a gap for the others, and then shares their patches", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const early = yield* listen(socket.signals(Channels.room("W7N3")))
        const first = { objects: { a: creep("a", 1), b: creep("b", 1) }, flags: "f~1~1~2~3" }
        const change = { objects: { a: null, c: creep("c", 1) }, gameTime: 5, visual: "x" }
        yield* sendAll(server.current(), "room:W7N3", [first, change])
        const late = yield* listen(socket.signals(Channels.room("W7N3")))
        const whole = { objects: { b: creep("b", 1), c: creep("c", 1) }, flags: "f~1~1~2~3" }
        const next = { objects: { b: { hits: 2 } }, gameTime: 6, visual: "" }
        yield* sendAll(server.current(), "room:W7N3", [whole, next])
        assert.deepStrictEqual(short(late.emitted), ["Connected", whole, next])
        const resubscribed = ["Gap resubscribed", "Resumed", whole, next]
        assert.deepStrictEqual(short(early.emitted), ["Connected", first, change, ...resubscribed])
      })
    )
  )

  it.effect("of a room that has sent nothing yet, or was only refused, causes no other subscription", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const whole = { objects: { a: creep("a", 1) } }
        const one = yield* listen(socket.signals(Channels.room("W7N3")))
        const two = yield* listen(socket.signals(Channels.room("W7N3")))
        server.current().sendEvent("err@room:W7N3", "subscribe limit reached")
        yield* settle
        const three = yield* listen(socket.signals(Channels.room("W7N3")))
        yield* sendAll(server.current(), "room:W7N3", [whole])
        for (const { emitted } of [one, two]) {
          assert.deepStrictEqual(short(emitted), ["Connected", "Refused subscribe limit reached", whole])
        }
        assert.deepStrictEqual(short(three.emitted), ["Connected", whole])
        assert.deepStrictEqual(server.current().commands, [join])
      })
    )
  )

  it.effect("of a room that starts together with others causes one subscription for all of them", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.signals(Channels.room("W7N3")))
        yield* sendAll(server.current(), "room:W7N3", [{ objects: {} }])
        const late = yield* Effect.forEach(numbers(1, 5), () => listen(socket.signals(Channels.room("W7N3"))))
        assert.deepStrictEqual(server.current().commands, [join, leave, join])
        yield* sendAll(server.current(), "room:W7N3", [{ objects: {} }])
        for (const { emitted } of late) assert.deepStrictEqual(short(emitted), ["Connected", { objects: {} }])
      })
    )
  )

  it.effect("gets the first message of a room even when it arrives while subscribing", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          const emitted = yield* listen(socket.subscribe(Channels.room("W7N3")))
          assert.deepStrictEqual(emitted.emitted, [{ objects: { a: creep("a", 1) } }])
        }),
      {
        onCommand: (text, connection) => {
          if (text.startsWith("subscribe"))
            connection.sendEvent("room:W7N3", { objects: { a: creep("a", 1) } })
        }
      }
    )
  )
})

describe("a function that runs for each signal", () => {
  it.effect("receives every signal until it returns false; then the channel is unsubscribed from", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const emitted: Array<Signal<CpuEvent>> = []
        const run = socket.runForEachWhile(Channels.cpu(), (signal) => emitted.push(signal) < 4)
        const fiber = yield* Effect.forkChild(run)
        yield* settle
        for (const cpu of numbers(1, 9)) server.current().sendEvent(cpuName, { cpu })
        yield* settle
        assert.deepStrictEqual(short(emitted), ["Connected", { cpu: 1 }, { cpu: 2 }, { cpu: 3 }])
        assert.deepStrictEqual(server.current().commands, [`subscribe ${cpuName}`, `unsubscribe ${cpuName}`])
        yield* Fiber.join(fiber)
      })
    )
  )

  it.effect("ends as a defect when it throws, without affecting other listeners", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const other = yield* listen(socket.subscribe(Channels.cpu()))
        const run = socket.runForEachWhile(Channels.cpu(), () => {
          throw new Error("a fault")
        })
        const fiber = yield* Effect.forkChild(Effect.exit(run))
        yield* settle
        server.current().sendEvent(cpuName, { cpu: 1 })
        yield* settle
        assert.isTrue(Exit.hasDies(yield* Fiber.join(fiber)))
        assert.deepStrictEqual(other.emitted, [{ cpu: 1 }])
      })
    )
  )

  it.effect("fails with the socket", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const run = socket.runForEachWhile(Channels.code(), () => true)
          const fiber = yield* Effect.forkChild(Effect.flip(run))
          yield* settle
          server.current().sendEvent(`user:${alice}/code`, 5)
          assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "UnexpectedPayload")
        }),
      { onDecodeFailure: "fail" }
    )
  )
})
