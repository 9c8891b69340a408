/** The promise: who alone uses a token and begins with full quotas meets no 429, and uses 99 % of every quota. */
import type { LimitedRequest } from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  type Dialect,
  dialectName,
  dialects,
  limits,
  official,
  pass,
  randomOf,
  segment,
  setCode,
  terrain,
  time
} from "./support/limiter.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Bursts at random moments of an hour, of requests of every kind; one of eight is given up on the way. */
const mix = (server: ReturnType<typeof official>, seed: number, count: number) =>
  Effect.gen(function* () {
    const random = randomOf(seed)
    const kinds = [time, time, time, segment, terrain, setCode]
    const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
    const pick = (): LimitedRequest => kinds[Math.floor(random() * kinds.length)] ?? time
    for (let made = 0; made < count;) {
      for (let burst = Math.ceil(random() * 150); burst > 0 && made < count; burst--, made++) {
        const fiber = yield* Effect.forkChild(server.call(pick()))
        if (random() < 1 / 8) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), random() * minute))
        else fibers.push(fiber)
      }
      yield* pass(Math.floor(random() * 3 * minute))
    }
    yield* pass(4 * hour)
    return yield* Effect.forEach(fibers, Fiber.join)
  })

/** How much of a quota callers use who ask again and again: time of so many whole quotas, at best and really. */
const usage = (dialect: Dialect, call: LimitedRequest, limit: number, per: number, time: number) =>
  Effect.gen(function* () {
    const server = official(dialect)
    for (let i = 0; i < 30; i++) yield* Effect.forkScoped(Effect.forever(server.call(call)))
    yield* pass(time)
    assert.isEmpty(server.refused())
    const taken = server.taken().map(({ at }) => at)
    const quotas = Math.floor((taken.length - 1) / limit)
    return (quotas * per) / ((taken.at(-1) ?? Infinity) - (taken.at(-1 - quotas * limit) ?? 0))
  }).pipe(Effect.scoped, Effect.provide(limits()))

describe("a program that alone uses a token and begins with full quotas", () => {
  dialects.forEach((dialect, index) => {
    it.effect(`is never refused: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const server = official(dialect, index)
        const answers = yield* mix(server, 31 * index + 1, 500)
        assert.isEmpty(server.refused())
        assert.isAbove(answers.length, 400)
        assert.isAtMost(server.mostInFlight(), 16)
      }).pipe(Effect.provide(limits()))
    )
  })

  for (const dialect of dialects.filter(({ body }) => body === "text")) {
    it.effect(
      `uses 99 % of every quota: ${dialectName(dialect)}`,
      () =>
        Effect.gen(function* () {
          const quotas = {
            all: yield* usage(dialect, time, 120, minute, 4 * minute),
            hour: yield* usage(dialect, segment, 60, hour, 4 * hour),
            day: yield* usage(dialect, setCode, 240, day, 2 * day)
          }
          for (const used of Object.values(quotas)) assert.isAtLeast(used, 0.99)
        }),
      30_000
    )
  }
})
