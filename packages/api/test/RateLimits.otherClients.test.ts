/** A partly used quota, and other clients of the same token: few 429s, no lost call, none sent again too early. */
import { type LimitedRequest, MaxWait } from "@screeps-effect/api/RateLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  dialectName,
  dialects,
  fewDialects,
  official,
  pass,
  randomOf,
  type LoggedRequest,
  segment,
  terrain,
  time
} from "./support/limiter.ts"
import { alone, callFrom, type Program, programs } from "./support/programs.ts"

const minute = 60_000
const hour = 60 * minute

/** The largest number of requests that one limit rejected before its announced time. */
const mostRejected = (rejected: ReadonlyArray<LoggedRequest>): number => {
  let most = 0
  for (const by of new Set(rejected.map(({ rejectedBy }) => rejectedBy))) {
    let count = 0
    let until = 0
    for (const one of rejected.filter(({ rejectedBy }) => rejectedBy === by)) {
      count = one.at < until ? count + 1 : 1
      until = one.at < until ? until : one.until
      most = Math.max(most, count)
    }
  }
  return most
}

/** The delay in milliseconds after which one program knows what another has received. */
const delay = 10

/** The number of requests sent before the time that the server announced. */
const tooEarly = (server: ReturnType<typeof official>): number => {
  const mine = server.log.filter(({ isMine }) => isMine)
  const isEarly = (one: LoggedRequest) =>
    server
      .rejected()
      .some(
        ({ respondedAt, rejectedBy, until }) =>
          (rejectedBy === "global" || rejectedBy === one.path) &&
          one.sent > respondedAt + delay &&
          one.sent < until
      )
  return mine.filter(isEarly).length
}

const assertNoLoss = (
  server: ReturnType<typeof official>,
  responses: ReadonlyArray<unknown>,
  calls: number
) => {
  assert.strictEqual(responses.length, calls)
  assert.strictEqual(server.accepted().length, calls)
  assert.isAtMost(server.mostInFlight(), 16)
  assert.isAtMost(mostRejected(server.rejected()), 16)
  assert.strictEqual(tooEarly(server), 0)
}

const many = (count: number, call: LimitedRequest) => Array.from({ length: count }, () => call)

/** Forks all calls at once, from the programs in turn; each waits for as long as the server requires. */
const callAll = (
  all: ReadonlyArray<Program>,
  server: ReturnType<typeof official>,
  calls: ReadonlyArray<LimitedRequest>
) =>
  Effect.provideService(
    Effect.forEach(calls, (call, i) => Effect.forkChild(callFrom(all[i % all.length], server, call))),
    MaxWait,
    Duration.infinity
  )

const setups = [
  ["a program", alone, dialects],
  ["two programs that share a store", () => programs(2), fewDialects]
] as const

describe.each(setups)("%s, when other clients have used most of the token's quotas", (_, start, dialects) => {
  dialects.forEach((dialect, index) => {
    it.effect(`completes every call with few 429s: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const all = yield* start()
        const server = official(dialect, index)
        yield* Effect.forEach([...many(70, time), ...many(45, segment)], (call) =>
          Effect.forkChild(server.send(call))
        )
        yield* pass(2000)
        const calls = [...many(150, time), ...many(50, segment), ...many(50, terrain)]
        const fibers = yield* callAll(all, server, calls)
        yield* pass(3 * hour)
        const responses = yield* Effect.forEach(fibers, Fiber.join)
        assertNoLoss(server, responses, calls.length)
        assert.isNotEmpty(server.rejected())
      })
    )
  })
})

describe.each(setups)("%s, while other clients use the same token", (_, start, dialects) => {
  dialects.forEach((dialect, index) => {
    it.effect(`completes every call with few 429s: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const all = yield* start()
        const server = official(dialect, index + 50)
        const random = randomOf(index + 100)
        const otherClient = Effect.gen(function* () {
          for (let left = Math.ceil(random() * 60); left > 0; left--) {
            yield* Effect.forkChild(server.send(random() < 0.2 ? segment : time))
          }
          yield* Effect.sleep(Math.floor(random() * 2 * minute))
        })
        const otherClients = yield* Effect.forkChild(Effect.forever(otherClient))
        const calls = [...many(300, time), ...many(40, segment)]
        const responses = yield* Effect.gen(function* () {
          const fibers = yield* callAll(all, server, calls)
          yield* pass(10 * minute)
          yield* Fiber.interrupt(otherClients)
          yield* pass(4 * hour)
          return yield* Effect.forEach(fibers, Fiber.join)
        })
        assertNoLoss(server, responses, calls.length)
      })
    )
  })
})
