/** Waits that a server requires: bounded, and independent of the system's clock. */
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import { always, fake, reasonOf, run } from "./support/fake.ts"
import { constantServer, limits, pass, responseWithRate, time, times } from "./support/limiter.ts"

const minute = 60_000
const hour = 60 * minute

const call = (request: RateLimits.LimitedRequest, response: Effect.Effect<RateLimits.LimitedResponse>) =>
  Effect.flatMap(RateLimits.RateLimits, (service) => service.withLimit(request, response))

const ok = Effect.map(Clock.currentTimeMillis, (receivedAt) => ({
  status: 200,
  text: "{}",
  headers: {},
  receivedAt
}))

/** Rejects requests until a moment, and names that moment. */
const rejectingUntil = (until: number) => {
  let sent = 0
  const response = Effect.map(Clock.currentTimeMillis, (receivedAt) => {
    sent++
    return receivedAt < until
      ? { status: 429, text: `retry after ${until - receivedAt}ms`, headers: {}, receivedAt }
      : { status: 200, text: "{}", headers: {}, receivedAt }
  })
  return { call: call(time, response), sent: () => sent }
}

/** Starts a call and returns the milliseconds that it takes. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    let waited = 0
    for (; fiber.pollUnsafe() === undefined && waited < 30 * hour; waited += 1000) yield* pass(1000)
    yield* Fiber.join(fiber)
    return waited
  })

describe("RateLimits.MaxWait", () => {
  it.effect("makes a call fail after a 429 that requires more than 15 minutes", () =>
    Effect.gen(function* () {
      const server = rejectingUntil(16 * minute)
      const error = yield* Effect.flip(server.call)
      assert.deepStrictEqual([Duration.toMillis(error.retryAfter), error.retries], [16 * minute, 0])
      assert.strictEqual(server.sent(), 1)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("makes later calls fail without a request until the wait has passed", () =>
    Effect.gen(function* () {
      const server = rejectingUntil(30 * minute)
      yield* Effect.flip(server.call)
      yield* pass(10 * minute)
      const error = yield* Effect.flip(server.call)
      assert.strictEqual(Duration.toMillis(error.retryAfter), 20 * minute)
      assert.strictEqual(server.sent(), 1)
      yield* pass(6 * minute) // 14 minutes are left, which calls wait for
      assert.strictEqual(yield* timed(server.call), 14 * minute)
      assert.strictEqual(server.sent(), 2)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("makes calls fail that already wait for the quota", () =>
    Effect.gen(function* () {
      let sent = 0
      const rejected = Effect.gen(function* () {
        sent++
        yield* Effect.sleep(1000)
        const receivedAt = yield* Clock.currentTimeMillis
        return { status: 429, text: `retry after ${16 * minute}ms`, headers: {}, receivedAt }
      })
      const waiting = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 40 }), () => Effect.flip(call(time, rejected)), {
          concurrency: "unbounded"
        })
      )
      yield* pass(2000)
      assert.lengthOf(yield* Fiber.join(waiting), 40)
      assert.strictEqual(sent, 16) // the most that are in flight at once
    }).pipe(Effect.provide(limits()))
  )

  it.effect("lets a call wait 15 minutes by default, and longer if it is set", () =>
    Effect.gen(function* () {
      const quarter = rejectingUntil(15 * minute)
      assert.strictEqual(yield* timed(quarter.call), 15 * minute)
      const now = yield* Clock.currentTimeMillis
      const patient = Effect.provideService(
        rejectingUntil(now + 5 * hour).call,
        RateLimits.MaxWait,
        Duration.infinity
      )
      assert.strictEqual(yield* timed(patient), 5 * hour)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("does not limit the wait for a quota that the client counts itself", () =>
    Effect.gen(function* () {
      yield* times(120, call(time, ok))
      assert.strictEqual(yield* timed(call(time, ok)), minute)
    }).pipe(Effect.provideService(RateLimits.MaxWait, Duration.seconds(1)), Effect.provide(limits()))
  )

  it.effect(
    "makes a call fail when headers of an unknown quota report that it is exhausted until tomorrow",
    () =>
      Effect.gen(function* () {
        const raw = { method: "GET", path: "/api/raw" } as const
        const tomorrow = String((24 * hour) / 1000)
        yield* call(raw, responseWithRate({ limit: "60", remaining: "0", reset: tomorrow }))
        const error = yield* Effect.flip(call(raw, ok))
        assert.strictEqual(Duration.toMillis(error.retryAfter), 24 * hour)
      }).pipe(Effect.provide(limits(Server.privateServer("http://127.0.0.1:21025"))))
  )

  it.effect("is counted for each call that fails, and logged once per 429", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make(
        ({ logLevel, message }) => void (logLevel === "Warn" && logged.push(message))
      )
      const server = rejectingUntil(16 * minute)
      yield* Effect.forEach([1, 2, 3], () => Effect.flip(server.call)).pipe(
        Effect.provide(Layer.merge(limits(), Logger.layer([logger])))
      )
      const snapshot = yield* Metric.snapshot
      const dropped = snapshot.find(({ id }) => id === "screeps_limit_waits_dropped_total")
      assert.deepStrictEqual(dropped?.attributes, { limit_key: "raw" })
      assert.strictEqual(dropped?.type === "Counter" ? Number(dropped.state.count) : undefined, 3)
      assert.deepStrictEqual(logged.flat(), [
        "GET /api/game/time: the server requires a wait of 16m, longer than RateLimits.MaxWait (15m): calls fail until it has passed"
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})

describe("a wait of more than a day", () => {
  for (const [name, headers, text] of [
    ["Retry-After", { "retry-after": "1000000000000" }, ""],
    ["a text", {}, "retry after 999999999999999ms"],
    ["rate headers", { "x-ratelimit-limit": "60", "x-ratelimit-reset": "4294967295" }, ""]
  ] as const) {
    it.effect(`that ${name} requires is ignored: the call is sent again after a second`, () =>
      Effect.gen(function* () {
        const server = constantServer(429, headers, text)
        const fiber = yield* Effect.forkChild(Effect.flip(server.call()))
        yield* pass(minute)
        assert.strictEqual(Duration.toMillis((yield* Fiber.join(fiber)).retryAfter), 1000)
        assert.deepStrictEqual(server.sent, [0, 1000, 2000, 3000])
      }).pipe(Effect.provide(limits()))
    )
  }
})

describe("a clock that is set back by an hour", () => {
  const start = 100 * hour

  it.effect("does not lengthen the wait after a 429", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const fiber = yield* Effect.forkChild(rejectingUntil(start + minute).call)
      yield* pass(1)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.setTime(start - hour)
      assert.strictEqual(yield* timed(call(time, ok)), minute)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("does not lengthen the wait for a quota of the client", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* times(120, call(time, ok))
      yield* pass(10_000)
      yield* TestClock.setTime(start - hour)
      assert.strictEqual(yield* timed(call(time, ok)), 50_000)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("does not lengthen the wait that rate headers report", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const raw = { method: "GET", path: "/api/raw" } as const
      const reset = String((start + minute) / 1000)
      yield* call(raw, responseWithRate({ limit: "60", remaining: "0", reset }))
      yield* TestClock.setTime(start - hour)
      assert.strictEqual(yield* timed(call(raw, ok)), minute)
    }).pipe(Effect.provide(limits()))
  )
})

describe("rate headers that no quota can have", () => {
  const impossible = ["100001", "9007199254740993", "1".repeat(400), "-1", "1.5", "0x10", "1e3", "NaN", ""]

  for (const name of ["limit", "remaining", "reset"]) {
    it.effect(`are ignored and reported: ${name}`, () =>
      Effect.gen(function* () {
        const values = name === "reset" ? ["4294967296", ...impossible.slice(1)] : impossible
        for (const value of values) {
          const events: Array<ScreepsEvents.Event> = []
          const server = always({ ok: 1, time: 5 }, { headers: { [`x-ratelimit-${name}`]: value } })
          const program = Effect.andThen(
            Effect.provideService(Game.time(), ScreepsEvents.OnEvent, [(event) => void events.push(event)]),
            Effect.flatMap(RateLimits.RateLimits, ({ states }) => states)
          )
          assert.deepStrictEqual(yield* run(program, server), {})
          const drift = events.flatMap((event) =>
            event._tag === "Drift" ? [`${event.source} ${event.path}`] : []
          )
          assert.deepStrictEqual(drift, [`GET /api/game/time headers.x-ratelimit-${name}`], value)
        }
      })
    )
  }

  it.effect("are no defect of a 429", () =>
    Effect.gen(function* () {
      for (const value of impossible) {
        const headers = {
          "x-ratelimit-limit": value,
          "x-ratelimit-remaining": value,
          "x-ratelimit-reset": value
        }
        const server = fake(() => new Response("no", { status: 429, headers }))
        const reason = yield* reasonOf(Effect.provideService(Game.time(), RateLimits.OnLimit, "fail"), server)
        assert.strictEqual(reason.message, "rate limit reached: retry after 1s")
      }
    })
  )
})
