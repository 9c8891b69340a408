import * as RateLimits from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  constantServer,
  dialects,
  failing,
  limits,
  official,
  pass,
  segment,
  terrain,
  time,
  times
} from "./support/limiter.ts"

const minute = 60_000
const hour = 60 * minute
const [dialect] = dialects
assert.isDefined(dialect)

const service = RateLimits.RateLimits
const segmentKey = "POST /api/user/memory-segment"

describe("waiting calls", () => {
  it.effect("are sent in the order of arrival", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const served: Array<number> = []
      for (let i = 0; i < 400; i++) {
        const call = Effect.tap(server.send(time, true), () => Effect.sync(() => served.push(i)))
        const { withLimit } = yield* service
        yield* Effect.forkChild(withLimit(time, call))
      }
      yield* pass(4 * minute)
      // Requests overtake each other by at most the number that may be in flight.
      assert.strictEqual(served.length, 400)
      served.forEach((i, place) => assert.isAtMost(Math.abs(i - place), 32))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("keep their places after a 429", () =>
    Effect.gen(function* () {
      const { withLimit } = yield* service
      const served: Array<number> = []
      let rejections = 16
      for (let i = 0; i < 20; i++) {
        const response = Effect.gen(function* () {
          yield* Effect.sleep(500)
          const status = rejections-- > 0 ? 429 : 200
          if (status === 200) served.push(i)
          const at = yield* Clock.currentTimeMillis
          return { status, text: "retry after 5000ms", receivedAt: at, headers: {} }
        })
        yield* Effect.forkChild(withLimit(time, response))
      }
      yield* pass(minute)
      assert.deepStrictEqual(
        served,
        Array.from({ length: 20 }, (_, i) => i)
      )
    }).pipe(Effect.provide(limits()))
  )

  it.effect("for one endpoint do not block calls to others", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      for (let i = 0; i < 100; i++) yield* Effect.forkChild(server.call(segment))
      yield* pass(minute + 10_000)
      const before = server.log.length
      for (let i = 0; i < 120; i++) yield* Effect.forkChild(server.call(i % 2 === 0 ? time : terrain))
      yield* pass(10_000)
      assert.strictEqual(server.log.length - before, 120)
      assert.isEmpty(server.rejected())
    }).pipe(Effect.provide(limits()))
  )

  it.effect("free their places when they are interrupted", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      for (let i = 0; i < 60; i++) yield* Effect.forkChild(server.call(segment))
      yield* pass(10_000)
      const interrupted = yield* Effect.forEach(Array.from({ length: 60 }), () =>
        Effect.forkChild(server.call(segment))
      )
      const last = yield* Effect.forkChild(server.call(segment))
      yield* pass(minute)
      yield* Effect.forEach(interrupted, Fiber.interrupt)
      yield* pass(hour)
      assert.isDefined(last.pollUnsafe())
      assert.strictEqual(server.accepted().length, 61)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("return the endpoint's slot when they are interrupted before they are sent", () =>
    Effect.gen(function* () {
      const limits = yield* service
      const server = official(dialect)
      const others = yield* Effect.forkChild(times(200, server.call(time)))
      yield* pass(30_000)
      const waiting = yield* Effect.forkChild(server.call(segment))
      yield* pass(1000)
      assert.strictEqual((yield* limits.state(segmentKey))?.remaining, 59)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual((yield* limits.state(segmentKey))?.remaining, 60)
      yield* Fiber.interrupt(others)
    }).pipe(Effect.provide(limits()))
  )
})

describe("calls with OnLimit fail", () => {
  it.effect("fail at once with the time to wait, without a request", () =>
    Effect.gen(function* () {
      const server = constantServer(200)
      yield* times(60, server.call(segment))
      yield* pass(20 * minute)
      const error = yield* Effect.flip(failing(server.call(segment)))
      assert.strictEqual(error._tag, "RateLimited")
      assert.strictEqual(Duration.toMillis(error.retryAfter), 40 * minute)
      assert.strictEqual(error.retries, 0)
      assert.strictEqual(server.sent.length, 60)
      yield* failing(server.call(time))
      yield* pass(40 * minute)
      yield* failing(server.call(segment))
      assert.strictEqual(server.sent.length, 62)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("count the waiting calls, which take the next slots", () =>
    Effect.gen(function* () {
      const server = constantServer(200)
      yield* times(60, server.call(segment))
      yield* pass(10_000)
      for (let i = 0; i < 61; i++) yield* Effect.forkChild(server.call(segment))
      yield* pass(20_000)
      const { retryAfter } = yield* Effect.flip(failing(server.call(segment)))
      assert.strictEqual(Duration.toMillis(retryAfter), 2 * hour - 30_000)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("fail after a 429 without a second attempt", () =>
    Effect.gen(function* () {
      const server = constantServer(429, {}, "Rate limit exceeded, retry after 51243ms")
      const first = yield* Effect.flip(failing(server.call()))
      assert.strictEqual(Duration.toMillis(first.retryAfter), 51_243)
      yield* pass(1243)
      const second = yield* Effect.flip(failing(server.call()))
      assert.strictEqual(Duration.toMillis(second.retryAfter), 50_000)
      assert.deepStrictEqual(server.sent, [0])
    }).pipe(Effect.provide(limits()))
  )

  it.effect("still wait for requests in flight", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      yield* times(40, failing(server.call(time))).pipe(
        Effect.forkChild,
        Effect.tap(pass(10_000)),
        Effect.flatMap(Fiber.join)
      )
      assert.strictEqual(server.accepted().length, 40)
      assert.isAtMost(server.mostInFlight(), 16)
    }).pipe(Effect.provide(limits()))
  )
})

describe("suspended limits", () => {
  it.effect("let all calls pass until the suspension ends", () =>
    Effect.gen(function* () {
      const server = constantServer(200)
      const { state, suspendUntil } = yield* service
      yield* times(60, server.call(segment))
      yield* Effect.forkChild(times(100, server.call(segment)))
      yield* pass(1000)
      assert.strictEqual(server.sent.length, 60)
      yield* suspendUntil(2 * hour)
      yield* pass(1000)
      assert.strictEqual(server.sent.length, 160)
      assert.strictEqual((yield* state(segmentKey))?.remaining, 60)
      yield* pass(2 * hour)
      assert.isTrue((yield* Effect.exit(times(60, failing(server.call(segment)))))._tag === "Success")
      yield* Effect.flip(failing(server.call(segment)))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("still wait after a 429", () =>
    Effect.gen(function* () {
      const server = constantServer(429, {}, "retry after 30000ms")
      const { suspendUntil } = yield* service
      yield* suspendUntil(hour)
      const call = yield* Effect.forkChild(Effect.flip(server.call()))
      yield* pass(2 * minute)
      assert.strictEqual((yield* Fiber.join(call)).retries, 3)
      assert.deepStrictEqual(server.sent, [0, 30_000, 60_000, 90_000])
    }).pipe(Effect.provide(limits()))
  )
})
