/** The number of retries that a failing server receives. */
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { run, fake, retries } from "./support/fake.ts"
import { randomOf } from "./support/limiter.ts"
import { okResponse, failingServer } from "./support/failing.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const failed = Effect.flip(Game.time())
const at = <A, E, R>(calls: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: calls }, () => effect),
    { concurrency: "unbounded" }
  )

const withBudget = (budget: Retry.Budget) => ({ settings: Layer.succeed(Retry.Budget, budget) })

describe("a failing server", () => {
  it.effect("receives 20 retries from 100 simultaneous calls; the other calls fail at once", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const errors = yield* within(run(at(100, failed), server, retries))
      // While the twenty wait, the budget earns a little more.
      assert.include([120, 121], server.requests.length)
      assert.strictEqual(server.requests.filter(({ at }) => at === 0).length, 100)
      assert.isAtLeast(errors.filter(({ retries }) => retries === undefined).length, 79)
    })
  )

  it.effect("receives at most one retry per ten calls and 20 per minute", () =>
    Effect.gen(function* () {
      for (const seed of [1, 2]) {
        const random = randomOf(seed)
        const server = failingServer(Infinity)
        let calls = 0
        const program = Effect.gen(function* () {
          for (let minute = 0; minute < 5; minute++) {
            const burst = 1 + Math.floor(random() * 100)
            calls += burst
            yield* Effect.forkChild(at(burst, failed))
            yield* pass("1 minute")
            const retried = server.requests.length - calls
            assert.isAtMost(retried, 20 + calls * 0.1 + (minute + 1) * 20)
          }
        })
        yield* run(program, server, retries)
        assert.isAbove(server.requests.length, calls)
      }
    })
  )

  it.effect("receives retries again after a minute or after successful calls", () =>
    Effect.gen(function* () {
      let isFailing = true
      const server = fake(() => (isFailing ? new Response("busy", { status: 503 }) : okResponse()))
      const program = Effect.gen(function* () {
        const retrying = Effect.provideService(failed, Retry.Retry, Schedule.recurs(10))
        const counts: Array<number | undefined> = []
        const failure = Effect.map(retrying, ({ retries }) => counts.push(retries))
        yield* failure
        yield* failure
        yield* pass("1 minute")
        yield* failure
        isFailing = false
        yield* at(2, Game.time())
        isFailing = true
        yield* failure
        return counts
      })
      const counts = yield* run(program, server, withBudget({ share: 0.5, perMinute: 2 }))
      assert.deepStrictEqual(counts, [2, undefined, 2, 1])
    })
  )
})

describe("Retry.Budget", () => {
  const retrying = Effect.provideService(failed, Retry.Retry, Schedule.recurs(50))

  it.effect("allows no retries when it is zero, and all when it is infinite", () =>
    Effect.gen(function* () {
      for (const [share, perMinute, expected] of [
        [0, 0, undefined],
        [0, Infinity, 50],
        [Infinity, 20, 20],
        [1, 0, 1]
      ] as const) {
        const server = failingServer(Infinity)
        const { retries } = yield* run(retrying, server, withBudget({ share, perMinute }))
        assert.strictEqual(retries, expected)
      }
    })
  )

  it.effect("allows one retry after ten calls with a share of 0.1", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const thirty = Effect.replicateEffect(failed, 30)
      const errors = yield* run(thirty, server, withBudget({ share: 0.1, perMinute: 0 })).pipe(
        Effect.provideService(Retry.Retry, Schedule.recurs(1))
      )
      assert.deepStrictEqual(
        errors.flatMap(({ retries }, index) => (retries === undefined ? [] : [index])),
        [9, 19, 29]
      )
    })
  )

  it.effect("is separate for each client", () =>
    Effect.gen(function* () {
      for (const server of [failingServer(Infinity), failingServer(Infinity)]) {
        assert.strictEqual((yield* run(retrying, server, retries)).retries, 20)
      }
    })
  )
})
