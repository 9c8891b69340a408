/** The state of quotas that programs can read. */
import { inspect } from "node:util"
import * as Limits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import { RateLimits } from "@screeps-effect/schema/RateLimit"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { apiToken, asAlice, asGuest, asToken, privateServer } from "./support/fake.ts"
import { responseWithRate, constantServer, failing, limits, pass, segment, times } from "./support/limiter.ts"

const service = Limits.RateLimits
const segmentKey = "POST /api/user/memory-segment"

describe("the state of quotas", () => {
  it.effect("is full at first, and exists for every published quota", () =>
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
      assert.isTrue(Schema.is(RateLimits)(all))
      assert.deepStrictEqual(all["GET /api/user/code"], yield* state("GET /api/user/code"))
      assert.isUndefined(yield* state("GET /api/game/time"))
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is updated from the rate headers of responses", () =>
    Effect.gen(function* () {
      const { changes, state } = yield* service
      const events = yield* Effect.forkChild(Stream.runCollect(Stream.take(changes, 2)))
      yield* pass(500_000)
      const headers = { "x-ratelimit-limit": "50", "x-ratelimit-remaining": "7", "x-ratelimit-reset": "2000" }
      yield* constantServer(200, headers).call(segment)
      const expected = { limit: 50, period: "hour", remaining: 7, reset: 2000, toReset: 1500 } as const
      assert.deepStrictEqual((yield* Fiber.join(events))[0], {
        limitKey: segmentKey,
        state: expected
      })
      assert.deepStrictEqual(yield* state(segmentKey), expected)
      yield* times(7, constantServer(200).call(segment))
      const { retryAfter } = yield* Effect.flip(failing(constantServer(200).call(segment)))
      assert.strictEqual(Duration.toMillis(retryAfter), 1_500_000)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is kept for the 256 latest paths of raw requests only", () =>
    Effect.gen(function* () {
      const { states, withLimit } = yield* service
      const respond = responseWithRate({ limit: "60", remaining: "59", reset: "90" })
      for (let i = 0; i < 300; i++) yield* withLimit({ method: "GET", path: `/api/raw/${i}` }, respond)
      const keys = Object.keys(yield* states).filter((key) => key.startsWith("GET /api/raw/"))
      assert.strictEqual(keys.length, 256)
      assert.deepStrictEqual([keys[0], keys.at(-1)], ["GET /api/raw/44", "GET /api/raw/299"])
    }).pipe(Effect.provide(limits(privateServer)))
  )

  it.effect("keeps the headers of the latest period when responses arrive out of order", () =>
    Effect.gen(function* () {
      const { state, withLimit } = yield* service
      const respondAfter = (wait: number, remaining: number, reset: number) =>
        Effect.forkChild(
          withLimit(
            segment,
            Effect.delay(
              responseWithRate({ remaining: `${remaining}`, reset: `${reset}`, limit: "60" }),
              wait
            )
          )
        )
      yield* respondAfter(300, 40, 1800)
      yield* respondAfter(200, 39, 1800)
      yield* respondAfter(100, 38, 1800)
      yield* pass(1000)
      assert.strictEqual((yield* state(segmentKey))?.remaining, 38)
      yield* respondAfter(100, 20, 3600)
      yield* respondAfter(200, 37, 1800)
      yield* pass(1000)
      const later = yield* state(segmentKey)
      assert.deepStrictEqual([later?.remaining, later?.reset], [20, 3600])
    }).pipe(Effect.provide(limits()))
  )

  it.effect("stays valid after responses with missing or malformed headers", () =>
    Effect.gen(function* () {
      const { states } = yield* service
      const malformed = [
        {},
        { "x-ratelimit-limit": "many", "x-ratelimit-remaining": "", "x-ratelimit-reset": "soon" },
        { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" },
        { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" },
        { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "1e99" },
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999999" }
      ]
      for (const headers of malformed) yield* constantServer(200, headers).call(segment)
      const all = yield* states
      assert.isTrue(Schema.is(RateLimits)(all))
      assert.strictEqual(all[segmentKey]?.remaining, 54)
      assert.strictEqual(all["global"]?.remaining, 114)
    }).pipe(Effect.provide(limits()))
  )

  it.effect("is empty for private servers, guests and accounts with a password", () =>
    Effect.gen(function* () {
      for (const layer of [
        limits(privateServer),
        limits(Server.official(), asGuest),
        limits(privateServer, asAlice)
      ]) {
        yield* Effect.gen(function* () {
          const server = constantServer(200)
          yield* times(500, server.call(segment))
          assert.strictEqual(server.sent.length, 500)
          assert.deepStrictEqual(yield* (yield* service).states, {})
        }).pipe(Effect.provide(layer))
      }
    })
  )
})

describe("RateLimits.resetUrl", () => {
  const url = Effect.flatMap(service, ({ resetUrl }) => resetUrl)

  it.effect("contains the first 8 characters of the API token and is redacted", () =>
    Effect.gen(function* () {
      const page = yield* Effect.provide(url, limits(Server.season(), asToken))
      assert.strictEqual(
        Redacted.value(page),
        "https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=11111111"
      )
      assert.notInclude(inspect(page) + JSON.stringify(page), apiToken.slice(0, 8))
    })
  )

  it.effect("fails with Unauthorized without an API token", () =>
    Effect.gen(function* () {
      for (const credentials of [asGuest, asAlice]) {
        const { reason } = yield* Effect.flip(Effect.provide(url, limits(Server.official(), credentials)))
        assert.strictEqual(reason._tag, "Unauthorized")
      }
    })
  )
})
