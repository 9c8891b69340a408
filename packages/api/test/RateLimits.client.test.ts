/** Rate limits through the whole client. */
import { all } from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Handler, asAlice, run, clientLayer, fake, privateServer, request } from "./support/fake.ts"
import { within } from "@screeps-effect/fixtures/time"

const official = { server: Server.official({ shard: "shard3" }) }

/** A server that rejects the first requests with a 429 and accepts the others. */
const rejectingServer = (rejections: number, text: string, headers: Record<string, string> = {}) => {
  let left = rejections
  const response: Handler = () =>
    left-- > 0
      ? new Response(text, { status: 429, headers })
      : Response.json({ ok: 1, time: 5, timestamp: 5, data: "text" })
  return fake(response)
}

const hint = "Rate limit exceeded, retry after 51243ms"
const limitedReason = (reason: Reason) => {
  assert.strictEqual(reason._tag, "RateLimited")
  return reason._tag === "RateLimited" ? reason : undefined
}
const moments = ({ requests }: { readonly requests: ReadonlyArray<{ readonly at: number }> }) =>
  requests.map(({ at }) => at)

describe("a call after a 429", () => {
  for (const [name, options] of Object.entries({ official, private: { server: privateServer } })) {
    it.effect(`is sent again once, after the time named in the body: ${name} server`, () =>
      Effect.gen(function* () {
        const server = rejectingServer(1, hint)
        yield* within(run(Game.time(), server, options), 1000)
        assert.strictEqual(server.requests.length, 2)
        assert.isAtLeast(server.requests[1]?.at ?? 0, 51_243)
        assert.isAtMost(server.requests[1]?.at ?? 0, 52_000)
      })
    )

    it.effect(`fails with RateLimited after three retries: ${name} server`, () =>
      Effect.gen(function* () {
        const server = rejectingServer(Infinity, hint)
        const { reason } = yield* within(Effect.flip(run(Game.time(), server, options)), 1000)
        const limited = limitedReason(reason)
        assert.strictEqual(limited?.retries, 3)
        assert.strictEqual(limited === undefined ? 0 : Duration.toMillis(limited.retryAfter), 51_243)
        assert.strictEqual(server.requests.length, 4)
      })
    )
  }

  const retryAfter = { "in seconds": "30", "as a date": "Thu, 01 Jan 1970 00:00:30 GMT" }
  for (const [form, value] of Object.entries(retryAfter)) {
    it.effect(`waits for Retry-After ${form} before it is sent again: private server`, () =>
      Effect.gen(function* () {
        const server = fake(({ at }) =>
          at < 30_000
            ? new Response("Too Many Requests", { status: 429, headers: { "retry-after": value } })
            : Response.json({ ok: 1, time: 5 })
        )
        yield* within(run(Game.time(), server), 1000)
        assert.deepStrictEqual(moments(server), [0, 30_000])
      })
    )
  }

  it.effect("is sent again even when it is a POST, because a 429 executed nothing", () =>
    Effect.gen(function* () {
      const server = rejectingServer(1, "retry after 10ms")
      yield* within(run(Segments.set({ segment: 5, data: "text" }), server, official))
      assert.strictEqual(server.requests.length, 2)
      assert.deepStrictEqual(server.requests[0]?.body, server.requests[1]?.body)
    })
  )

  it.effect("fails at once with neverRetry", () =>
    Effect.gen(function* () {
      const server = rejectingServer(1, "retry after 10ms")
      const call = request({ method: "POST", path: "/api/anything", neverRetry: true })
      const { reason } = yield* Effect.flip(run(call, server))
      assert.strictEqual(limitedReason(reason)?.retries, 0)
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.effect("fails at once with OnLimit fail", () =>
    Effect.gen(function* () {
      const server = rejectingServer(1, hint)
      const call = Effect.provideService(Game.time(), RateLimits.OnLimit, "fail")
      const { operation, reason } = yield* Effect.flip(run(call, server, official))
      assert.strictEqual(limitedReason(reason)?.retries, 0)
      assert.strictEqual(operation, "GET /api/game/time")
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.effect("waits until the reset of the headers when the body names no time, for that endpoint only", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" }
      let left = 1
      const server = fake(({ url }) =>
        url.pathname.endsWith("memory-segment") && left-- > 0
          ? new Response("no", { status: 429, headers })
          : Response.json({ ok: 1, time: 5, data: "text" })
      )
      const program = Effect.all([Segments.get({ segment: 1 }), Effect.delay(Game.time(), 1000)], {
        concurrency: 2
      })
      yield* within(run(program, server, official), 1000)
      assert.deepStrictEqual(moments(server), [0, 1000, 90_000])
    })
  )

  it.effect(
    "waits with all other calls on a private server, which then continue in waves of 1, 2, 4, 8",
    () =>
      Effect.gen(function* () {
        let left = 1
        const server = fake(() =>
          left-- > 0
            ? new Response(hint, { status: 429 })
            : Effect.delay(
                Effect.sync(() => Response.json({ ok: 1, time: 5 })),
                2000
              )
        )
        const others = Effect.all(
          Array.from({ length: 40 }, () => Game.time()),
          { concurrency: 40 }
        )
        const program = Effect.all([Game.time(), Effect.delay(others, 1000)], { concurrency: 2 })
        yield* within(run(program, server), 1000)
        const [first, ...later] = moments(server)
        assert.strictEqual(first, 0)
        assert.strictEqual(later.length, 41)
        const waves = new Map<number, number>()
        for (const at of later) waves.set(at, (waves.get(at) ?? 0) + 1)
        assert.isEmpty(later.filter((at) => at < 51_243))
        assert.deepStrictEqual([...waves.values()].slice(0, 4), [1, 2, 4, 8])
      })
  )
})

describe("a client of a private server", () => {
  it.effect("sends requests without a quota", () =>
    Effect.gen(function* () {
      const server = rejectingServer(0, "")
      yield* within(
        run(
          Effect.all(
            Array.from({ length: 400 }, () => Game.time()),
            { concurrency: 400 }
          ),
          server
        )
      )
      assert.strictEqual(server.requests.filter(({ at }) => at === 0).length, 400)
    })
  )

  it.effect("follows the rate headers that the server sends", () =>
    Effect.gen(function* () {
      const server = fake(({ at }) => {
        const left = at < 60_000 ? 2 - server.requests.length : 2
        const headers = {
          "x-ratelimit-limit": "2",
          "x-ratelimit-remaining": `${left}`,
          "x-ratelimit-reset": "60"
        }
        return Response.json({ ok: 1, time: 5 }, { headers: at < 60_000 ? headers : {} })
      })
      const read = Effect.flatMap(RateLimits.RateLimits, ({ state }) => state("GET /api/game/time"))
      const program = Effect.andThen(Effect.all([Game.time(), Game.time()]), read)
      const layer = clientLayer(server)
      const state = yield* within(
        Effect.gen(function* () {
          const before = yield* program
          yield* Game.time()
          return before
        }).pipe(Effect.provide(layer)),
        1000
      )
      assert.deepStrictEqual(state, { limit: 2, period: "minute", remaining: 0, reset: 60, toReset: 60 })
      assert.deepStrictEqual(moments(server), [0, 0, 60_000])
    })
  )

  it.effect("sends a token that is still valid after a long wait", () =>
    Effect.gen(function* () {
      const signInTimes: Array<number> = []
      const server = fake(({ at, headers, url }) => {
        if (url.pathname.endsWith("signin"))
          return Response.json({ ok: 1, token: `${signInTimes.push(at) - 1}` })
        if (at < 50_000) return new Response("retry after 200000ms", { status: 429 })
        const age = at - (signInTimes[Number(headers["x-token"])] ?? 0)
        return age < 60_000
          ? Response.json({ ok: 1 })
          : Response.json({ error: "unauthorized" }, { status: 401 })
      })
      const get = { method: "GET", path: "/api/anything" } as const
      const later = Effect.delay(request(get), 220_000)
      yield* within(
        run(Effect.all([request(get), later], { concurrency: 2 }), server, { credentials: asAlice }),
        1000
      )
      assert.strictEqual(signInTimes.length, 2)
    })
  )
})

describe("a request without an operation", () => {
  it.effect("uses the quota of its endpoint", () =>
    Effect.gen(function* () {
      const read = Effect.flatMap(RateLimits.RateLimits, ({ state }) => state("GET /api/user/code"))
      const program = Effect.andThen(request({ method: "GET", path: "/api/user/code" }), read)
      const state = yield* Effect.provide(program, clientLayer(rejectingServer(0, ""), official))
      assert.strictEqual(state?.remaining, 59)
    })
  )

  it.effect("uses that quota despite a query or fragment in its path, which appears in no key", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits.RateLimits
      const known = Object.keys(yield* limits.states)
      const keys: Array<string> = []
      yield* Effect.forkChild(
        Stream.runForEach(limits.changes, ({ limitKey }) => Effect.sync(() => keys.push(limitKey)))
      )
      yield* Effect.yieldNow
      for (const suffix of ["?resourceType=H", "?resourceType=O&_token=secret-token", "#secret-token", ""])
        yield* request({ method: "GET", path: `/api/game/market/orders${suffix}` })
      yield* request({ method: "GET", path: "/api/game/time?_token=secret-token" })
      yield* Effect.yieldNow
      assert.strictEqual((yield* limits.state("GET /api/game/market/orders"))?.remaining, 56)
      assert.strictEqual((yield* limits.state("global"))?.remaining, 115)
      assert.deepStrictEqual(Object.keys(yield* limits.states), known)
      assert.include(keys, "GET /api/game/market/orders")
      assert.notInclude([...keys, ...Object.keys(yield* limits.states)].join(), "secret")
    }).pipe(Effect.provide(clientLayer(rejectingServer(0, ""), official)))
  )

  it.effect("finds the quotas of all operations", () =>
    Effect.gen(function* () {
      const { states } = yield* RateLimits.RateLimits
      const known = Object.entries(yield* states).map(([key, { limit, period }]) => [
        key,
        { limit, per: period }
      ])
      const published = all.flatMap(({ limitKey, quota }) => (quota === undefined ? [] : [[limitKey, quota]]))
      const global = ["global", { limit: 120, per: "minute" }]
      assert.deepStrictEqual(Object.fromEntries(known), Object.fromEntries([global, ...published]))
      for (const { limitKey, quota } of all) assert.strictEqual(limitKey === "global", quota === undefined)
    }).pipe(Effect.provide(clientLayer(rejectingServer(0, ""), official)))
  )
})
