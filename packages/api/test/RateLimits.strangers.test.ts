/** A cold start, and strangers with the same token: few refusals, no lost call, none repeated before the time. */
import type { LimitedRequest } from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  dialectName,
  dialects,
  official,
  pass,
  randomOf,
  type Seen,
  segment,
  someDialects,
  terrain,
  time
} from "./support/limiter.ts"
import { alone, callFrom, type Program, programs } from "./support/programs.ts"

const minute = 60_000
const hour = 60 * minute

/** How many were refused by one limit before its next time came, at most. */
const mostRefused = (refused: ReadonlyArray<Seen>): number => {
  let most = 0
  for (const by of new Set(refused.map(({ refusedBy }) => refusedBy))) {
    let count = 0
    let until = 0
    for (const one of refused.filter(({ refusedBy }) => refusedBy === by)) {
      count = one.at < until ? count + 1 : 1
      until = one.at < until ? until : one.until
      most = Math.max(most, count)
    }
  }
  return most
}

/** What one program has heard, another knows after so many milliseconds. */
const news = 10

/** Requests that were sent although the server had said to wait longer. */
const tooEarly = (server: ReturnType<typeof official>): number => {
  const mine = server.seen.filter(({ isMine }) => isMine)
  const isEarly = (one: Seen) =>
    server
      .refused()
      .some(
        ({ heard, refusedBy, until }) =>
          (refusedBy === "global" || refusedBy === one.path) && one.sent > heard + news && one.sent < until
      )
  return mine.filter(isEarly).length
}

const assertPromise = (
  server: ReturnType<typeof official>,
  answers: ReadonlyArray<unknown>,
  calls: number
) => {
  assert.strictEqual(answers.length, calls)
  assert.strictEqual(server.taken().length, calls)
  assert.isAtMost(server.mostInFlight(), 16)
  assert.isAtMost(mostRefused(server.refused()), 16)
  assert.strictEqual(tooEarly(server), 0)
}

const many = (count: number, call: LimitedRequest) => Array.from({ length: count }, () => call)

/** All at once, by the programs in turn. */
const callAll = (
  all: ReadonlyArray<Program>,
  server: ReturnType<typeof official>,
  calls: ReadonlyArray<LimitedRequest>
) => Effect.forEach(calls, (call, i) => Effect.forkChild(callFrom(all[i % all.length], server, call)))

const houses = [
  ["a program", alone, dialects],
  ["two programs that share a store", () => programs(2), someDialects]
] as const

describe.each(houses)("%s, when others have used most of the token's quotas", (_, start, dialects) => {
  dialects.forEach((dialect, index) => {
    it.effect(
      `lose no call: ${dialectName(dialect)}`,
      () =>
        Effect.gen(function* () {
          const all = yield* start()
          const server = official(dialect, index)
          yield* Effect.forEach([...many(70, time), ...many(45, segment)], (call) =>
            Effect.forkChild(server.ask(call))
          )
          yield* pass(2000)
          const calls = [...many(150, time), ...many(50, segment), ...many(50, terrain)]
          const fibers = yield* callAll(all, server, calls)
          yield* pass(3 * hour)
          const answers = yield* Effect.forEach(fibers, Fiber.join)
          assertPromise(server, answers, calls.length)
          assert.isNotEmpty(server.refused())
        }),
      30_000
    )
  })
})

describe.each(houses)("%s, with a token that strangers use, too", (_, start, dialects) => {
  dialects.forEach((dialect, index) => {
    it.effect(
      `lose no call: ${dialectName(dialect)}`,
      () =>
        Effect.gen(function* () {
          const all = yield* start()
          const server = official(dialect, index + 50)
          const random = randomOf(index + 100)
          const stranger = Effect.gen(function* () {
            for (let left = Math.ceil(random() * 60); left > 0; left--) {
              yield* Effect.forkChild(server.ask(random() < 0.2 ? segment : time))
            }
            yield* Effect.sleep(Math.floor(random() * 2 * minute))
          })
          const strangers = yield* Effect.forkChild(Effect.forever(stranger))
          const calls = [...many(300, time), ...many(40, segment)]
          const answers = yield* Effect.gen(function* () {
            const fibers = yield* callAll(all, server, calls)
            yield* pass(10 * minute)
            yield* Fiber.interrupt(strangers)
            yield* pass(4 * hour)
            return yield* Effect.forEach(fibers, Fiber.join)
          })
          assertPromise(server, answers, calls.length)
        }),
      30_000
    )
  })
})
