/** A simulated day on a private server, whose tokens live a minute: bursts of calls with short and long pauses. */
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { asAlice, run, request, retries } from "./support/fake.ts"
import { randomOf } from "./support/limiter.ts"
import { serverWithTokens } from "./support/session.ts"
import { within } from "@screeps-effect/fixtures/time"

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** Random whole numbers, the same in every run. */
const randomBetween = (seed: number) => {
  const random = randomOf(seed)
  return (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
}

describe("a day of calls on a private server", () => {
  it.effect("signs in only after pauses longer than a token's lifetime", () => {
    const between = randomBetween(1)
    // Requests and responses take up to a second each, so that they overtake each other.
    const server = serverWithTokens({ delay: () => between(10, second) })
    const kinds = [User.worldStatus(), request({ method: "POST", path: "/api/user/console", body: {} })]
    let calls = 0
    let longPauses = 0
    let pauses = 0

    const burst = Effect.suspend(() => {
      const many = Array.from({ length: between(1, 8) }, () => kinds[between(0, 1)] ?? assert.fail())
      calls += many.length
      return within(Effect.all(many, { concurrency: "unbounded" }), 250)
    })

    const program = Effect.gen(function* () {
      yield* burst
      while ((yield* Clock.currentTimeMillis) < day) {
        // Short pauses are shorter than a token's lifetime, including the round trip.
        for (let bursts = between(0, 40); bursts > 0; bursts--) {
          yield* TestClock.adjust(between(1, 55 * second))
          yield* burst
          pauses++
        }
        yield* TestClock.adjust(between(minute, 60 * minute))
        yield* burst
        longPauses++
      }
    })

    return Effect.gen(function* () {
      yield* run(program, server, { ...retries, credentials: asAlice })
      // No call failed, because a failure would have ended the program.
      assert.strictEqual(server.signIns(), 1 + longPauses)
      const requestCount = server.tokens().length
      assert.isAtLeast(requestCount, calls)
      // After a long pause the calls of one burst may be sent twice, all others are sent once.
      assert.isAtMost(requestCount - calls, longPauses * 8)
      for (const [count, least] of [
        [longPauses, 20],
        [pauses, 400],
        [calls, 1500]
      ] as const) {
        assert.isAbove(count, least)
      }
    })
  })
})
