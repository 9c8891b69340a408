/** Several programs that share one token through a store receive no 429 and use 99 % of the quotas, as one program does. */
import type { LimitedRequest } from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  type Dialect,
  dialectName,
  fewDialects,
  official,
  pass,
  randomOf,
  rare,
  segment,
  setCode,
  someDialects,
  terrain,
  time
} from "./support/limiter.ts"
import { callFrom, programs, store } from "./support/programs.ts"

const minute = 60_000
const hour = 60 * minute

/** Bursts of requests of every kind at random times by any of the programs; one of eight calls is interrupted. */
const mix = (server: ReturnType<typeof official>, seed: number, count: number) =>
  Effect.gen(function* () {
    const all = yield* programs(3)
    const random = randomOf(seed)
    const pick = <A>(list: ReadonlyArray<A>, none: A): A => list[Math.floor(random() * list.length)] ?? none
    const kinds: ReadonlyArray<LimitedRequest> = [time, time, time, segment, terrain, setCode]
    const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
    for (let made = 0; made < count;) {
      for (let burst = Math.ceil(random() * 150); burst > 0 && made < count; burst--, made++) {
        const fiber = yield* Effect.forkChild(callFrom(pick(all, all[0]), server, pick(kinds, time)))
        if (random() < 1 / 8) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), random() * minute))
        else fibers.push(fiber)
      }
      yield* pass(Math.floor(random() * 3 * minute))
    }
    yield* pass(4 * hour)
    return yield* Effect.forEach(fibers, Fiber.join)
  }).pipe(Effect.scoped)

/** What happens to a store during a time that the programs use a quota. */
type Fate = (shared: ReturnType<typeof store>, time: number) => Effect.Effect<void>

const stays: Fate = (_, time) => pass(time)

/** The store does not respond for half of the time, and has lost its data afterwards or not. */
const fails =
  (isCleared: boolean): Fate =>
  (shared, time) =>
    Effect.gen(function* () {
      yield* pass(time / 4)
      shared.disconnect()
      yield* pass(time / 2)
      if (isCleared) shared.clear()
      shared.reconnect()
      yield* pass(time / 4)
    })

/** The times of the requests that programs send as fast as the quota allows. */
const sending = (dialect: Dialect, call: LimitedRequest, time: number, count: number, fate = stays) =>
  Effect.gen(function* () {
    const server = official(dialect)
    const shared = store()
    const all = yield* programs(count, shared)
    for (const program of all) {
      for (let i = 0; i < 15; i++) yield* Effect.forkScoped(Effect.forever(callFrom(program, server, call)))
    }
    yield* fate(shared, time)
    shared.removeDelay()
    assert.isEmpty(server.rejected())
    return server.accepted().map(({ at }) => at)
  }).pipe(Effect.scoped)

/** The share of a quota that two programs use continuously: the shortest possible time divided by the real one. */
const usage = (dialect: Dialect, call: LimitedRequest, limit: number, per: number, time: number) =>
  Effect.map(sending(dialect, call, time, 2), (taken) => {
    const quotas = Math.floor((taken.length - 1) / limit)
    return (quotas * per) / ((taken.at(-1) ?? Infinity) - (taken.at(-1 - quotas * limit) ?? 0))
  })

describe("programs that share a token through a store and start with full quotas", () => {
  someDialects.forEach((dialect, index) => {
    it.effect(`receive no 429: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const server = official(dialect, index)
        const responses = yield* mix(server, 37 * index + 1, 300)
        assert.isEmpty(server.rejected())
        assert.isAbove(responses.length, 240)
        assert.isAtMost(server.mostInFlight(), 16)
      })
    )
  })

  for (const dialect of fewDialects) {
    it.effect(`use 99 % of the quotas of a minute and an hour: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const quotas = {
          all: yield* usage(dialect, time, 120, minute, 3 * minute),
          hour: yield* usage(dialect, segment, 60, hour, 3 * hour)
        }
        for (const [name, used] of Object.entries(quotas)) assert.isAtLeast(used, 0.99, name)
      })
    )
  }

  for (const [title, call, all, duration, lost, isCleared] of [
    ["120 a minute", time, 6 * 120, 6 * minute, 9, false],
    ["10 an hour", rare, 4 * 10, 4 * hour, 2, true]
  ] as const) {
    const fate = isCleared ? "returns without its data" : "returns"
    it.effect(
      `lose at most ${lost} slots of ${title} to a store that fails and ${fate}: three programs`,
      () =>
        Effect.gen(function* () {
          const [dialect = { windows: "sliding", headers: "always", body: "text" }] = someDialects
          const taken = yield* sending(dialect, call, duration, 3, fails(isCleared))
          assert.isAtLeast(taken.length, all - lost)
        })
    )
  }
})
