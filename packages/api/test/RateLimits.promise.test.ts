/** A program that is the only user of a token and starts with full quotas receives no 429 and uses 99 % of every quota. */
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

/** Bursts of requests of every kind at random times; one of eight calls is interrupted. */
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

/** The share of a quota that continuous callers use: the shortest possible time divided by the real one. */
const usage = (dialect: Dialect, call: LimitedRequest, limit: number, per: number, time: number) =>
  Effect.gen(function* () {
    const server = official(dialect)
    for (let i = 0; i < 30; i++) yield* Effect.forkScoped(Effect.forever(server.call(call)))
    yield* pass(time)
    assert.isEmpty(server.rejected())
    const taken = server.accepted().map(({ at }) => at)
    const quotas = Math.floor((taken.length - 1) / limit)
    return (quotas * per) / ((taken.at(-1) ?? Infinity) - (taken.at(-1 - quotas * limit) ?? 0))
  }).pipe(Effect.scoped, Effect.provide(limits()))

describe("a program that is the only user of a token and starts with full quotas", () => {
  dialects.forEach((dialect, index) => {
    it.effect(`receives no 429: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const server = official(dialect, index)
        const responses = yield* mix(server, 31 * index + 1, 500)
        assert.isEmpty(server.rejected())
        assert.isAbove(responses.length, 400)
        assert.isAtMost(server.mostInFlight(), 16)
      }).pipe(Effect.provide(limits()))
    )
  })

  for (const dialect of dialects.filter(({ body }) => body === "text")) {
    it.effect(`uses 99 % of every quota: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const quotas = {
          all: yield* usage(dialect, time, 120, minute, 4 * minute),
          hour: yield* usage(dialect, segment, 60, hour, 4 * hour),
          day: yield* usage(dialect, setCode, 240, day, 2 * day)
        }
        for (const used of Object.values(quotas)) assert.isAtLeast(used, 0.99)
      })
    )
  }
})
