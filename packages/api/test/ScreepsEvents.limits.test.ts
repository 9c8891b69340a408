import * as Game from "@screeps-effect/api/Game"
import { OnLimit, RateLimits, Store } from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { makeSharedStore } from "../src/limits/sharedStore.ts"
import { changes, listening } from "./support/events.ts"
import { ask, asToken, fake } from "./support/fake.ts"
import { store } from "./support/programs.ts"
import { pass, within } from "./support/time.ts"

const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

describe("a limit", () => {
  const refusing = (answer: () => Response) => {
    let n = 0
    return fake(() => (++n === 1 ? answer() : normal()))
  }

  it.effect("that a server refuses by is told before the call waits", () =>
    Effect.gen(function* () {
      const server = refusing(() => new Response("Rate limit exceeded, retry after 5000ms", { status: 429 }))
      const program = Effect.gen(function* () {
        const heard = yield* listening
        const call = yield* Effect.forkChild(status)
        yield* pass(1)
        const told = heard.find(({ _tag }) => _tag === "RateLimit")
        assert.isUndefined(call.pollUnsafe())
        yield* pass("5 seconds")
        yield* Fiber.join(call)
        assert.deepStrictEqual(changes(heard), ["RateLimit global refused"])
        return told
      })
      const told = yield* ask(program, server)
      assert.strictEqual(told?._tag, "RateLimit")
      if (told?._tag !== "RateLimit") return
      assert.strictEqual(Duration.toMillis(told.retryAfter), 5000)
      assert.isUndefined(told.state)
    })
  )

  it.effect("of an endpoint is told with its latest state", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-limit": "360", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" }
      const server = refusing(
        () => new Response("Rate limit exceeded, retry after 30000ms", { status: 429, headers })
      )
      const program = Effect.gen(function* () {
        const heard = yield* listening
        const call = yield* Effect.forkChild(Effect.exit(Game.roomTerrain({ room: "W1N1" })))
        yield* pass(1)
        yield* Fiber.interrupt(call)
        return heard.find(({ _tag }) => _tag === "RateLimit")
      })
      const told = yield* ask(program, server, { server: Server.official({ shard: "shard3" }), who: asToken })
      assert.strictEqual(told?._tag, "RateLimit")
      if (told?._tag !== "RateLimit") return
      assert.isTrue(told.refused)
      assert.strictEqual(told.limitKey, "GET /api/game/room-terrain")
      assert.deepStrictEqual(told.state, { limit: 360, period: "hour", remaining: 0, reset: 60, toReset: 60 })
    })
  )

  const official = { server: Server.official({ shard: "shard3" }), who: asToken }
  const times = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => status, { concurrency: "unbounded", discard: true })

  it.effect(
    "that is used up is told once while there is no end of waiting, and again when it is used up again",
    () =>
      Effect.gen(function* () {
        const server = fake(normal)
        const program = Effect.gen(function* () {
          const heard = yield* listening
          const calls = yield* Effect.forkChild(times(300))
          yield* pass("50 seconds")
          const first = changes(heard)
          yield* pass("3 minutes")
          yield* Fiber.join(calls)
          const second = changes(heard)
          yield* pass("2 minutes")
          yield* Effect.forkChild(times(121))
          yield* pass("10 seconds")
          return [first, second, changes(heard)]
        })
        const [first, second, third] = yield* ask(program, server, official)
        assert.deepStrictEqual(first, ["RateLimit global waits"])
        assert.deepStrictEqual(second, first)
        assert.deepStrictEqual(third, ["RateLimit global waits", "RateLimit global waits"])
      })
  )

  it.effect("is told to nobody while nobody has to wait", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* within(times(120))
        const limits = yield* RateLimits
        assert.strictEqual((yield* limits.state("global"))?.remaining, 0)
        return changes(heard)
      })
      assert.isEmpty(yield* ask(program, server, official))
    })
  )

  it.effect("is told when a call rather fails than waits", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* within(times(120))
        const error = yield* Effect.flip(Effect.provideService(status, OnLimit, "fail"))
        assert.strictEqual(error.reason._tag, "RateLimited")
        yield* pass(1)
        return changes(heard)
      })
      assert.deepStrictEqual(yield* ask(program, server, official), ["RateLimit global waits"])
      assert.lengthOf(server.asked, 120)
    })
  )

  it.effect("that programs share through a store is told as one that is kept in memory", () =>
    Effect.gen(function* () {
      const server = fake(normal)
      const shared = store()
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* within(times(120))
        assert.isEmpty(changes(heard))
        const waiting = yield* Effect.forkChild(status)
        yield* pass("10 seconds")
        assert.isUndefined(waiting.pollUnsafe())
        const told = changes(heard)
        shared.hurry()
        yield* Fiber.interrupt(waiting)
        return told
      })
      const kept = Layer.effect(Store, makeSharedStore(shared.run, { prefix: "test:", timeout: 2000 }))
      assert.deepStrictEqual(yield* Effect.provide(ask(program, server, official), kept), [
        "RateLimit global waits"
      ])
      assert.include(shared.steps, "take")
    })
  )
})
