import * as RateLimit from "@screeps-effect/schema/RateLimit"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const full = { limit: 120, period: "minute", remaining: 120, reset: 0, toReset: 0 } as const
const empty = { limit: 60, period: "hour", remaining: 0, reset: 1_795_267_300, toReset: 12 } as const
const decode = Schema.decodeUnknownResult(RateLimit.RateLimits)

describe("a period", () => {
  it("is a minute, an hour or a day", () => {
    assert.deepStrictEqual(RateLimit.periods.map(RateLimit.periodSeconds), [60, 3600, 86_400])
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(RateLimit.RateLimitPeriod)("week")))
  })
})

describe("a rate limit", () => {
  it.effect("is generated with whole numbers of requests and seconds", () =>
    Effect.gen(function* () {
      const made = yield* Arbitrary.sampleEffect(Arbitrary.schema(RateLimit.RateLimit), {
        count: 40,
        seed: 5
      })
      for (const { limit, remaining, reset, toReset } of made) {
        assert.isTrue([limit, remaining, reset, toReset].every((n) => Number.isInteger(n) && n >= 0))
        assert.isAtMost(toReset, 86_400)
      }
    })
  )
})

describe("all rate limits", () => {
  it("contain the global one, and those of endpoints by method and path", () => {
    const limits = Result.getOrThrow(decode({ global: full, "GET /api/game/room-terrain": empty }))
    assert.deepStrictEqual(limits["global"], full)
    assert.deepStrictEqual(limits["GET /api/game/room-terrain"], empty)
  })

  it("reject negative numbers and fractions of requests", () => {
    assert.isTrue(Result.isFailure(decode({ global: { ...full, remaining: -1 } })))
    assert.isTrue(Result.isFailure(decode({ global: { ...full, remaining: 1.5 } })))
  })
})
