/** Calls that never wait, that wait for a day, and that repeat a write on purpose, as a server sees them. */
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import { fake, type Fake, type Handler, run } from "./support/fake.ts"
import { closeConnection, failingServer, okResponse } from "./support/failing.ts"
import { within } from "@screeps-effect/fixtures/time"

const hour = 3600_000

const limited: Handler = () => new Response(`retry after ${20 * hour}ms`, { status: 429 })
const busy: Handler = () => new Response("busy", { status: 503, headers: { "retry-after": "72000" } })

/** A schedule without jitter, so that the times of requests are exact. */
const everyMinute = Retry.layer(Schedule.spaced("1 minute").pipe(Schedule.upTo({ times: 3 })))

/** Runs a call of a client with that schedule, and returns when its requests arrived, and the failure. */
const seen = (
  server: Fake,
  call: Parameters<typeof run<unknown, ScreepsError>>[0],
  settings: Layer.Layer<never> = everyMinute,
  step = hour
) =>
  Effect.gen(function* () {
    const error = yield* within(
      run(call, server, { settings }).pipe(
        Effect.as(undefined),
        Effect.catch((failure) => Effect.succeed(failure))
      ),
      step
    )
    return { at: server.requests.map(({ at }) => at), error }
  })

describe("a call that never waits", () => {
  const impatient = Game.time().pipe(
    Effect.provide([Retry.layer(Retry.none), Layer.succeed(RateLimits.OnLimit, "fail")])
  )
  it.effect.each([
    ["a 429", limited, "RateLimited"],
    ["a 503", busy, "ServerFault"],
    ["a closed connection", closeConnection, "Unreachable"]
  ] as const)("is sent once, and fails at once after %s", ([, how, tag]) =>
    Effect.gen(function* () {
      const { at, error } = yield* seen(failingServer(1, how), impatient)
      assert.deepStrictEqual(at, [0])
      assert.strictEqual(error?.reason._tag, tag)
    })
  )
})

describe("a call that waits for up to a day", () => {
  const day = Duration.days(1)
  const patient = Game.time().pipe(
    Effect.provide([Layer.succeed(RateLimits.MaxWait, day), Layer.succeed(Retry.MaxWait, day)])
  )

  it.effect("is sent again when the server's 429 allows it, twenty hours later", () =>
    Effect.gen(function* () {
      const { at, error } = yield* seen(failingServer(1, limited), patient)
      assert.isUndefined(error)
      assert.deepStrictEqual(at, [0, 20 * hour])
    })
  )

  it.effect(
    "is sent again after the server's Retry-After and the delay of its schedule, and logs the wait",
    () =>
      Effect.gen(function* () {
        const messages: Array<string> = []
        const logger = Logger.layer([Logger.make(({ message }) => void messages.push(String(message)))])
        const { at, error } = yield* Effect.provide(seen(failingServer(1, busy), patient), logger)
        assert.isUndefined(error)
        assert.deepStrictEqual(at, [0, 20 * hour + 60_000])
        assert.deepStrictEqual(messages, [
          "GET /api/game/time: 503: busy; retry after 20h. It is sent again in 20h 1m."
        ])
      })
  )

  it.effect("is a call of its own: without the setting, the same answers end a call at once", () =>
    Effect.gen(function* () {
      for (const how of [limited, busy]) {
        const { at } = yield* seen(failingServer(1, how), Game.time())
        assert.deepStrictEqual(at, [0])
      }
    })
  )
})

describe("a wait of more than a day", () => {
  const ages: Handler = () => new Response("busy", { status: 503, headers: { "retry-after": "86401" } })

  it.effect("that a 503 requires is ignored, as after a 429: the call is sent again by its schedule", () =>
    Effect.gen(function* () {
      const { at, error } = yield* seen(failingServer(Infinity, ages), Game.time(), everyMinute, 1000)
      assert.deepStrictEqual(at, [0, 60_000, 120_000, 180_000])
      assert.strictEqual(error?.message, "GET /api/game/time: ServerFault (503: busy) after 3 retries")
    })
  )
})

describe("the message of a 503", () => {
  it.effect("has the wait that the server requires", () =>
    Effect.gen(function* () {
      const { error } = yield* seen(failingServer(1, busy), Game.time())
      assert.strictEqual(error?.message, "GET /api/game/time: ServerFault (503: busy; retry after 20h)")
    })
  )
})

describe("a write that is repeated on purpose", () => {
  const line = User.console({ expression: "Game.notify('hello')" })
  const again = line.pipe(Effect.provideService(Retry.RetryableRequests, "all"))

  it.effect("arrives again after a closed connection, as often as the schedule says", () =>
    Effect.gen(function* () {
      const recovering = yield* seen(failingServer(1, closeConnection), again, everyMinute, 1000)
      assert.deepStrictEqual(recovering.at, [0, 60_000])
      const { at, error } = yield* seen(failingServer(Infinity, closeConnection), again, everyMinute, 1000)
      assert.deepStrictEqual(
        at.map((time) => time - (at[0] ?? 0)),
        [0, 60_000, 120_000, 180_000]
      )
      assert.strictEqual(error?.retries, 3)
    })
  )

  it.effect("arrives once unless that is asked for, since it may have been executed", () =>
    Effect.gen(function* () {
      const { at } = yield* seen(failingServer(1, closeConnection), line, everyMinute, 1000)
      assert.deepStrictEqual(at, [0])
    })
  )
})

describe("a schedule", () => {
  it.effect("receives each failure with its reason and the server's Retry-After", () =>
    Effect.gen(function* () {
      const policy = Schedule.recurs(5).pipe(
        Schedule.setInputType<ScreepsError>(),
        Schedule.while(
          ({ input: { reason } }) => reason._tag === "ServerFault" && reason.retryAfter !== undefined
        )
      )
      let responses = 0
      const server = fake(() =>
        ++responses < 3
          ? new Response("busy", { status: 503, headers: { "retry-after": "10" } })
          : new Response("busy", { status: 503 })
      )
      const { at, error } = yield* seen(server, Game.time(), Retry.layer(policy), 1000)
      assert.deepStrictEqual(at, [0, 10_000, 20_000])
      assert.strictEqual(error?.retries, 2)
    })
  )

  it.effect("without an end is bounded by the budget, and each retry is counted", () =>
    Effect.gen(function* () {
      const settings = Layer.mergeAll(
        Retry.layer(Schedule.forever),
        Layer.succeed(Retry.Budget, { share: 0, perMinute: 3 })
      )
      const retries = Effect.map(Metric.snapshot, (metrics) =>
        metrics.flatMap(({ id, state }) => (id === "screeps_retries_total" ? [state] : []))
      )
      const counted = Effect.andThen(seen(failingServer(Infinity), Game.time(), settings, 1000), (result) =>
        Effect.map(retries, (states) => ({ ...result, states }))
      )
      const { at, states } = yield* Effect.provideService(counted, Metric.MetricRegistry, new Map())
      assert.lengthOf(at, 4)
      assert.deepStrictEqual(states, [{ count: 3, incremental: true }])
    })
  )
})

describe("resends after a 429", () => {
  it.effect("are as many as RateLimits.MaxRetries, none with 0 or what is no number", () =>
    Effect.gen(function* () {
      const soon: Handler = () => new Response("retry after 1000ms", { status: 429 })
      const counts: Array<number> = []
      for (const most of [5, 0, Number.NaN]) {
        const settings = Layer.succeed(RateLimits.MaxRetries, most)
        counts.push((yield* seen(failingServer(Infinity, soon), Game.time(), settings, 1000)).at.length)
      }
      assert.deepStrictEqual(counts, [6, 1, 1])
    })
  )

  it.effect("include writes, since a 429 has executed nothing", () =>
    Effect.gen(function* () {
      const server = failingServer(1, () => new Response("retry after 1000ms", { status: 429 }), okResponse)
      const { at } = yield* seen(server, User.console({ expression: "1" }), everyMinute, 1000)
      assert.lengthOf(at, 2)
    })
  )
})
