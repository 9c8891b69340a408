/** Servers whose clock differs from ours: resets are moments of theirs. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { limits, pass, segment } from "./support/limiter.ts"

const start = Date.UTC(2026, 0, 1)
const raw = { method: "GET", path: "/api/raw" } as const
const privateLimits = limits(Server.privateServer("http://127.0.0.1:21025"))

type Headers = Readonly<Record<string, string>>

/** A response of a server whose clock is `ahead` milliseconds ahead of ours, with headers by its clock. */
const respond = (ahead: number, headersAt: (serverNow: number) => Headers, status = 200, text = "{}") =>
  Effect.map(Clock.currentTimeMillis, (receivedAt) => {
    const now = receivedAt + ahead
    return { status, text, receivedAt, headers: headersAt(now) }
  })

const dated = (now: number): Headers => ({ date: new Date(now).toUTCString() })

const exhausted =
  (wait: number, limit = 60) =>
  (now: number): Headers => ({
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil((now + wait) / 1000))
  })

const ok = respond(0, () => ({}))

const call = (request: RateLimits.LimitedRequest, response: Effect.Effect<RateLimits.LimitedResponse>) =>
  Effect.flatMap(RateLimits.RateLimits, (service) => service.withLimit(request, response))

/** Returns the seconds after which a call has succeeded. */
const secondsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    let waited = 0
    for (; fiber.pollUnsafe() === undefined && waited < 100_000; waited++) yield* pass(1000)
    yield* Fiber.join(fiber)
    return waited
  })

describe("a limit that rate headers report", () => {
  for (const ahead of [0, 20, 180, 1800, -20, -1800, 400 * 86_400, -400 * 86_400]) {
    it.effect(`lasts 3 seconds when the server's clock is ${ahead} seconds ahead`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const first = respond(ahead * 1000, (now) => ({ ...dated(now), ...exhausted(3000)(now) }))
        yield* call(raw, first)
        assert.strictEqual(
          (yield* (yield* RateLimits.RateLimits).state("GET /api/raw"))?.reset,
          start / 1000 + 3
        )
        assert.strictEqual(yield* secondsOf(call(raw, ok)), 3)
      }).pipe(Effect.provide(privateLimits))
    )

    it.effect(`ends a 429 after 3 seconds when the server's clock is ${ahead} seconds ahead`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        let isFirst = true
        const response = Effect.suspend(() => {
          if (!isFirst) return ok
          isFirst = false
          return respond(ahead * 1000, (now) => ({ ...dated(now), ...exhausted(3000)(now) }), 429, "no")
        })
        assert.strictEqual(yield* secondsOf(call(raw, response)), 3)
      }).pipe(Effect.provide(privateLimits))
    )

    it.effect(`ends at a Retry-After date when the server's clock is ${ahead} seconds ahead`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        let isFirst = true
        const response = Effect.suspend(() => {
          if (!isFirst) return ok
          isFirst = false
          const headers = (now: number) => ({
            ...dated(now),
            "retry-after": new Date(now + 3000).toUTCString()
          })
          return respond(ahead * 1000, headers, 429, "no")
        })
        assert.strictEqual(yield* secondsOf(call(raw, response)), 3)
      }).pipe(Effect.provide(privateLimits))
    )
  }

  it.effect("lasts no longer than the period of its quota when the server sends no date", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      yield* call(segment, respond(5 * 3_600_000, exhausted(60_000)))
      assert.strictEqual(yield* secondsOf(call(segment, ok)), 3600)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("keeps the smallest number of a period when a clock is adjusted between responses", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const { state } = yield* RateLimits.RateLimits
      const reset = String(start / 1000 + 1800 + 600)
      const respondWith = (remaining: number, ahead: number) =>
        respond(ahead, (now) => ({
          ...dated(now),
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": String(remaining),
          "x-ratelimit-reset": reset
        }))
      yield* call(segment, respondWith(10, 1_800_000))
      yield* call(segment, respondWith(11, 1_799_000))
      assert.strictEqual((yield* state("POST /api/user/memory-segment"))?.remaining, 10)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("has ended when a cache repeats it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const cached = respond(-7_200_000, (now) => ({ ...dated(now), ...exhausted(60_000)(now), age: "7200" }))
      yield* call(raw, cached)
      yield* call(raw, ok)
      assert.strictEqual(
        (yield* (yield* RateLimits.RateLimits).state("GET /api/raw"))?.reset,
        start / 1000 - 7140
      )
    }).pipe(Effect.provide(privateLimits))
  )
})
