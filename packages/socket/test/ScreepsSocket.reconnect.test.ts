import * as Channels from "@screeps-effect/socket/Channels"
import * as Millis from "@screeps-effect/schema/Millis"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { alice, asToken, type Connection } from "./support/fakeServer.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const doubling = Schedule.exponential("1 second")

const consoleName = `user:${alice}/console`

const log = (...lines: ReadonlyArray<string>) => ({ messages: { log: lines, results: [] } })

const waits = (states: ReadonlyArray<ScreepsSocket.SocketState>) =>
  states.flatMap((state) => (state._tag === "Backoff" ? [state] : []))

/** A server that sends the whole room on every subscription. */
const room = (text: string, connection: Connection) => {
  if (text === "subscribe room:W7N3")
    connection.sendEvent("room:W7N3", { objects: { a: { _id: "a", type: "creep" } } })
}

describe("a server that is away", () => {
  /** Collects log lines while a program runs. */
  const logging = <A, E>(program: (logged: ReadonlyArray<string>) => Effect.Effect<A, E>) => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      logged.push(`${logLevel} ${String(message)}`)
    })
    return Effect.provide(program(logged), Logger.layer([logger]))
  }
  const away = "Warn No lasting connection to http://127.0.0.1:21025 for ten seconds"

  it.effect("is logged after ten seconds, and once more when the connection is back", () => {
    let isAway = true
    return logging((logged) =>
      withSocket(
        (_, server) =>
          Effect.gen(function* () {
            yield* pass("9 seconds")
            assert.deepStrictEqual(logged, [])
            yield* pass("1 second")
            assert.deepStrictEqual(logged, [
              `${away}: the connection was closed (1006). The socket keeps trying.`
            ])
            yield* pass("5 minutes")
            assert.lengthOf(logged, 1)
            isAway = false
            yield* pass("1 minute")
            assert.lengthOf(logged, 2)
            assert.match(logged[1] ?? "", /^Info Connected to http:\/\/127\.0\.0\.1:21025 after 5m/)
            server.current().drop() // and available again at once: no warning
            yield* pass("1 minute")
            assert.lengthOf(logged, 2)
            isAway = true
            server.current().drop()
            yield* pass("5 minutes")
            assert.lengthOf(logged, 3)
          }),
        { dial: () => (isAway ? "refused" : "open") }
      )
    )
  })

  it.effect("is logged while the first attempt still waits for a response", () =>
    logging((logged) =>
      withSocket(
        () =>
          Effect.gen(function* () {
            yield* pass("10 seconds")
            assert.deepStrictEqual(logged, [`${away}: it does not respond. The socket keeps trying.`])
          }),
        { dial: () => "never", connectTimeout: "1 minute" }
      )
    )
  )

  it.effect("is logged once when it accepts connections and closes each at once", () =>
    logging((logged) =>
      withSocket(
        (socket, server) =>
          Effect.gen(function* () {
            yield* listen(socket.subscribe(Channels.console()))
            yield* pass("20 seconds")
            assert.isAtMost(server.connections.length, 7)
            yield* pass("10 minutes")
            assert.isAtMost(server.connections.length, 32)
            assert.lengthOf(logged, 2)
            assert.isTrue(logged[0]?.startsWith(`${away}: the connection was closed (1011).`))
            assert.match(logged[1] ?? "", /^Info Connected/)
            assert.isAbove(server.connections.length, 15)
          }),
        {
          onCommand: (text, connection) => {
            if (text.startsWith("subscribe")) queueMicrotask(() => connection.drop(1011))
          }
        }
      )
    )
  )
})

describe("a WebSocket that cannot be opened", () => {
  const version = () => Response.json({ ok: 1, protocol: 14 })

  it.effect("is reported as refused while HTTP works, with the time, and tried again", () => {
    let isRefused = true
    return withSocket(
      (socket) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          yield* pass("8 seconds")
          const reasons = waits(states.emitted).map(({ error }) => error.reason)
          assert.deepStrictEqual(
            reasons.map((reason) => [reason._tag, "after" in reason && Duration.toMillis(reason.after)]),
            [
              ["WebSocketRefused", 0],
              ["WebSocketRefused", 1000],
              ["WebSocketRefused", 3000],
              ["WebSocketRefused", 7000]
            ]
          )
          assert.strictEqual(
            reasons[0]?.message,
            "HTTP works, but the WebSocket cannot be opened (the connection was closed (1006)): let proxies between here and the server forward the upgrade of /socket/websocket"
          )
          isRefused = false
          yield* pass("8 seconds")
          assert.deepStrictEqual(yield* socket.state, { _tag: "Ready" })
        }),
      { dial: () => (isRefused ? "refused" : "open"), version, backoff: doubling }
    )
  })

  it.effect("is reported as refused when the upgrade gets no response", () =>
    withSocket(
      (socket) =>
        Effect.gen(function* () {
          yield* pass("10 seconds")
          const state = yield* socket.state
          assert.strictEqual(
            state._tag === "Backoff" && state.error.message,
            "WebSocketRefused: HTTP works, but the WebSocket cannot be opened (no response within 10s): let proxies between here and the server forward the upgrade of /socket/websocket"
          )
        }),
      { dial: () => "never", version, backoff: doubling }
    )
  )

  it.effect("has the reason for which HTTP fails, too", () => {
    const moved = { status: 301, headers: { location: "https://game.example/api/version" } }
    const responses = [
      ["unreachable", "connect ECONNREFUSED"],
      [
        new Response(null, moved),
        "301: expected a response, got a redirect: change the address to https://game.example"
      ]
    ] as const
    return Effect.forEach(responses, ([response, reason]) =>
      withSocket(
        (socket) =>
          Effect.gen(function* () {
            const state = yield* socket.state
            assert.strictEqual(
              state._tag === "Backoff" && state.error.message,
              `Unreachable: the connection could not be opened: ${reason}`
            )
          }),
        { dial: () => "refused", version: () => response, backoff: doubling }
      )
    )
  })
})

describe("a lost connection", () => {
  it.effect("is replaced after a second, with every channel subscribed to once", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* listen(socket.subscribe(Channels.console()))
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.current().drop()
          yield* settle
          yield* TestClock.adjust("999 millis")
          yield* settle
          assert.lengthOf(server.connections, 1)
          yield* TestClock.adjust("1 millis")
          yield* settle
          assert.lengthOf(server.connections, 2)
          assert.deepStrictEqual(server.current().commands, [
            `subscribe ${consoleName}`,
            "subscribe room:W7N3"
          ])
          server.current().sendEvent(consoleName, log("back"))
          yield* settle
          assert.deepStrictEqual(lines.emitted, [log("back")])
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

  it.effect("is emitted by signals: the gap, its end, then the whole room", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const whole = { objects: { a: { _id: "a", type: "creep" } } }
          const emitted = yield* listen(socket.signals(Channels.room("W7N3")))
          server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 105, visual: "" })
          yield* settle
          yield* pass("10 seconds")
          server.current().drop()
          yield* pass("2 seconds")
          server.current().sendEvent("room:W7N3", { objects: {}, gameTime: 100, visual: "" })
          yield* settle
          assert.deepStrictEqual(short(emitted.emitted), [
            "Connected",
            whole,
            { objects: {}, gameTime: 105, visual: "" },
            "Gap disconnected",
            "Resumed",
            whole,
            { objects: {}, gameTime: 100, visual: "" }
          ])
          const since = emitted.emitted.flatMap((signal) => ("since" in signal ? [Number(signal.since)] : []))
          assert.deepStrictEqual(since, [10_000, 10_000])
        }),
      { backoff: doubling, onCommand: room }
    )
  )

  it.effect("makes a new listener wait, and connects it together with the others", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const old = yield* listen(socket.signals(Channels.room("W7N3")))
          server.current().drop()
          yield* settle
          const young = yield* listen(socket.signals(Channels.room("W7N3")))
          assert.isEmpty(young.emitted)
          yield* pass("1 second")
          assert.deepStrictEqual(short(young.emitted).slice(0, 1), ["Connected"])
          assert.deepStrictEqual(short(old.emitted).slice(2, 4), ["Gap disconnected", "Resumed"])
          assert.deepStrictEqual(server.current().commands, ["subscribe room:W7N3"])
        }),
      { backoff: doubling, onCommand: room }
    )
  )

  it.effect("clears the last payloads: a later listener gets none from before", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const whole = (id: string, gameTime: number) => ({
            objects: { [id]: { _id: id, type: "creep" } },
            gameTime
          })
          yield* listen(socket.subscribe(Channels.room("W7N3")))
          yield* listen(socket.subscribe(Channels.cpu()))
          // xxscreeps sends the tick at once, so that its first message does not look like the whole room.
          server.current().sendEvent("room:W7N3", whole("a", 5))
          server.current().sendEvent(`user:${alice}/cpu`, { cpu: 5 })
          yield* settle
          server.current().drop()
          yield* settle
          assert.isEmpty((yield* listen(socket.events)).emitted)
          assert.deepInclude(yield* socket.counters, { subscribed: 0, listeners: 2 })
          yield* pass("1 second")
          const cpu = yield* listen(socket.signals(Channels.cpu()))
          server.current().sendEvent("room:W7N3", whole("b", 6))
          yield* settle
          const room = yield* listen(socket.subscribe(Channels.room("W7N3")))
          server.current().sendEvent("room:W7N3", whole("b", 7))
          yield* settle
          assert.deepStrictEqual(short(cpu.emitted), ["Connected"])
          assert.deepStrictEqual(
            room.emitted.map(({ objects }) => Object.keys(objects ?? {})),
            [["b"]]
          )
        }),
      { backoff: doubling }
    )
  )

  it.effect("does not subscribe again to a channel without listeners", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          server.current().drop()
          yield* settle
          yield* lines.stop
          yield* pass("1 second")
          assert.isEmpty(server.current().commands)
        }),
      { backoff: doubling }
    )
  )

  it.effect("is replaced with one fresh sign-in when the token has expired", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          yield* listen(socket.subscribe(Channels.console()))
          assert.strictEqual(server.signIns(), 1)
          yield* pass("5 minutes")
          server.current().drop()
          yield* pass("1 second")
          const auths = server.current().sent.filter((text) => text.startsWith("auth "))
          assert.lengthOf(auths, 2)
          assert.notStrictEqual(auths[0], auths[1])
          assert.strictEqual(server.signIns(), 2)
          assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
          assert.strictEqual((yield* socket.state)._tag, "Ready")
        }),
      { backoff: doubling, liveness: "Infinity" }
    )
  )

  it.effect("is replaced with the token of the previous sign-in", () =>
    withSocket(
      (_, server) =>
        Effect.gen(function* () {
          server.current().drop()
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

  it.effect("doubles the delay each time, until a connection has been ready for ten seconds", () => {
    let fate: "open" | "refused" = "open"
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          yield* pass("10 seconds")
          fate = "refused"
          server.current().drop()
          yield* pass("10 seconds")
          assert.deepStrictEqual(
            waits(states.emitted).map(({ attempt, until }): ReadonlyArray<number> => [attempt, until]),
            [
              [1, 11_000],
              [2, 13_000],
              [3, 17_000],
              [4, 25_000]
            ]
          )
          fate = "open"
          yield* pass("5 seconds")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
          yield* pass("9 seconds")
          server.current().drop()
          yield* settle
          assert.deepInclude(yield* socket.state, { _tag: "Backoff", attempt: 5, until: Millis.make(50_000) })
          yield* pass("16 seconds")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
          yield* pass("10 seconds")
          server.current().drop()
          yield* settle
          assert.deepInclude(yield* socket.state, { _tag: "Backoff", attempt: 1, until: Millis.make(61_000) })
        }),
      { backoff: doubling, dial: () => fate }
    )
  })

  it.effect("increases the delay also when connections open and break before the sign-in", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          server.current().drop()
          yield* pass("1 second")
          server.current().drop()
          yield* settle
          assert.deepStrictEqual(
            waits(states.emitted).map(({ until }): number => until),
            [1_000, 3_000]
          )
        }),
      { backoff: doubling, auth: "silent" }
    )
  )

  it.effect("delays half a second up to half a minute by default, with jitter between clients", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const states = yield* listen(socket.states)
          yield* Effect.repeat(pass("1 minute"), { times: 9 })
          assert.isAbove(server.connections.length, 15)
          const starts = waits(states.emitted)
          const lengths = starts.slice(1).map((wait, n) => wait.until - (starts[n]?.until ?? 0))
          assert.isTrue(lengths.every((length) => length >= 400 && length <= 36_020))
          assert.isTrue(lengths.slice(7).every((length) => length >= 24_000))
          assert.isAbove(new Set(lengths.slice(7)).size, 1)
        }),
      { dial: () => "refused" }
    )
  )

  it.effect("ends all streams with its reason when the schedule ends", () =>
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

  it.effect("requests the user again when HTTP was not available either", () => {
    let isDown = true
    return withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          yield* pass("1 second")
          isDown = false
          yield* pass("4 seconds")
          assert.deepStrictEqual(server.current().commands, [`subscribe ${consoleName}`])
          assert.isUndefined(lines.failure())
        }),
      {
        backoff: doubling,
        credentials: asToken,
        http: (path) => (isDown && path.endsWith("/me") ? 502 : undefined)
      }
    )
  })
})
