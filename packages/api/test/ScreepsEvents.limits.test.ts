import * as Game from "@screeps-effect/api/Game"
import { OnLimit, RateLimits } from "@screeps-effect/api/RateLimits"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { Store } from "../src/limits/Store.ts"
import { makeSharedStore } from "../src/limits/sharedStore.ts"
import { withoutResponses, collectEvents } from "./support/events.ts"
import { run, asToken, fake } from "./support/fake.ts"
import { store } from "./support/programs.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

describe("the RateLimit event", () => {
  const serverRejectingFirst = (response: () => Response) => {
    let n = 0
    return fake(() => (++n === 1 ? response() : normal()))
  }

  it.effect("is emitted after a 429, before the call waits", () =>
    Effect.gen(function* () {
      const server = serverRejectingFirst(
        () => new Response("Rate limit exceeded, retry after 5000ms", { status: 429 })
      )
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const call = yield* Effect.forkChild(status)
        yield* pass(1)
        const event = events.find(({ _tag }) => _tag === "RateLimit")
        assert.isUndefined(call.pollUnsafe())
        yield* pass("5 seconds")
        yield* Fiber.join(call)
        assert.deepStrictEqual(withoutResponses(events), ["RateLimit global refused"])
        return event
      })
      const event = yield* run(program, server)
      assert.strictEqual(event?._tag, "RateLimit")
      if (event?._tag !== "RateLimit") return
      assert.strictEqual(Duration.toMillis(event.retryAfter), 5000)
      assert.isUndefined(event.state)
    })
  )

  it.effect("contains the latest state of the endpoint's quota", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-limit": "360", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" }
      const server = serverRejectingFirst(
        () => new Response("Rate limit exceeded, retry after 30000ms", { status: 429, headers })
      )
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const call = yield* Effect.forkChild(Effect.exit(Game.roomTerrain({ room: "W1N1" })))
        yield* pass(1)
        yield* Fiber.interrupt(call)
        return events.find(({ _tag }) => _tag === "RateLimit")
      })
      const event = yield* run(program, server, {
        server: Server.official({ shard: "shard3" }),
        credentials: asToken
      })
      assert.strictEqual(event?._tag, "RateLimit")
      if (event?._tag !== "RateLimit") return
      assert.isTrue(event.refused)
      assert.strictEqual(event.limitKey, "GET /api/game/room-terrain")
      assert.deepStrictEqual([event.method, event.path, event.retries], ["GET", "/api/game/room-terrain", 0])
      assert.deepStrictEqual(event.state, {
        limit: 360,
        period: "hour",
        remaining: 0,
        reset: 60,
        toReset: 60
      })
    })
  )

  it.effect("contains the request and how often it was sent again", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response("retry after 1000ms", { status: 429 }))
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const raw = Effect.flatMap(ScreepsClient, (client) =>
          client.request({ method: "POST", path: "/api/mod/any?_token=11111111-2222-3333-4444-555555555555" })
        )
        yield* within(Effect.ignore(raw))
        return events.flatMap((event) =>
          event._tag === "RateLimit" ? [[event.method, event.path, event.retries]] : []
        )
      })
      assert.deepStrictEqual(
        yield* run(program, server),
        [0, 1, 2, 3].map((retries) => ["POST", "/api/mod/any", retries])
      )
    })
  )

  const official = { server: Server.official({ shard: "shard3" }), credentials: asToken }
  const times = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => status, { concurrency: "unbounded", discard: true })

  it.effect("is emitted once while calls keep waiting, and again when the quota is used up again", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const calls = yield* Effect.forkChild(times(300))
        yield* pass("50 seconds")
        const first = withoutResponses(events)
        yield* pass("3 minutes")
        yield* Fiber.join(calls)
        const second = withoutResponses(events)
        yield* pass("2 minutes")
        yield* Effect.forkChild(times(121))
        yield* pass("10 seconds")
        return [first, second, withoutResponses(events)]
      })
      const [first, second, third] = yield* run(program, server, official)
      assert.deepStrictEqual(first, ["RateLimit global waits"])
      assert.deepStrictEqual(second, first)
      assert.deepStrictEqual(third, ["RateLimit global waits", "RateLimit global waits"])
    })
  )

  it.effect("is not emitted while no call waits", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* within(times(120))
        const limits = yield* RateLimits
        assert.strictEqual((yield* limits.state("global"))?.remaining, 0)
        return withoutResponses(events)
      })
      assert.isEmpty(yield* run(program, server, official))
    })
  )

  it.effect("is emitted when a call with OnLimit fail fails", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* within(times(120))
        const error = yield* Effect.flip(Effect.provideService(status, OnLimit, "fail"))
        assert.strictEqual(error.reason._tag, "RateLimited")
        yield* pass(1)
        return withoutResponses(events)
      })
      assert.deepStrictEqual(yield* run(program, server, official), ["RateLimit global waits"])
      assert.lengthOf(server.requests, 120)
    })
  )

  it.effect("is emitted for a shared quota as for one in memory", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const shared = store()
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* within(times(120))
        assert.isEmpty(withoutResponses(events))
        const waiting = yield* Effect.forkChild(status)
        yield* pass("10 seconds")
        assert.isUndefined(waiting.pollUnsafe())
        const emitted = withoutResponses(events)
        shared.removeDelay()
        yield* Fiber.interrupt(waiting)
        return emitted
      })
      const ownStore = Layer.effect(Store, makeSharedStore(shared.run, { prefix: "test:", timeout: 2000 }))
      assert.deepStrictEqual(yield* Effect.provide(run(program, server, official), ownStore), [
        "RateLimit global waits"
      ])
      assert.include(shared.steps, "take")
    })
  )
})
