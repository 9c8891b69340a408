import * as RateLimits from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  answering,
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

describe("callers who wait", () => {
  it.effect("are served in the order of arrival: nobody starves", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const served: Array<number> = []
      for (let i = 0; i < 400; i++) {
        const call = Effect.tap(server.ask(time, true), () => Effect.sync(() => served.push(i)))
        const { withLimit: through } = yield* service
        yield* Effect.forkChild(through(time, call))
      }
      yield* pass(4 * minute)
      // Requests overtake each other on their way by as many as may be in flight.
      assert.strictEqual(served.length, 400)
      served.forEach((i, place) => assert.isAtMost(Math.abs(i - place), 32))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("keep their places when they are refused", () =>
    Effect.gen(function* () {
      const { withLimit: through } = yield* service
      const served: Array<number> = []
      let refusals = 16
      for (let i = 0; i < 20; i++) {
        const answer = Effect.gen(function* () {
          yield* Effect.sleep(500)
          const status = refusals-- > 0 ? 429 : 200
          if (status === 200) served.push(i)
          const at = yield* Clock.currentTimeMillis
          return { status, text: "retry after 5000ms", receivedAt: at, headers: {} }
        })
        yield* Effect.forkChild(through(time, answer))
      }
      yield* pass(minute)
      assert.deepStrictEqual(
        served,
        Array.from({ length: 20 }, (_, i) => i)
      )
    }).pipe(Effect.provide(limits()))
  )

  it.effect("for one endpoint hold up nobody else", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      for (let i = 0; i < 100; i++) yield* Effect.forkChild(server.call(segment))
      yield* pass(minute + 10_000)
      const before = server.seen.length
      for (let i = 0; i < 120; i++) yield* Effect.forkChild(server.call(i % 2 === 0 ? time : terrain))
      yield* pass(10_000)
      assert.strictEqual(server.seen.length - before, 120)
      assert.isEmpty(server.refused())
    }).pipe(Effect.provide(limits()))
  )

  it.effect("leave their place when they are interrupted", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      for (let i = 0; i < 60; i++) yield* Effect.forkChild(server.call(segment))
      yield* pass(10_000)
      const given = yield* Effect.forEach(Array.from({ length: 60 }), () =>
        Effect.forkChild(server.call(segment))
      )
      const kept = yield* Effect.forkChild(server.call(segment))
      yield* pass(minute)
      yield* Effect.forEach(given, Fiber.interrupt)
      yield* pass(hour)
      assert.isDefined(kept.pollUnsafe())
      assert.strictEqual(server.taken().length, 61)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("give the slot of the endpoint back when they are interrupted before they are sent", () =>
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

describe("callers who would rather fail", () => {
  it.effect("are told at once how long the wait would be, and nothing is sent", () =>
    Effect.gen(function* () {
      const server = answering(200)
      yield* times(60, server.ask(segment))
      yield* pass(20 * minute)
      const error = yield* Effect.flip(failing(server.ask(segment)))
      assert.strictEqual(error._tag, "RateLimited")
      assert.strictEqual(Duration.toMillis(error.retryAfter), 40 * minute)
      assert.strictEqual(error.retries, 0)
      assert.strictEqual(server.sent.length, 60)
      yield* failing(server.ask(time))
      yield* pass(40 * minute)
      yield* failing(server.ask(segment))
      assert.strictEqual(server.sent.length, 62)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("stand behind those who wait: these take the next slots", () =>
    Effect.gen(function* () {
      const server = answering(200)
      yield* times(60, server.ask(segment))
      yield* pass(10_000)
      for (let i = 0; i < 61; i++) yield* Effect.forkChild(server.ask(segment))
      yield* pass(20_000)
      const { retryAfter } = yield* Effect.flip(failing(server.ask(segment)))
      assert.strictEqual(Duration.toMillis(retryAfter), 2 * hour - 30_000)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("are told of a refusal without a second attempt", () =>
    Effect.gen(function* () {
      const server = answering(429, {}, "Rate limit exceeded, retry after 51243ms")
      const first = yield* Effect.flip(failing(server.ask()))
      assert.strictEqual(Duration.toMillis(first.retryAfter), 51_243)
      yield* pass(1243)
      const second = yield* Effect.flip(failing(server.ask()))
      assert.strictEqual(Duration.toMillis(second.retryAfter), 50_000)
      assert.deepStrictEqual(server.sent, [0])
    }).pipe(Effect.provide(limits()))
  )

  it.effect("wait for those in flight all the same: that takes no time to speak of", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      yield* times(40, failing(server.call(time))).pipe(
        Effect.forkChild,
        Effect.tap(pass(10_000)),
        Effect.flatMap(Fiber.join)
      )
      assert.strictEqual(server.taken().length, 40)
      assert.isAtMost(server.mostInFlight(), 16)
    }).pipe(Effect.provide(limits()))
  )
})

describe("limits that a person has suspended", () => {
  it.effect("hold up nobody until their time is over", () =>
    Effect.gen(function* () {
      const server = answering(200)
      const { state, suspendUntil } = yield* service
      yield* times(60, server.ask(segment))
      yield* Effect.forkChild(times(100, server.ask(segment)))
      yield* pass(1000)
      assert.strictEqual(server.sent.length, 60)
      yield* suspendUntil(2 * hour)
      yield* pass(1000)
      assert.strictEqual(server.sent.length, 160)
      assert.strictEqual((yield* state(segmentKey))?.remaining, 60)
      yield* pass(2 * hour)
      assert.isTrue((yield* Effect.exit(times(60, failing(server.ask(segment)))))._tag === "Success")
      yield* Effect.flip(failing(server.ask(segment)))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("still wait when the server refuses", () =>
    Effect.gen(function* () {
      const server = answering(429, {}, "retry after 30000ms")
      const { suspendUntil } = yield* service
      yield* suspendUntil(hour)
      const call = yield* Effect.forkChild(Effect.flip(server.ask()))
      yield* pass(2 * minute)
      assert.strictEqual((yield* Fiber.join(call)).retries, 3)
      assert.deepStrictEqual(server.sent, [0, 30_000, 60_000, 90_000])
    }).pipe(Effect.provide(limits()))
  )
})
