import * as Channels from "@screeps-effect/socket/Channels"
import * as Session from "@screeps-effect/api/Session"
import * as Millis from "@screeps-effect/schema/Millis"
import type { SocketState } from "@screeps-effect/socket/SocketState"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { alice, asToken, type Connection } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "./support/time.ts"

const doubling = Schedule.exponential("1 second")

const consoleName = `user:${alice}/console`

const log = (...lines: ReadonlyArray<string>) => ({ messages: { log: lines, results: [] } })

const waits = (states: ReadonlyArray<SocketState>) =>
  states.flatMap((state) => (state._tag === "Backoff" ? [state] : []))

/** A server whose room is told whole on every subscription. */
const room = (text: string, connection: Connection) => {
  if (text === "subscribe room:W7N3")
    connection.tell("room:W7N3", { objects: { a: { _id: "a", type: "creep" } } })
}

describe("a server that is away", () => {
  it.effect("is told of in the log after ten seconds, once until it is there again", () => {
    const logged: Array<unknown> = []
    const logger = Logger.make(({ message }) => {
      logged.push(message)
    })
    let isAway = true
    return withSocket(
      (_, server) =>
        Effect.gen(function* () {
          yield* pass("9 seconds")
          assert.deepStrictEqual(logged, [])
          yield* pass("5 minutes")
          assert.lengthOf(logged, 1)
          assert.match(
            String(logged[0]),
            /^no connection to http:\/\/127\.0\.0\.1:21025 for a while, still trying/
          )
          isAway = false
          yield* pass("1 minute")
          server.now().drop() // and there again at once: nothing to tell
          yield* pass("1 minute")
          assert.lengthOf(logged, 1)
          isAway = true
          server.now().drop()
          yield* pass("5 minutes")
          assert.lengthOf(logged, 2)
        }),
      { dial: () => (isAway ? "refused" : "open") }
    ).pipe(Effect.provide(Logger.layer([logger])))
  })
})

describe("a lost connection", () => {
  it.effect("is made anew after a second, with every channel subscribed to once", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* listen(socket.subscribe(Channels.console()))
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.now().drop()
          yield* settle
          yield* TestClock.adjust("999 millis")
          yield* settle
          assert.lengthOf(server.connections, 1)
          yield* TestClock.adjust("1 millis")
          yield* settle
          assert.lengthOf(server.connections, 2)
          assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`, "subscribe room:W7N3"])
          server.now().tell(consoleName, log("back"))
          yield* settle
          assert.deepStrictEqual(lines.told, [log("back")])
          assert.deepInclude(yield* socket.counters, {
            connections: 2,
            retries: 1,
            subscribed: 2,
            listeners: 3
          })
        }),
      { backoff: doubling }
    )
  )

  it.effect("is told to those who want to know: gap, end of the gap, the room from the beginning", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const whole = { objects: { a: { _id: "a", type: "creep" } } }
          const told = yield* listen(socket.signals(Channels.room("W7N3")))
          server.now().tell("room:W7N3", { objects: {}, gameTime: 105, visual: "" })
          yield* settle
          yield* pass("10 seconds")
          server.now().drop()
          yield* pass("2 seconds")
          server.now().tell("room:W7N3", { objects: {}, gameTime: 100, visual: "" })
          yield* settle
          assert.deepStrictEqual(short(told.told), [
            "Connected",
            whole,
            { objects: {}, gameTime: 105, visual: "" },
            "Gap disconnected",
            "Resumed",
            whole,
            { objects: {}, gameTime: 100, visual: "" }
          ])
          const since = told.told.flatMap((signal) => ("since" in signal ? [Number(signal.since)] : []))
          assert.deepStrictEqual(since, [10_000, 10_000])
        }),
      { backoff: doubling, hear: room }
    )
  )

  it.effect("keeps a listener who comes meanwhile waiting, and connects it with the others", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const old = yield* listen(socket.signals(Channels.room("W7N3")))
          server.now().drop()
          yield* settle
          const young = yield* listen(socket.signals(Channels.room("W7N3")))
          assert.isEmpty(young.told)
          yield* pass("1 second")
          assert.deepStrictEqual(short(young.told).slice(0, 1), ["Connected"])
          assert.deepStrictEqual(short(old.told).slice(2, 4), ["Gap disconnected", "Resumed"])
          assert.deepStrictEqual(server.now().asked, ["subscribe room:W7N3"])
        }),
      { backoff: doubling, hear: room }
    )
  )

  it.effect("forgets what was known: who comes afterwards is told nothing of before", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const whole = (id: string, gameTime: number) => ({
            objects: { [id]: { _id: id, type: "creep" } },
            gameTime
          })
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          yield* listen(socket.subscribe(Channels.cpu()))
          // xxscreeps names the tick at once, so that its first message does not look whole.
          server.now().tell("room:W7N3", whole("a", 5))
          server.now().tell(`user:${alice}/cpu`, { cpu: 5 })
          yield* settle
          server.now().drop()
          yield* settle
          assert.isEmpty((yield* listen(socket.events)).told)
          assert.deepInclude(yield* socket.counters, { subscribed: 0, listeners: 2 })
          yield* pass("1 second")
          const cpu = yield* listen(socket.signals(Channels.cpu()))
          server.now().tell("room:W7N3", whole("b", 6))
          yield* settle
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.now().tell("room:W7N3", whole("b", 7))
          yield* settle
          assert.deepStrictEqual(short(cpu.told), ["Connected"])
          assert.deepStrictEqual(
            room.told.map(({ objects }) => Object.keys(objects ?? {})),
            [["b"]]
          )
        }),
      { backoff: doubling }
    )
  )

  it.effect("does not bring back a channel that was left meanwhile", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          server.now().drop()
          yield* settle
          yield* lines.stop
          yield* pass("1 second")
          assert.isEmpty(server.now().asked)
        }),
      { backoff: doubling }
    )
  )

  it.effect("outlives its token: a dead one is followed by one fresh sign-in", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.subscribe(Channels.console()))
          assert.strictEqual(server.signIns(), 1)
          yield* pass("5 minutes")
          server.now().drop()
          yield* pass("1 second")
          const auths = server.now().sent.filter((text) => text.startsWith("auth "))
          assert.lengthOf(auths, 2)
          assert.notStrictEqual(auths[0], auths[1])
          assert.strictEqual(server.signIns(), 2)
          assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`])
          assert.strictEqual((yield* socket.state)._tag, "Ready")
        }),
      { backoff: doubling, liveness: "Infinity" }
    )
  )

  it.effect("is made anew with the token that the sign-in before brought", () =>
    withSocket(
      (_, server) =>
        Effect.gen(function* () {
          server.now().drop()
          yield* pass("1 second")
          assert.deepStrictEqual(
            server.connections.flatMap(({ sent }) => sent),
            ["auth token-1", "auth token-2"]
          )
          assert.strictEqual(server.signIns(), 1)
        }),
      { backoff: doubling }
    )
  )

  it.effect("waits twice as long each time, until a sign-in succeeds", () => {
    let fate: "open" | "refused" = "open"
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          fate = "refused"
          server.now().drop()
          yield* pass("10 seconds")
          assert.deepStrictEqual(
            waits(states.told).map(({ attempt, until }): ReadonlyArray<number> => [attempt, until]),
            [
              [1, 1_000],
              [2, 3_000],
              [3, 7_000],
              [4, 15_000]
            ]
          )
          fate = "open"
          yield* pass("5 seconds")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
          server.now().drop()
          yield* settle
          assert.deepInclude(yield* socket.state, { _tag: "Backoff", attempt: 1, until: Millis.make(16_000) })
        }),
      { backoff: doubling, dial: () => fate }
    )
  })

  it.effect("waits longer and longer also when connections open and break before the sign-in", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          server.now().drop()
          yield* pass("1 second")
          server.now().drop()
          yield* settle
          assert.deepStrictEqual(
            waits(states.told).map(({ until }): number => until),
            [1_000, 3_000]
          )
        }),
      { backoff: doubling, auth: "silent" }
    )
  )

  it.effect("waits half a second up to half a minute by default, never twice as long as another client", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          yield* Effect.repeat(pass("1 minute"), { times: 9 })
          assert.isAbove(server.connections.length, 15)
          const starts = waits(states.told)
          const lengths = starts.slice(1).map((wait, n) => wait.until - (starts[n]?.until ?? 0))
          assert.isTrue(lengths.every((length) => length >= 400 && length <= 36_020))
          assert.isTrue(lengths.slice(7).every((length) => length >= 24_000))
          assert.isAbove(new Set(lengths.slice(7)).size, 1)
        }),
      { dial: () => "refused" }
    )
  )

  it.effect("ends all streams with its reason where the schedule ends", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
          const events = yield* listen(socket.events)
          const frames = yield* listen(socket.frames)
          yield* pass("10 seconds")
          assert.lengthOf(server.connections, 3)
          for (const { failure } of [lines, events, frames])
            assert.strictEqual(failure()?._tag, "Unreachable")
          assert.strictEqual((yield* socket.state)._tag, "Closed")
          assert.strictEqual((yield* listen(socket.events)).failure()?._tag, "Unreachable")
        }),
      { dial: () => "refused", backoff: Schedule.upTo(Schedule.spaced("1 second"), { times: 2 }) }
    )
  )

  it.effect("asks for the user again when HTTP was not there either", () => {
    let isDown = true
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* pass("1 second")
          isDown = false
          yield* pass("4 seconds")
          assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`])
          assert.isUndefined(lines.failure())
        }),
      { backoff: doubling, who: asToken, http: (path) => (isDown && path.endsWith("/me") ? 502 : undefined) }
    )
  })
})

describe("a silent server", () => {
  it.effect("that never opens the connection is given up after ten seconds", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("9900 millis")
          assert.strictEqual((yield* socket.state)._tag, "Connecting")
          yield* pass("200 millis")
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Backoff" && state.error.reason._tag, "TimedOut")
          assert.strictEqual(server.now().closedWith, 1000)
        }),
      { dial: () => "never" }
    )
  )

  it.effect("that does not answer the sign-in is given up after ten seconds", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* pass("9900 millis")
          assert.strictEqual((yield* socket.state)._tag, "Authenticating")
          yield* pass("200 millis")
          assert.strictEqual((yield* socket.state)._tag, "Backoff")
          assert.strictEqual(server.now().closedWith, 1000)
        }),
      { auth: "silent" }
    )
  )

  it.effect("is asked for a sign of life after half a minute, and left when it gives none", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const told = yield* listen(socket.signals(Channels.console()))
          const [first] = server.connections
          first?.freeze()
          yield* pass("29 seconds")
          assert.lengthOf(first?.sent ?? [], 2)
          yield* pass("2 seconds")
          assert.lengthOf(first?.sent ?? [], 3)
          yield* pass("12 seconds")
          assert.lengthOf(server.connections, 2)
          assert.strictEqual(first?.closedWith, 1000)
          assert.deepStrictEqual(short(told.told), ["Connected", "Gap disconnected", "Resumed"])
        }),
      { backoff: doubling }
    )
  )

  it.effect("that lives but has nothing to tell is kept, also with a dead token", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const told = yield* listen(socket.signals(Channels.console()))
        yield* pass("5 minutes")
        assert.lengthOf(server.connections, 1)
        assert.isAbove(server.now().sent.length, 8)
        server.forget()
        yield* pass("5 minutes")
        assert.lengthOf(server.connections, 1)
        assert.deepStrictEqual(short(told.told), ["Connected"])
        assert.deepStrictEqual(server.now().asked, [`subscribe ${consoleName}`])
      })
    )
  )

  it.effect("is not left unasked: while nobody can sign in there is nothing to ask with", () => {
    let isDown = false
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const session = yield* Session.Session
          const told = yield* listen(socket.signals(Channels.serverMessage()))
          yield* pass("20 seconds")
          isDown = true
          yield* Effect.flip(session.onTokenRejected(yield* session.acquire))
          yield* pass("10 minutes")
          server.now().tell("server-message", "still here")
          yield* settle
          assert.deepStrictEqual(server.now().sent, ["auth token-1", "subscribe server-message"])
          assert.lengthOf(server.connections, 1)
          assert.deepStrictEqual(short(told.told), ["Connected", "still here"])
          isDown = false
          yield* session.acquire
          const [first] = server.connections
          first?.freeze()
          yield* pass("2 minutes")
          assert.lengthOf(first?.sent ?? [], 3)
          assert.deepStrictEqual(short(told.told).slice(2), ["Gap disconnected", "Resumed"])
        }),
      { backoff: doubling, http: () => (isDown ? 503 : undefined) }
    )
  })

  it.effect("is not asked while frames come, nor while nothing is listened to", () =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        yield* pass("2 minutes")
        const lines = yield* listen(socket.subscribe(Channels.serverMessage()))
        for (let n = 0; n < 10; n++) {
          server.now().tell("server-message", "still here")
          yield* pass("20 seconds")
        }
        assert.deepStrictEqual(server.now().sent, ["auth token-1", "subscribe server-message"])
        assert.lengthOf(lines.told, 10)
      })
    )
  )
})
