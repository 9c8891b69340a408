import { inspect } from "node:util"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { RateLimited } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { RateLimit } from "@screeps-effect/schema/RateLimit"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { apiToken, asAlice, asGuest, asToken, privateServer } from "./support/fake.ts"
import { dialects, limits, official, pass, segment, terrain, time } from "./support/limiter.ts"

const minute = 60_000
const hour = 60 * minute
const [dialect] = dialects
assert.isDefined(dialect)

const service = RateLimits.RateLimits
const segmentKey = "POST /api/user/memory-segment"

/** A server that gives the same answer at once, and counts how often it was asked. */
const answering = (status: number, headers: Readonly<Record<string, string>> = {}, text = "{}") => {
  const sent: Array<number> = []
  const answer = Effect.clockWith((clock) =>
    Effect.sync(() => {
      const at = clock.currentTimeMillisUnsafe()
      sent.push(at)
      return { status, text, at, header: (name: string) => headers[name] }
    })
  )
  const ask = (call: RateLimits.Limited = time) =>
    Effect.flatMap(service, (limits) => limits.through(call, answer))
  return { ask, sent }
}

/** An answer with rate headers. */
const answered = (rate: Readonly<Record<string, string>>) =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    status: 200,
    text: "{}",
    at,
    header: (name: string) => rate[name.replace("x-ratelimit-", "")]
  }))

const times = (count: number, effect: Effect.Effect<unknown, RateLimited, RateLimits.RateLimits>) =>
  Effect.forEach(Array.from({ length: count }), () => effect, { concurrency: "unbounded" })

const failing = Effect.provideService(RateLimits.OnLimit, "fail")

describe("callers who wait", () => {
  it.effect("are served in the order of arrival: nobody starves", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const served: Array<number> = []
      for (let i = 0; i < 400; i++) {
        const call = Effect.tap(server.ask(time, true), () => Effect.sync(() => served.push(i)))
        const { through } = yield* service
        yield* Effect.forkChild(through(time, call))
      }
      yield* pass(4 * minute)
      // Requests overtake each other on their way by as many as may be in the air.
      assert.strictEqual(served.length, 400)
      served.forEach((i, place) => assert.isAtMost(Math.abs(i - place), 32))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("keep their places when they are refused", () =>
    Effect.gen(function* () {
      const { through } = yield* service
      const served: Array<number> = []
      let refusals = 16
      for (let i = 0; i < 20; i++) {
        const answer = Effect.gen(function* () {
          yield* Effect.sleep(500)
          const status = refusals-- > 0 ? 429 : 200
          if (status === 200) served.push(i)
          const at = yield* Clock.currentTimeMillis
          return { status, text: "retry after 5000ms", at, header: () => undefined }
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

  it.effect("wait for those in the air all the same: that takes no time to speak of", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      yield* times(40, failing(server.call(time))).pipe(
        Effect.forkChild,
        Effect.tap(pass(10_000)),
        Effect.flatMap(Fiber.join)
      )
      assert.strictEqual(server.taken().length, 40)
      assert.isAtMost(server.mostInAir(), 16)
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

describe("the state of the quotas", () => {
  it.effect("is full in the beginning, and told for every quota that servers publish", () =>
    Effect.gen(function* () {
      const { state, states } = yield* service
      assert.deepStrictEqual(yield* state("global"), {
        limit: 120,
        period: "minute",
        remaining: 120,
        reset: 0,
        toReset: 60
      })
      const all = yield* states
      assert.strictEqual(Object.keys(all).length, 16)
      for (const state of Object.values(all)) assert.isTrue(Schema.is(RateLimit)(state))
      assert.isUndefined(yield* state("GET /api/game/time"))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is corrected by the headers of answers", () =>
    Effect.gen(function* () {
      const { changes, state } = yield* service
      const heard = yield* Effect.forkChild(Stream.runCollect(Stream.take(changes, 2)))
      yield* pass(500_000)
      const headers = { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "7", "x-ratelimit-reset": "2000" }
      yield* answering(200, headers).ask(segment)
      const expected = { limit: 50, period: "hour", remaining: 7, reset: 2000, toReset: 1500 } as const
      // The request itself is still under way when its answer is heard.
      assert.deepStrictEqual((yield* Fiber.join(heard))[0], {
        limitKey: segmentKey,
        state: { ...expected, remaining: 6 }
      })
      assert.deepStrictEqual(yield* state(segmentKey), expected)
      yield* times(7, answering(200).ask(segment))
      const { retryAfter } = yield* Effect.flip(failing(answering(200).ask(segment)))
      assert.strictEqual(Duration.toMillis(retryAfter), 1_500_000)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is that of the latest answer, though an earlier one comes later", () =>
    Effect.gen(function* () {
      const { state, through } = yield* service
      const answerAfter = (wait: number, remaining: number, reset: number) =>
        Effect.forkChild(
          through(
            segment,
            Effect.delay(answered({ remaining: `${remaining}`, reset: `${reset}`, limit: "60" }), wait)
          )
        )
      yield* answerAfter(300, 40, 3600)
      yield* answerAfter(200, 39, 3600)
      yield* answerAfter(100, 38, 3600)
      yield* pass(1000)
      assert.strictEqual((yield* state(segmentKey))?.remaining, 38)
      yield* answerAfter(100, 20, 7200)
      yield* answerAfter(200, 37, 3600)
      yield* pass(1000)
      const later = yield* state(segmentKey)
      assert.deepStrictEqual([later?.remaining, later?.reset], [20, 7200])
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is never harmed by answers without headers, or with odd ones", () =>
    Effect.gen(function* () {
      const { states } = yield* service
      const odd = [
        {},
        { "x-ratelimit-limit": "many", "x-ratelimit-remaining": "", "x-ratelimit-reset": "soon" },
        { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" },
        { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" },
        { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "1e99" },
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999999" }
      ]
      for (const headers of odd) yield* answering(200, headers).ask(segment)
      const all = yield* states
      for (const state of Object.values(all)) assert.isTrue(Schema.is(RateLimit)(state))
      assert.strictEqual(all[segmentKey]?.remaining, 54)
      assert.strictEqual(all["global"]?.remaining, 114)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("knows nothing of private servers, of guests and of accounts with a password", () =>
    Effect.gen(function* () {
      for (const layer of [
        limits(privateServer),
        limits(Server.official(), asGuest),
        limits(privateServer, asAlice)
      ]) {
        yield* Effect.gen(function* () {
          const server = answering(200)
          yield* times(500, server.ask(segment))
          assert.strictEqual(server.sent.length, 500)
          assert.deepStrictEqual(yield* (yield* service).states, {})
        }).pipe(Effect.provide(layer))
      }
    })
  )
})

describe("the page on which a person suspends the limits", () => {
  const url = Effect.flatMap(service, ({ resetUrl }) => resetUrl)

  it.effect("names the beginning of the API token, and is hidden", () =>
    Effect.gen(function* () {
      const page = yield* Effect.provide(url, limits(Server.season(), asToken))
      assert.strictEqual(
        Redacted.value(page),
        "https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=11111111"
      )
      assert.notInclude(inspect(page) + JSON.stringify(page), apiToken.slice(0, 8))
    })
  )

  it.effect("does not exist without an API token", () =>
    Effect.gen(function* () {
      for (const who of [asGuest, asAlice]) {
        const { reason } = yield* Effect.flip(Effect.provide(url, limits(Server.official(), who)))
        assert.strictEqual(reason._tag, "Unauthorized")
      }
    })
  )
})
