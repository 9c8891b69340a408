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
import * as Tracer from "effect/Tracer"
import { always, ask, type Fake, fake, request, retries, why } from "./support/fake.ts"
import { fine, hangUp, passing, sick, waits } from "./support/sick.ts"
import { pass, within } from "./support/time.ts"

const time = Game.time()
const line = User.console({ expression: "Game.notify('hello')" })
const upload = Code.set({ modules: { main: "" } })
const post = { method: "POST", path: "/api/anything" } as const

/** Asks while time passes, with repeats as by default. */
const patiently = <A, E>(call: Parameters<typeof ask<A, E>>[0], server: Fake) =>
  within(ask(call, server, retries), 10)

describe("a call that may be repeated", () => {
  for (const [what, how] of Object.entries(passing)) {
    it.effect(`outlives ${what}`, () =>
      Effect.gen(function* () {
        const server = sick(1, how)
        const answer = yield* within(ask(time, server, retries), 100)
        assert.strictEqual(Number(answer.time), 5)
        assert.lengthOf(server.asked, 2)
      })
    )
  }

  it.effect("is repeated three times, after waits that double, give or take a fifth", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const error = yield* patiently(Effect.flip(time), server)
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

  it.effect("does not return at the same moment as others", () =>
    Effect.gen(function* () {
      const server = sick(5)
      yield* patiently(
        Effect.all(
          Array.from({ length: 5 }, () => time),
          { concurrency: 5 }
        ),
        server
      )
      assert.isAbove(new Set(server.asked.slice(5).map(({ at }) => at)).size, 1)
    })
  )

  it.effect("tells the last failure, and how often it was repeated before a refusal", () =>
    Effect.gen(function* () {
      const server = sick(1, hangUp, () => Response.json({ error: "no" }))
      const error = yield* patiently(Effect.flip(time), server)
      assert.strictEqual(error.message, "GET /api/game/time: Rejected (no) after 1 retry")
    })
  )

  it.effect("is an operation that says so, a raw GET, or a raw POST that says so", () =>
    Effect.gen(function* () {
      const calls = [
        upload,
        request({ method: "GET", path: "/api/any" }),
        request({ ...post, idempotent: true })
      ]
      for (const call of calls) {
        const server = sick(1)
        yield* patiently(call, server)
        assert.lengthOf(server.asked, 2)
        assert.deepStrictEqual(server.asked[0]?.body, server.asked[1]?.body)
      }
    })
  )
})

describe("a call that is not repeated", () => {
  for (const [what, how] of Object.entries(passing)) {
    it.effect(`is one to the console, whose line may have run: ${what}`, () =>
      Effect.gen(function* () {
        const server = sick(1, how)
        const error = yield* within(ask(Effect.flip(line), server, retries), 1000)
        assert.isTrue(Retry.isTransient(error))
        assert.isUndefined(error.retries)
        assert.lengthOf(server.asked, 1)
      })
    )
  }

  it.effect("is a raw POST, a raw GET that says so, and what is sent only once", () =>
    Effect.gen(function* () {
      const get = { method: "GET", path: "/api/anything" } as const
      for (const call of [post, { ...get, idempotent: false }, { ...get, neverRetry: true }]) {
        const server = sick(1)
        assert.strictEqual((yield* why(request(call), server, retries))._tag, "ServerFault")
        assert.lengthOf(server.asked, 1)
      }
    })
  )

  it.effect("is one whose failure does not pass", () =>
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
        const error = yield* Effect.flip(ask(time, server, retries))
        assert.isUndefined(error.retries)
        assert.lengthOf(server.asked, 1)
      }
    })
  )
})

describe("the policy", () => {
  it.effect("is replaced for one call", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const once = Effect.provideService(time, Retry.Retry, Retry.none)
      const often = Effect.provideService(time, Retry.Retry, Schedule.recurs(5))
      const errors = yield* patiently(Effect.all([Effect.flip(once), Effect.flip(often)]), server)
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [undefined, 5]
      )
      assert.lengthOf(server.asked, 7)
    })
  )

  it.effect("is replaced for one client, whose calls may still say otherwise", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const settings = Layer.succeed(Retry.Retry, Schedule.recurs(2))
      const program = Effect.all([
        Effect.flip(time),
        Effect.flip(Effect.provideService(time, Retry.Retry, Schedule.recurs(1)))
      ])
      const errors = yield* within(ask(program, server, { settings }))
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [2, 1]
      )
    })
  )

  it.effect("is replaced for one program", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const program = Effect.all([Effect.flip(time), Effect.flip(upload)])
      const set = Effect.provide(program, Layer.succeed(Retry.Retry, Schedule.recurs(1)))
      const errors = yield* patiently(set, server)
      assert.deepStrictEqual(
        errors.map(({ retries }) => retries),
        [1, 1]
      )
    })
  )

  it.effect(
    "admits calls that may not be repeated when the user asks for it, but none that is sent once",
    () =>
      Effect.gen(function* () {
        const server = sick(3)
        const all = Effect.provideService(Retry.RetryableRequests, "all")
        yield* patiently(all(line), server)
        assert.lengthOf(server.asked, 4)
        const other = sick(1)
        yield* all(why(request({ ...post, neverRetry: true }), other, retries))
        assert.lengthOf(other.asked, 1)
      })
  )

  it.effect("is asked about those failures alone that may be repeated", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const policy = Retry.standard.pipe(
        Schedule.tap(({ input }) => Effect.sync(() => heard.push(input.reason._tag)))
      )
      const heeding = Effect.provideService(Retry.Retry, policy)
      yield* patiently(heeding(time), sick(1))
      yield* patiently(heeding(Effect.flip(line)), sick(1))
      yield* patiently(heeding(Effect.flip(time)), always({ error: "no" }))
      assert.deepStrictEqual(heard, ["ServerFault"])
    })
  )
})

describe("a server that says when to come back", () => {
  const busy = (retryAfter: string) => () =>
    new Response("busy", { status: 503, headers: { "retry-after": retryAfter } })

  for (const [form, header] of Object.entries({
    seconds: "7",
    "a date": "Thu, 01 Jan 1970 00:00:07 GMT"
  })) {
    it.effect(`is not asked before that, nor by everybody at once: ${form}`, () =>
      Effect.gen(function* () {
        const server = sick(1, busy(header))
        yield* patiently(time, server)
        const [wait] = waits(server)
        assert.isAtLeast(wait ?? 0, 7400)
        assert.isAtMost(wait ?? 0, 7610)
      })
    )
  }

  it.effect("is not waited for longer than a minute: the failure tells how long", () =>
    Effect.gen(function* () {
      const server = sick(1, busy("61"))
      const reason = yield* why(time, server, retries)
      assert.strictEqual(reason._tag, "ServerFault")
      const { retryAfter } = reason as ServerFault
      assert.strictEqual(retryAfter === undefined ? 0 : Duration.toSeconds(retryAfter), 61)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("is asked as any other when what it says is no time, or has passed", () =>
    Effect.gen(function* () {
      for (const header of ["soon", "-5", "1.5", "Wed, 31 Dec 1969 23:59:00 GMT"]) {
        const server = sick(1, busy(header))
        yield* patiently(time, server)
        assert.isAtMost(waits(server)[0] ?? 0, 610)
      }
    })
  )
})

describe("interrupting a call", () => {
  it.effect("aborts the repeat in flight", () =>
    Effect.gen(function* () {
      const server = sick(1, hangUp, () => Effect.never)
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(time)
        yield* pass("1 second")
        assert.lengthOf(server.asked, 2)
        assert.isFalse(server.asked[1]?.signal.aborted)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(server.asked[1]?.signal.aborted)
      })
      yield* ask(program, server, retries)
    })
  )

  it.effect("ends a wait: the server is not asked again", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(time)
        yield* pass(100)
        yield* Fiber.interrupt(fiber)
        yield* pass("1 minute")
      })
      yield* ask(program, server, retries)
      assert.lengthOf(server.asked, 1)
    })
  )
})

describe("a repeat", () => {
  it.effect("is told by the span of the call", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span(options) {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      yield* Effect.provideService(patiently(time, sick(2)), Tracer.Tracer, tracer)
      const told = spans.map(({ attributes }) => attributes.get("http.request.resend_count"))
      assert.deepStrictEqual(told, [2])
    })
  )

  it.effect("waits for a 429 as a first attempt does", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() => {
        n++
        if (n === 1) return new Response("", { status: 502 })
        return n === 2 ? new Response("retry after 51243ms", { status: 429 }) : fine()
      })
      yield* within(ask(time, server, retries), 100)
      assert.isAtLeast(waits(server)[1] ?? 0, 51_243)
      assert.lengthOf(server.asked, 3)
    })
  )
})

describe("a passing failure", () => {
  it("is told by its reason", () => {
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
