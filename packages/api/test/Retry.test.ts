import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import { ScreepsError, Rejected, ServerFault, TimedOut, Unreachable } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { always, run, type Fake, fake, request, retries, reasonOf } from "./support/fake.ts"
import { okResponse, closeConnection, transientFailures, failingServer, waits } from "./support/failing.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const time = Game.time()
const line = User.console({ expression: "Game.notify('hello')" })
const upload = Code.set({ modules: { main: "" } })
const post = { method: "POST", path: "/api/anything" } as const

/** Runs a call while time passes, with the default retries. */
const runWithRetries = <A, E>(call: Parameters<typeof run<A, E>>[0], server: Fake) =>
  within(run(call, server, retries), 10)

describe("an idempotent call", () => {
  for (const [what, how] of Object.entries(transientFailures)) {
    it.effect(`is retried after ${what}`, () =>
      Effect.gen(function* () {
        const server = failingServer(1, how)
        const response = yield* within(run(time, server, retries), 100)
        assert.strictEqual(Number(response.time), 5)
        assert.lengthOf(server.requests, 2)
      })
    )
  }

  it.effect("is retried three times, after delays that double, with 20 % jitter", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const error = yield* runWithRetries(Effect.flip(time), server)
      const [first, second, third, ...more] = waits(server)
      const near = (wait: number | undefined, expected: number) => {
        assert.isAtLeast(wait ?? 0, expected * 0.8)
        assert.isAtMost(wait ?? 0, expected * 1.2 + 10)
      }
      near(first, 500)
      near(second, 1000)
      near(third, 2000)
      assert.isEmpty(more)
      assert.strictEqual(error.retries, 3)
      assert.strictEqual(error.message, "GET /api/game/time: ServerFault (503: 503) after 3 retries")
    })
  )

  it.effect("is not retried at the same time as others", () =>
    Effect.gen(function* () {
      const server = failingServer(5)
      yield* runWithRetries(
        Effect.all(
          Array.from({ length: 5 }, () => time),
          { concurrency: 5 }
        ),
        server
      )
      assert.isAbove(new Set(server.requests.slice(5).map(({ at }) => at)).size, 1)
    })
  )

  it.effect("fails with the last reason and the number of retries", () =>
    Effect.gen(function* () {
      const server = failingServer(1, closeConnection, () => Response.json({ error: "no" }))
      const error = yield* runWithRetries(Effect.flip(time), server)
      assert.strictEqual(error.message, "GET /api/game/time: Rejected (no) after 1 retry")
    })
  )

  it.effect("is an idempotent operation, a raw GET, or a raw POST with idempotent: true", () =>
    Effect.gen(function* () {
      const calls = [
        upload,
        request({ method: "GET", path: "/api/any" }),
        request({ ...post, idempotent: true })
      ]
      for (const call of calls) {
        const server = failingServer(1)
        yield* runWithRetries(call, server)
        assert.lengthOf(server.requests, 2)
        assert.deepStrictEqual(server.requests[0]?.body, server.requests[1]?.body)
      }
    })
  )
})

describe("a call that is not retried", () => {
  for (const [what, how] of Object.entries(transientFailures)) {
    it.effect(`is a console command, which may have run before ${what}`, () =>
      Effect.gen(function* () {
        const server = failingServer(1, how)
        const error = yield* within(run(Effect.flip(line), server, retries), 1000)
        assert.isTrue(Retry.isTransient(error))
        assert.isUndefined(error.retries)
        assert.lengthOf(server.requests, 1)
      })
    )
  }

  it.effect("is a raw POST, a raw GET with idempotent: false, and a call with neverRetry", () =>
    Effect.gen(function* () {
      const get = { method: "GET", path: "/api/anything" } as const
      for (const call of [post, { ...get, idempotent: false }, { ...get, neverRetry: true }]) {
        const server = failingServer(1)
        assert.strictEqual((yield* reasonOf(request(call), server, retries))._tag, "ServerFault")
        assert.lengthOf(server.requests, 1)
      }
    })
  )

  it.effect("is one whose failure is not transient", () =>
    Effect.gen(function* () {
      for (const [body, status] of [
        ['{"error":"no"}', 200],
        ['{"error":"TypeError: x is undefined"}', 200],
        ["{}", 200],
        ["no", 400],
        ['{"error":"forbidden"}', 403],
        ["<!DOCTYPE html><pre>Cannot GET</pre>", 404],
        ["", 302],
        ["not implemented", 501]
      ] as const) {
        const server = fake(() => new Response(body, { status }))
        const error = yield* Effect.flip(run(User.worldStatus(), server, retries))
        assert.isUndefined(error.retries)
        assert.lengthOf(server.requests, 1)
      }
    })
  )
})

describe("the retry policy", () => {
  it.effect("is replaced for one call", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const once = Effect.provideService(time, Retry.Retry, Retry.none)
      const often = Effect.provideService(time, Retry.Retry, Schedule.recurs(5))
      const errors = yield* runWithRetries(Effect.all([Effect.flip(once), Effect.flip(often)]), server)
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [undefined, 5]
      )
      assert.lengthOf(server.requests, 7)
    })
  )

  it.effect("is replaced for one client, and again for one of its calls", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const settings = Layer.succeed(Retry.Retry, Schedule.recurs(2))
      const program = Effect.all([
        Effect.flip(time),
        Effect.flip(Effect.provideService(time, Retry.Retry, Schedule.recurs(1)))
      ])
      const errors = yield* within(run(program, server, { settings }))
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [2, 1]
      )
    })
  )

  it.effect("is replaced for one program", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const program = Effect.all([Effect.flip(time), Effect.flip(upload)])
      const set = Effect.provide(program, Layer.succeed(Retry.Retry, Schedule.recurs(1)))
      const errors = yield* runWithRetries(set, server)
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [1, 1]
      )
    })
  )

  it.effect(
    "retries calls that are not idempotent with RetryableRequests all, but none with neverRetry",
    () =>
      Effect.gen(function* () {
        const server = failingServer(3)
        const all = Effect.provideService(Retry.RetryableRequests, "all")
        yield* runWithRetries(all(line), server)
        assert.lengthOf(server.requests, 4)
        const other = failingServer(1)
        yield* all(reasonOf(request({ ...post, neverRetry: true }), other, retries))
        assert.lengthOf(other.requests, 1)
      })
  )

  it.effect("receives only failures of calls that may be retried", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const policy = Retry.standard.pipe(
        Schedule.tap(({ input }) => Effect.sync(() => events.push(input.reason._tag)))
      )
      const withPolicy = Effect.provideService(Retry.Retry, policy)
      yield* runWithRetries(withPolicy(time), failingServer(1))
      yield* runWithRetries(withPolicy(Effect.flip(line)), failingServer(1))
      yield* runWithRetries(withPolicy(Effect.flip(time)), always({ error: "no" }))
      assert.deepStrictEqual(events, ["ServerFault"])
    })
  )
})

describe("a server that sends Retry-After", () => {
  const busy = (retryAfter: string) => () =>
    new Response("busy", { status: 503, headers: { "retry-after": retryAfter } })

  for (const [form, header] of Object.entries({
    seconds: "7",
    "a date": "Thu, 01 Jan 1970 00:00:07 GMT"
  })) {
    it.effect(`receives the retry after that time, with jitter: ${form}`, () =>
      Effect.gen(function* () {
        const server = failingServer(1, busy(header))
        yield* runWithRetries(time, server)
        const [wait] = waits(server)
        assert.isAtLeast(wait ?? 0, 7400)
        assert.isAtMost(wait ?? 0, 7610)
      })
    )
  }

  it.effect("receives no retry when the time is more than a minute; the failure contains it", () =>
    Effect.gen(function* () {
      const server = failingServer(1, busy("61"))
      const reason = yield* reasonOf(time, server, retries)
      assert.strictEqual(reason._tag, "ServerFault")
      const { retryAfter } = reason as ServerFault
      assert.strictEqual(retryAfter === undefined ? 0 : Duration.toSeconds(retryAfter), 61)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("receives the retry after the default delay when the value is malformed or in the past", () =>
    Effect.gen(function* () {
      for (const header of ["soon", "-5", "1.5", "Wed, 31 Dec 1969 23:59:00 GMT"]) {
        const server = failingServer(1, busy(header))
        yield* runWithRetries(time, server)
        assert.isAtMost(waits(server)[0] ?? 0, 610)
      }
    })
  )
})

describe("interrupting a call", () => {
  it.effect("aborts the retry in flight", () =>
    Effect.gen(function* () {
      const server = failingServer(1, closeConnection, () => Effect.never)
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(time)
        yield* pass("1 second")
        assert.lengthOf(server.requests, 2)
        assert.isFalse(server.requests[1]?.signal.aborted)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(server.requests[1]?.signal.aborted)
      })
      yield* run(program, server, retries)
    })
  )

  it.effect("ends the delay before a retry, so that none is sent", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(time)
        yield* pass(100)
        yield* Fiber.interrupt(fiber)
        yield* pass("1 minute")
      })
      yield* run(program, server, retries)
      assert.lengthOf(server.requests, 1)
    })
  )
})

describe("a retry", () => {
  it.effect("waits after a 429 as a first attempt does", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() => {
        n++
        if (n === 1) return new Response("", { status: 502 })
        return n === 2 ? new Response("retry after 51243ms", { status: 429 }) : okResponse()
      })
      yield* within(run(time, server, retries), 100)
      assert.isAtLeast(waits(server)[1] ?? 0, 51_243)
      assert.lengthOf(server.requests, 3)
    })
  )
})

describe("Retry.isTransient", () => {
  it("returns true for network failures, timeouts and statuses from 500, except 501", () => {
    const error = (reason: ScreepsError["reason"]) => new ScreepsError({ operation: "GET /api/any", reason })
    const fault = (status: number) => error(new ServerFault({ status, detail: "" }))
    assert.isTrue(Retry.isTransient(error(new Unreachable({ detail: "" }))))
    assert.isTrue(Retry.isTransient(error(new TimedOut({ after: Duration.seconds(1) }))))
    assert.deepStrictEqual(
      [200, 400, 500, 501, 502, 503, 504, 522].map((status) => Retry.isTransient(fault(status))),
      [false, false, true, false, true, true, true, true]
    )
    assert.isFalse(Retry.isTransient(error(new Rejected({ status: 500, detail: "" }))))
  })
})
