/** How many repeats a sick server has to bear. */
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { ask, fake, retries } from "./support/fake.ts"
import { randomOf } from "./support/limiter.ts"
import { fine, sick } from "./support/sick.ts"
import { pass, within } from "./support/time.ts"

const failed = Effect.flip(Game.time())
const at = <A, E, R>(calls: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: calls }, () => effect),
    { concurrency: "unbounded" }
  )

const having = (budget: Retry.Budget) => ({ settings: Layer.succeed(Retry.Budget, budget) })

describe("a sick server", () => {
  it.effect("is asked twenty times more by a hundred calls at once; the others fail at once", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const errors = yield* within(ask(at(100, failed), server, retries))
      // While the twenty wait, a little is earned anew.
      assert.include([120, 121], server.asked.length)
      assert.strictEqual(server.asked.filter(({ at }) => at === 0).length, 100)
      assert.isAtLeast(errors.filter(({ retries }) => retries === undefined).length, 79)
    })
  )

  it.effect(
    "is asked at most one time in ten more, and twenty times per minute, however often it is called",
    () =>
      Effect.gen(function* () {
        for (const seed of [1, 2]) {
          const random = randomOf(seed)
          const server = sick(Infinity)
          let calls = 0
          const program = Effect.gen(function* () {
            for (let minute = 0; minute < 5; minute++) {
              const burst = 1 + Math.floor(random() * 100)
              calls += burst
              yield* Effect.forkChild(at(burst, failed))
              yield* pass("1 minute")
              const repeated = server.asked.length - calls
              assert.isAtMost(repeated, 20 + calls * 0.1 + (minute + 1) * 20)
            }
          })
          yield* ask(program, server, retries)
          assert.isAbove(server.asked.length, calls)
        }
      })
  )

  it.effect("is asked more often again when time has passed, or calls were answered", () =>
    Effect.gen(function* () {
      let isSick = true
      const server = fake(() => (isSick ? new Response("busy", { status: 503 }) : fine()))
      const program = Effect.gen(function* () {
        const repeats = Effect.provideService(failed, Retry.Retry, Schedule.recurs(10))
        const told: Array<number | undefined> = []
        const sickness = Effect.map(repeats, ({ retries }) => told.push(retries))
        yield* sickness
        yield* sickness
        yield* pass("1 minute")
        yield* sickness
        isSick = false
        yield* at(2, Game.time())
        isSick = true
        yield* sickness
        return told
      })
      const told = yield* ask(program, server, having({ share: 0.5, perMinute: 2 }))
      assert.deepStrictEqual(told, [2, undefined, 2, 1])
    })
  )
})

describe("a budget", () => {
  const repeats = Effect.provideService(failed, Retry.Retry, Schedule.recurs(50))

  it.effect("of nothing admits no repeats, and one without an end admits all", () =>
    Effect.gen(function* () {
      for (const [share, perMinute, expected] of [
        [0, 0, undefined],
        [0, Infinity, 50],
        [Infinity, 20, 20],
        [1, 0, 1]
      ] as const) {
        const server = sick(Infinity)
        const { retries } = yield* ask(repeats, server, having({ share, perMinute }))
        assert.strictEqual(retries, expected)
      }
    })
  )

  it.effect("earned in tenths is whole after ten calls", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const thirty = Effect.replicateEffect(failed, 30)
      const told = yield* ask(thirty, server, having({ share: 0.1, perMinute: 0 })).pipe(
        Effect.provideService(Retry.Retry, Schedule.recurs(1))
      )
      assert.deepStrictEqual(
        told.flatMap(({ retries }, index) => (retries === undefined ? [] : [index])),
        [9, 19, 29]
      )
    })
  )

  it.effect("is each client's own", () =>
    Effect.gen(function* () {
      for (const server of [sick(Infinity), sick(Infinity)]) {
        assert.strictEqual((yield* ask(repeats, server, retries)).retries, 20)
      }
    })
  )
})
