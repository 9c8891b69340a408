/** Console lines whose result does not arrive: they are sent at most once. */
import * as Retry from "@screeps-effect/api/Retry"
import * as Console from "@screeps-effect/socket/workflows/Console"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { alice } from "../support/fakeServer.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"
import { official } from "./support/server.ts"
import { type Player, withPlayer } from "./support/player.ts"

/** Starts an effect, and waits until it needs a tick. */
const begun = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* pass("50 millis")
    return fiber
  })

describe("run without a result", () => {
  it.effect("fails after the deadline, with the last error on the console", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.script = () => {
          throw new Error("loop\u001b[2J")
        }
        const running = yield* begun(Effect.flip(Console.run("1", { within: "10 seconds" })))
        yield* player.tick
        yield* pass("9 seconds")
        assert.isUndefined(running.pollUnsafe())
        yield* pass("1 second")
        const error = yield* Fiber.join(running)
        assert.instanceOf(error, Console.NoAnswer)
        assert.strictEqual(Duration.toSeconds(error.after), 10)
        assert.strictEqual(error.why, "timeout")
        assert.match(error.error ?? "", /^Error: loop\\x1b\[2J\n/)
      })
    )
  )

  it.effect("fails after 30 seconds by default when another script's error stopped the line", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.type("throw new Error('of another player')")
        const running = yield* begun(Effect.flip(Console.run("1")))
        yield* player.tick
        yield* player.tick
        yield* pass("30 seconds")
        const error = yield* Fiber.join(running)
        assert.instanceOf(error, Console.NoAnswer)
        assert.match(
          error.message,
          /^no result within 30s; the last error on the console: Error: of another player/
        )
      })
    )
  )

  it.effect("fails at once when the connection is lost after the line was sent", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const running = yield* begun(Effect.flip(Console.run("1", { within: "10 seconds" })))
        yield* pass("2 seconds")
        player.socket.current().drop()
        yield* settle
        const error = yield* Fiber.join(running)
        assert.instanceOf(error, Console.NoAnswer)
        assert.deepInclude(error, { why: "disconnected", wasAccepted: true })
        assert.match(
          error.message,
          /^the connection was lost after 2s.*, before the result arrived: the line may have run$/
        )
        assert.lengthOf(player.http.requests, 1)
      })
    )
  )

  it.effect("fails early when the connection dies without a sign after the line was sent", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const running = yield* begun(Effect.flip(Console.run("1")))
        player.socket.current().freeze()
        yield* pass("14 seconds")
        assert.isUndefined(running.pollUnsafe())
        yield* pass("2 seconds")
        const error = yield* Fiber.join(running)
        assert.deepInclude(error, { _tag: "NoAnswer", why: "disconnected", wasAccepted: true })
        assert.lengthOf(player.http.requests, 1)
      })
    )
  )

  it.effect("waits at most the given time for the server's response, and does not know whether it ran", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.delay = Effect.never
        const running = yield* begun(Effect.flip(Console.run("1", { within: "10 seconds" })))
        yield* pass("9900 millis")
        assert.isUndefined(running.pollUnsafe())
        yield* pass("200 millis")
        const error = yield* Fiber.join(running)
        assert.instanceOf(error, Console.NoAnswer)
        assert.deepInclude(error, { why: "timeout", wasAccepted: false })
        assert.strictEqual(
          error.message,
          "the server did not respond to the line within 10s: it may have run"
        )
        assert.lengthOf(player.http.requests, 1)
      })
    )
  )

  it.effect("returns a result that arrived although the server did not respond to the line", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.delay = Effect.never
        const running = yield* begun(Console.run("1 + 2", { within: "10 seconds" }))
        yield* player.tick
        yield* pass("10 seconds")
        assert.strictEqual(yield* Fiber.join(running), "3")
      })
    )
  )

  it.effect("never sends a line twice when its fate is unknown, even if all requests are retried", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        let ran = 0
        player.respond = () => {
          ran++
          return new Response("Bad Gateway", { status: 502 })
        }
        const running = yield* begun(
          Effect.flip(Console.run("1")).pipe(Effect.provideService(Retry.RetryableRequests, "all"))
        )
        yield* pass("1 minute")
        const error = yield* Fiber.join(running)
        assert.strictEqual(error._tag === "ScreepsError" ? error.reason._tag : error._tag, "ServerFault")
        assert.strictEqual(ran, 1)
      })
    )
  )

  it.effect("sends the line once, on a new connection, when the old one died while it was idle", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        yield* pass("20 seconds")
        player.socket.current().freeze()
        const running = yield* begun(Console.run("3 + 4"))
        yield* pass("9900 millis")
        assert.deepStrictEqual(player.http.requests, [])
        yield* pass("2 seconds")
        assert.lengthOf(player.socket.connections, 2)
        assert.lengthOf(player.http.requests, 1)
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(running), "7")
      })
    )
  )

  it.effect("sends nothing when the server does not respond on the socket in time", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        yield* pass("20 seconds")
        player.socket.current().freeze()
        const running = yield* begun(Effect.flip(Console.run("1", { within: "5 seconds" })))
        yield* pass("5 seconds")
        const error = yield* Fiber.join(running)
        assert.strictEqual(error._tag === "SocketError" ? error.reason._tag : error._tag, "TimedOut")
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("keeps 2000 characters of the last error on the console", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.script = () => {
          throw new Error("x".repeat(100_000))
        }
        const running = yield* begun(Effect.flip(Console.run("1", { within: "1 second" })))
        yield* player.tick
        yield* pass("1 second")
        const error = yield* Fiber.join(running)
        assert.lengthOf(error._tag === "NoAnswer" ? (error.error ?? "") : "", 2000)
      })
    )
  )

  it.effect("sends nothing when there is no connection in time", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.socket.expireTokens()
        player.socket.current().drop()
        yield* settle
        const running = yield* begun(Effect.flip(Console.run("1", { within: "100 millis" })))
        yield* pass("100 millis")
        const error = yield* Fiber.join(running)
        assert.strictEqual(error._tag === "SocketError" ? error.reason._tag : error._tag, "Unreachable")
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("sends the line as soon as the connection is back", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.socket.current().drop()
        yield* settle
        const running = yield* begun(Console.run("5"))
        assert.deepStrictEqual(player.http.requests, [])
        yield* pass("2 seconds")
        assert.strictEqual(player.http.requests.length, 1)
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(running), "5")
      })
    )
  )

  it.effect("fails with the server's error, and stops listening", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.respond = () => Response.json({ error: "nothing doing" })
        const error = yield* Effect.flip(Console.run("1"))
        assert.strictEqual(error._tag === "ScreepsError" ? error.reason._tag : error._tag, "Rejected")
      })
    )
  )

  it.effect("stops listening when it is interrupted", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const running = yield* begun(Console.run("1"))
        yield* Fiber.interrupt(running)
        yield* settle
        assert.strictEqual(player.socket.current().commands.at(-1), `unsubscribe user:${alice}/console`)
      })
    )
  )

  /** Fails in the ticks of the list, counted from 1; logs its tick. */
  const failIn = (player: Player, ticks: ReadonlyArray<number>) => {
    let tick = 0
    player.script = () => {
      tick += 1
      player.log(`tick ${tick}`)
      if (ticks.includes(tick)) throw new Error(`of tick ${tick}`)
    }
  }

  it.effect("fails as soon as two more runs show that the script failed in the line's tick", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        failIn(player, [1])
        const running = yield* begun(Effect.flip(Console.run("1")))
        yield* player.tick
        yield* player.tick
        assert.isUndefined(running.pollUnsafe())
        yield* player.tick
        const error = yield* Fiber.join(running)
        assert.instanceOf(error, Console.NoAnswer)
        assert.deepInclude(error, { why: "script failed", wasAccepted: true })
        assert.match(error.error ?? "", /^Error: of tick 1\n +at /)
        assert.strictEqual(
          error.message,
          "no result: the script failed in the tick of the line; the last error on the console: Error: of tick 1"
        )
      })
    )
  )

  it.effect("fails also when the script fails in every tick", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.script = () => {
          throw new Error("always")
        }
        const running = yield* begun(Effect.flip(Console.run("1")))
        yield* Effect.repeat(player.tick, { times: 2 })
        assert.deepInclude(yield* Fiber.join(running), { why: "script failed" })
      })
    )
  )

  it.effect("fails for an error that arrived before the server's response to the line", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        failIn(player, [1])
        player.delay = Effect.sleep("2 seconds")
        const running = yield* begun(Effect.flip(Console.run("1")))
        yield* player.tick
        yield* pass("2 seconds")
        yield* player.tick
        assert.isUndefined(running.pollUnsafe())
        yield* player.tick
        assert.deepInclude(yield* Fiber.join(running), { why: "script failed" })
      })
    )
  )

  it.effect("returns the result after late errors of earlier ticks, which are not counted", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const name = `user:${alice}/console`
        const late = [{ messages: { log: ["late"], results: [] } }, { error: "Error: late" }]
        const running = yield* begun(Console.run("1 + 1"))
        // The connection is slow: the round trip after the error is not over before all of this has arrived.
        player.socket
          .current()
          .sendFrames(
            ...[...late, ...late, ...late, ...late].map((payload) => JSON.stringify([name, payload]))
          )
        yield* settle
        // The run in progress began before the server had the line.
        player.socket.current().sendEvent(name, { messages: { log: [], results: [] } })
        yield* settle
        assert.isUndefined(running.pollUnsafe())
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(running), "2")
      })
    )
  )

  it.effect("does not count runs that were killed or skipped, after which the line may still run", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const running = yield* begun(Console.run("1 + 1"))
        for (let runs = 0; runs < 5; runs++) {
          player.socket.current().sendEvent(`user:${alice}/console`, { error: "CPU bucket is empty" })
          yield* settle
        }
        assert.isUndefined(running.pollUnsafe())
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(running), "2")
      })
    )
  )

  it.effect("counts runs of its own shard only", () =>
    withPlayer(
      (player) =>
        Effect.gen(function* () {
          const name = `user:${alice}/console`
          const running = yield* begun(Console.run("1 + 1", { shard: "shard1" }))
          for (let runs = 0; runs < 5; runs++) {
            player.socket.current().sendEvent(name, { error: "Error: elsewhere", shard: "shard2" })
            player.socket.current().sendEvent(name, { messages: { log: [], results: [] }, shard: "shard2" })
            yield* settle
          }
          assert.isUndefined(running.pollUnsafe())
          yield* player.tick
          assert.strictEqual(yield* Fiber.join(running), "2")
        }),
      official
    )
  )

  it.effect("waits for the time that was given when the server does not say that it queued the line", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.respond = () => Response.json({ ok: 1 })
        player.script = () => {
          throw new Error("always")
        }
        const running = yield* begun(Effect.flip(Console.run("1", { within: "10 seconds" })))
        yield* Effect.repeat(player.tick, { times: 5 })
        assert.isUndefined(running.pollUnsafe())
        yield* pass("10 seconds")
        assert.deepInclude(yield* Fiber.join(running), { why: "timeout" })
      })
    )
  )
})
