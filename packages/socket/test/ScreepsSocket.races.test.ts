import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { alice, type Connection, fakeServer, type Options } from "./support/fakeServer.ts"
import { makeFeed } from "./support/feed.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

type Sockets = ScreepsSocket.ScreepsSocket["Service"]

const roomName = "room:W7N3"

/** Checks that `subscribe` and `unsubscribe` of one channel alternate, starting with `subscribe`. */
const checkTurns = (commands: ReadonlyArray<string>, name: string) => {
  const words = commands.filter((text) => text.endsWith(` ${name}`)).map((text) => text.split(" ")[0])
  assert.deepStrictEqual(
    words,
    words.map((_, n) => (n % 2 === 0 ? "subscribe" : "unsubscribe"))
  )
}

/** A server that sends the whole room as soon as it is subscribed to. */
const sendingRoom: Options = {
  onCommand: (text, connection) => {
    if (text === `subscribe ${roomName}`)
      queueMicrotask(() => connection.sendEvent(roomName, { objects: {} }))
  }
}

/** Creates a generator of numbers from 0 to below 1, the same for the same seed. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

describe("a fiber that a signal resumes", () => {
  const consoleName = `user:${alice}/console`
  const line = (text: string) => ({ messages: { log: [text], results: [] } })

  it.effect("receives a payload once, although it listens again at once", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* listen(socket.subscribe(Channels.console()))
        let received = 0
        const next = socket.runForEachWhile(Channels.console(), ({ _tag }) => {
          if (_tag === "Payload") received++
          return _tag !== "Payload"
        })
        yield* Effect.forkScoped(Effect.forEach([1, 2, 3, 4], () => next))
        yield* settle
        server.current().sendEvent(consoleName, line("1"))
        server.current().sendEvent(consoleName, line("2"))
        yield* settle
        assert.strictEqual(received, 2)
      })
    )
  )

  it.effect("is not called any more, although the signal that ended it was for it, too", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        let received = 0
        const isOther = ({ _tag }: Signal<unknown>) => _tag !== "Payload"
        const count = socket.runForEachWhile(Channels.console(), (signal) => {
          if (!isOther(signal)) received++
          return true
        })
        yield* Effect.forkScoped(Effect.raceFirst(socket.runForEachWhile(Channels.console(), isOther), count))
        yield* settle
        server.current().sendEvent(consoleName, line("1"))
        yield* settle
        assert.strictEqual(received, 0)
      })
    )
  )

  it.effect("leaves a room that is restarted when it ends with the gap", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const untilGap = socket.runForEachWhile(Channels.room("W7N3"), ({ _tag }) => _tag !== "Gap")
          const fiber = yield* Effect.forkScoped(untilGap)
          yield* settle
          server.current().sendEvent(roomName, "not a room")
          yield* Fiber.join(fiber)
          yield* settle
          assert.strictEqual((yield* socket.counters).subscribed, 0)
          assert.deepStrictEqual(server.current().commands, [
            `subscribe ${roomName}`,
            `unsubscribe ${roomName}`
          ])
        }),
      sendingRoom
    )
  )
})

describe("many fibers at once", () => {
  it.effect("never subscribe or unsubscribe twice in a row when they start and stop at random", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const next = random(7)
          const visit = Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(Stream.runDrain(socket.subscribe(Channels.room("W7N3"))))
            for (let n = next() * 8; n > 1; n--) yield* Effect.yieldNow
            yield* Fiber.interrupt(fiber)
          })
          const visits = Effect.forEach(Array.from({ length: 20 }), () => visit, { discard: true })
          yield* Effect.all(
            Array.from({ length: 50 }, () => visits),
            { concurrency: "unbounded", discard: true }
          )
          yield* settle
          checkTurns(server.current().commands, roomName)
          assert.isAbove(server.current().commands.length, 1)
          assert.deepStrictEqual(server.current().commands.at(-1), `unsubscribe ${roomName}`)
          assert.deepInclude(yield* socket.counters, { listeners: 0, subscribed: 0 })
        }),
      sendingRoom
    )
  )

  it.effect.each<readonly [string, (socket: Sockets) => Stream.Stream<Signal<unknown>, SocketError>]>([
    ["room", (socket) => socket.signals(Channels.room("W7N3"))],
    ["console", (socket) => socket.signals(Channels.console())]
  ])("are emitted that they are connected while the server knows of the subscription: %s", ([, signals]) =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const next = random(11)
          const lastWords: Array<string | undefined> = []
          const lastWord = Effect.sync(() => {
            lastWords.push(server.current().commands.at(-1)?.split(" ")[0])
          })
          const visit = Effect.gen(function* () {
            const fiber = yield* signals(socket).pipe(
              Stream.filter(({ _tag }) => _tag === "Connected"),
              Stream.runForEach(() => lastWord),
              Effect.forkChild
            )
            for (let n = next() * 8; n > 1; n--) yield* Effect.yieldNow
            yield* Fiber.interrupt(fiber)
          })
          const visits = Effect.forEach(Array.from({ length: 20 }), () => visit, { discard: true })
          yield* Effect.all([visits, visits, visits], { concurrency: "unbounded", discard: true })
          yield* settle
          assert.isAbove(lastWords.length, 10)
          assert.deepStrictEqual(new Set(lastWords), new Set(["subscribe"]))
        }),
      sendingRoom
    )
  )

  it.effect("subscribe once when they start together, unsubscribe once when they stop together", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const fibers = yield* Effect.forEach(Array.from({ length: 200 }), () =>
            Effect.forkChild(Stream.runDrain(socket.subscribe(Channels.room("W7N3"))))
          )
          yield* settle
          assert.deepInclude(yield* socket.counters, { listeners: 200, subscribed: 1 })
          assert.deepStrictEqual(server.current().commands, [`subscribe ${roomName}`])
          yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
          yield* settle
          assert.deepStrictEqual(server.current().commands, [
            `subscribe ${roomName}`,
            `unsubscribe ${roomName}`
          ])
        }),
      sendingRoom
    )
  )

  it.effect("never subscribe twice while the connection is lost repeatedly", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const next = random(11)
          const rooms = [Channels.room("W7N3"), Channels.room("W7N4"), Channels.room("W8N3")] as const
          const visit = Effect.gen(function* () {
            const room = rooms[Math.floor(next() * 3)] ?? rooms[0]
            const stay = Stream.runDrain(socket.subscribe(room)).pipe(
              Effect.timeoutOption(Math.floor(next() * 900))
            )
            yield* stay
            yield* Effect.sleep(Math.floor(next() * 400))
          })
          yield* Effect.forEach(Array.from({ length: 30 }), () => Effect.forkScoped(Effect.forever(visit)))
          for (let n = 0; n < 20; n++) {
            yield* pass("700 millis")
            server.current().drop()
          }
          yield* pass("2 seconds")
          assert.isAbove(server.connections.length, 15)
          for (const { commands } of server.connections) {
            for (const name of ["room:W7N3", "room:W7N4", "room:W8N3"]) checkTurns(commands, name)
          }
        }),
      { backoff: Schedule.spaced("500 millis") }
    )
  )

  it.effect("get the whole room when one leaves and another one comes at the same moment", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const first = yield* listen(socket.subscribe(Channels.room("W7N3")))
          const [, second] = yield* Effect.all(
            [first.stop, listen(socket.subscribe(Channels.room("W7N3")))],
            {
              concurrency: "unbounded"
            }
          )
          yield* settle
          assert.deepStrictEqual(second.emitted, [{ objects: {} }])
          checkTurns(server.current().commands, roomName)
        }),
      {
        onCommand: (text: string, connection: Connection) => {
          if (text.startsWith("subscribe")) connection.sendEvent(roomName, { objects: {} })
        }
      }
    )
  )
})

describe("a closed scope", () => {
  const running = (fibers: { count: number }): Metric.FiberRuntimeMetricsService => ({
    recordFiberStart: () => {
      fibers.count++
    },
    recordFiberEnd: () => {
      fibers.count--
    }
  })

  const sockets: ReadonlyArray<readonly [state: string, options: Options]> = [
    ["Ready", {}],
    ["Connecting", { dial: () => "never" }],
    ["Backoff", { dial: () => "refused" }],
    ["Authenticating", { auth: "silent" }],
    ["Closed", { auth: "refused" }]
  ]

  it.effect.each(sockets)("leaves no fiber, subscription or connection behind: %s", ([state, options]) => {
    const fibers = { count: 0 }
    return Effect.gen(function* () {
      const server = yield* fakeServer(options)
      const before = fibers.count
      const counters = yield* Effect.gen(function* () {
        const socket = yield* ScreepsSocket.ScreepsSocket
        yield* listen(socket.subscribe(Channels.room("W7N3")))
        yield* listen(socket.subscribe(Channels.serverMessage()))
        yield* listen(socket.events)
        yield* listen(socket.frames)
        yield* listen(socket.states)
        assert.strictEqual((yield* socket.state)._tag, state)
        // The streams of a closed socket have ended.
        assert.strictEqual(fibers.count > before, state !== "Closed")
        return socket.counters
      }).pipe(Effect.scoped, Effect.provide(Layer.provide(ScreepsSocket.layer(), server.layer)))
      yield* settle
      assert.strictEqual(fibers.count, before)
      assert.deepInclude(yield* counters, { listeners: 0, subscribed: 0 })
      assert.isTrue(server.connections.every(({ readyState }) => readyState === 3))
      yield* pass("1 minute")
      assert.lengthOf(server.connections, 1)
    }).pipe(Effect.scoped, Effect.provideService(Metric.FiberRuntimeMetrics, running(fibers)))
  })

  it.effect("fails running streams with Ended", () =>
    Effect.gen(function* () {
      const server = yield* fakeServer()
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(Layer.provide(ScreepsSocket.layer(), server.layer), scope)
      const socket = Context.get(context, ScreepsSocket.ScreepsSocket)
      const before = yield* listen(socket.subscribe(Channels.serverMessage()))
      yield* Scope.close(scope, Exit.void)
      const after = yield* listen(socket.subscribe(Channels.serverMessage()))
      const events = yield* listen(socket.events)
      for (const { failure } of [before, after, events]) assert.strictEqual(failure()?._tag, "Ended")
      assert.strictEqual((yield* socket.state)._tag, "Closed")
    })
  )
})

describe("an internal error", () => {
  const bug = new Error("a bug")

  it.effect("ends all listeners with its cause, and the socket with them", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const console = yield* listen(socket.signals(Channels.console()))
          const frames = yield* listen(socket.frames)
          server.current().drop()
          yield* settle
          for (const { failure } of [console, frames]) {
            const reason = failure()
            assert.strictEqual(reason?._tag === "Ended" && reason.cause, bug)
          }
          const state = yield* socket.state
          assert.strictEqual(
            state._tag === "Closed" && state.error.reason.message,
            "an internal error closed the socket: see its cause"
          )
        }),
      {
        backoff: Schedule.map(Schedule.spaced("1 second"), () => {
          throw bug
        })
      }
    ).pipe(Effect.provide(Logger.layer([])))
  )

  it.effect("ends all rooms with its cause when they can no longer take turns", () =>
    withSocket((socket) =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        let isBroken = false
        const breaking: Clock.Clock = Object.assign(Object.create(clock), {
          monotonicTimeNanosUnsafe: () => {
            if (isBroken) throw bug
            return clock.monotonicTimeNanosUnsafe()
          }
        })
        const feed = yield* makeFeed().pipe(
          Effect.provideService(ScreepsSocket.ScreepsSocket, socket),
          Effect.provideService(Clock.Clock, breaking)
        )
        const first = yield* listen(feed.signals("W1N1"))
        isBroken = true
        const second = yield* listen(feed.signals("W2N2"))
        for (const { failure } of [first, second]) {
          const reason = failure()
          assert.strictEqual(reason?._tag === "Ended" && reason.cause, bug)
        }
      })
    ).pipe(Effect.provide(Logger.layer([])))
  )
})
