/** What is shared, by whom, and what happens when a store or a program is gone. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as Credentials from "@screeps-effect/api/Credentials"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { makeSharedStore } from "../src/limits/sharedStore.ts"
import { apiToken } from "./support/fake.ts"
import {
  answered,
  dialectName,
  failing,
  limits,
  official,
  pass,
  segment,
  someDialects,
  time
} from "./support/limiter.ts"
import { callFrom, type Program, programs, start, store } from "./support/programs.ts"

const minute = 60_000
const hour = 60 * minute
const [dialect = { windows: "sliding", headers: "always", body: "text" }] = someDialects

const token = (text: string) => Credentials.layerToken(Redacted.make(text))

/** Two clients of one program. */
const clients = (
  ...layers: readonly [Layer.Layer<RateLimits.RateLimits>, Layer.Layer<RateLimits.RateLimits>]
) =>
  Effect.gen(function* () {
    const [first, second] = layers
    const build = (layer: typeof first) =>
      Effect.map(Layer.build(Layer.fresh(layer)), Context.get(RateLimits.RateLimits))
    return [yield* build(first), yield* build(second)] as const
  }).pipe(Effect.scoped)

const limitsAlone = Effect.map(Layer.build(Layer.fresh(limits())), Context.get(RateLimits.RateLimits))

const sharingMemory = Effect.provide(RateLimits.layerStoreMemory)

const remaining = (program: Program, key = "global") =>
  Effect.map(program.state(key), (state) => state?.remaining)

/** Many calls at once, by the programs in turn. */
const many = (
  count: number,
  all: ReadonlyArray<Program>,
  server: ReturnType<typeof official>,
  call: RateLimits.LimitedRequest = time
) =>
  Effect.forEach(Array.from({ length: count }), (_, i) =>
    Effect.forkChild(callFrom(all[i % all.length], server, call))
  )

describe("two clients with one token", () => {
  for (const dialect of someDialects) {
    it.effect(`that share their memory are never refused: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const server = official(dialect)
        const both = yield* sharingMemory(clients(limits(), limits()))
        const calls = [...(yield* many(300, both, server)), ...(yield* many(80, both, server, segment))]
        yield* pass(3 * hour)
        yield* Effect.forEach(calls, Fiber.join)
        assert.isEmpty(server.refused())
        assert.isAtMost(server.mostInFlight(), 16)
        assert.deepStrictEqual(yield* remaining(both[0]), yield* remaining(both[1]))
      })
    )
  }

  it.effect("hear of each other's calls", () =>
    Effect.gen(function* () {
      const [first, second] = yield* sharingMemory(clients(limits(), limits()))
      const heard = yield* Effect.forkChild(Stream.runCollect(Stream.take(second.changes, 1)))
      yield* pass(1)
      yield* first.withLimit(time, answered({}))
      assert.strictEqual((yield* Fiber.join(heard))[0]?.state.remaining, 119)
      yield* first.suspendUntil(hour)
      assert.strictEqual(yield* remaining(second), 120)
    })
  )

  it.effect("are strangers to each other without a store", () =>
    Effect.gen(function* () {
      const [first, second] = yield* clients(limits(), limits())
      yield* first.withLimit(time, answered({}))
      assert.strictEqual(yield* remaining(second), 120)
    })
  )
})

describe("clients that share their memory", () => {
  it.effect("have quotas of their own when their tokens or servers differ", () =>
    Effect.gen(function* () {
      const main = Server.official()
      const elsewhere = { ...main, url: "https://other.screeps.com" }
      for (const [server, text, left] of [
        [main, "another token", 120],
        [elsewhere, "a token", 120],
        [Server.season(), "a token", 119]
      ] as const) {
        const both = clients(limits(main, token("a token")), limits(server, token(text)))
        const [first, second] = yield* sharingMemory(both)
        yield* first.withLimit(time, answered({}))
        assert.strictEqual(yield* remaining(second), left)
      }
    })
  )
})

describe("programs that share a store", () => {
  it.effect("count the calls of all their clients, also of those that have one token", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const kept = yield* makeSharedStore(shared.run, { prefix: "test:", timeout: 2000 })
      const client = Effect.provideService(limitsAlone, RateLimits.Store, kept)
      const both = [yield* client, yield* client]
      const [elsewhere] = yield* programs(1, shared)
      assert.isDefined(elsewhere)
      for (const one of both) for (let i = 0; i < 5; i++) yield* one.withLimit(time, answered({}))
      yield* elsewhere.withLimit(time, answered({}))
      assert.strictEqual(yield* remaining(elsewhere), 109)
    }).pipe(Effect.scoped)
  )

  it.effect("take turns by the time of arrival", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const all = yield* programs(2)
      const served: Array<number> = []
      for (let i = 0; i < 300; i++) {
        const call = Effect.tap(callFrom(all[i % 2], server, time), () => Effect.sync(() => served.push(i)))
        yield* Effect.forkChild(call)
        yield* pass(20)
      }
      yield* pass(3 * minute)
      assert.strictEqual(served.length, 300)
      served.forEach((i, place) => assert.isAtMost(Math.abs(i - place), 32))
    }).pipe(Effect.scoped)
  )

  it.effect("ask it no more often than slots are free, and every 10 seconds while they wait", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const shared = store()
      const all = yield* programs(2, shared)
      yield* many(60, all, server, segment)
      yield* pass(2 * minute)
      yield* many(60, all, server, segment)
      const before = shared.steps.length
      yield* pass(50 * minute)
      const asked = shared.steps.length - before
      assert.isAtMost(asked, 2 * 50 * 6 + 4)
      assert.isAtLeast(asked, 2 * 50 * 5)
      yield* pass(20 * minute)
      assert.strictEqual(server.taken().length, 120)
      // Both ask for each of the 60 slots, whose requests ask, check and settle twice.
      assert.isAtMost(shared.steps.length - before - asked, 60 * 12 + 20 * 60)
    }).pipe(Effect.scoped)
  )

  it.effect("tell a caller who would rather fail how long all others make it wait", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* Effect.forEach(Array.from({ length: 60 }), () => first.withLimit(segment, answered({})))
      yield* pass(10 * minute)
      const error = yield* Effect.flip(failing(second.withLimit(segment, answered({}))))
      assert.strictEqual(error._tag, "RateLimited")
      assert.strictEqual(Duration.toMillis(error.retryAfter), 50 * minute)
      yield* failing(second.withLimit(time, answered({})))
      const waiting = yield* Effect.forkChild(second.withLimit(segment, answered({})))
      yield* pass(50 * minute)
      assert.isDefined(waiting.pollUnsafe())
    }).pipe(Effect.scoped)
  )

  it.effect("know of each other's refusals and suspended limits", () =>
    Effect.gen(function* () {
      const [first, second] = yield* programs(2, store(0))
      assert.isDefined(first)
      assert.isDefined(second)
      const refused = Effect.map(Clock.currentTimeMillis, (at) => ({
        status: 429,
        text: "retry after 30000ms",
        receivedAt: at,
        headers: {}
      }))
      yield* Effect.flip(failing(first.withLimit(time, refused)))
      const { retryAfter } = yield* Effect.flip(failing(second.withLimit(time, answered({}))))
      assert.strictEqual(Duration.toMillis(retryAfter), 30_000)
      yield* pass(30_000)
      yield* first.suspendUntil(hour)
      for (let i = 0; i < 500; i++) yield* failing(second.withLimit(time, answered({})))
      assert.strictEqual((yield* second.states)["global"]?.remaining, 120)
    }).pipe(Effect.scoped)
  )

  it.effect("leave their places when they are interrupted", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const all = yield* programs(2)
      const [first, second] = all
      yield* many(60, all, server, segment)
      yield* pass(10_000)
      const given = yield* many(60, first === undefined ? [] : [first], server, segment)
      yield* pass(1000)
      const kept = yield* many(1, second === undefined ? [] : [second], server, segment)
      yield* pass(minute)
      yield* Effect.forkChild(Effect.forEach(given, Fiber.interrupt, { concurrency: "unbounded" }))
      yield* pass(hour)
      assert.isDefined(kept[0]?.pollUnsafe())
      assert.strictEqual(server.taken().length, 61)
    }).pipe(Effect.scoped)
  )

  it.effect("go on when one of them dies: what it had on its way counts as sent", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const shared = store()
      let isDead = false
      const dying = yield* start((key, values) =>
        Effect.suspend(() => (isDead ? Effect.never : shared.run(key, values)))
      )
      const living = yield* start(shared.run)
      const lost = yield* many(40, [dying], server)
      yield* pass(200)
      isDead = true
      yield* Effect.forkChild(Effect.forEach(lost, Fiber.interrupt, { concurrency: "unbounded" }))
      const calls = yield* many(300, [living], server)
      yield* pass(5 * minute)
      yield* Effect.forEach(calls, Fiber.join)
      assert.isEmpty(server.refused())
    }).pipe(Effect.scoped)
  )

  it.effect("keep a request that takes long, or waits for something else, in flight", () =>
    Effect.gen(function* () {
      const [first, second] = yield* programs(2, store(0))
      assert.isDefined(first)
      assert.isDefined(second)
      const slow = yield* Effect.forkChild(first.withLimit(time, Effect.delay(answered({}), 5 * minute)))
      yield* pass(4 * minute)
      assert.strictEqual(yield* remaining(second), 119)
      yield* pass(minute)
      yield* Fiber.join(slow)
      yield* pass(59_000)
      assert.strictEqual(yield* remaining(second), 119)
      yield* pass(1000)
      assert.strictEqual(yield* remaining(second), 120)
    }).pipe(Effect.scoped)
  )

  it.effect("are known to it by the server's host and a hash of the token", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [program] = yield* programs(1, shared)
      yield* program?.withLimit(time, answered({})) ?? Effect.void
      assert.match(shared.keys().join(" "), /^test:\{screeps\.com:[0-9a-f]{64}\}:global$/)
      assert.notInclude(shared.keys().join(" "), apiToken.slice(0, 8))
    }).pipe(Effect.scoped)
  )
})

describe("programs whose store is gone", () => {
  it.effect("go on with a part of the quotas each, warn once, and tell the store afterwards", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        said.push(`${logLevel}: ${String(message)}`)
      })
      const server = official(dialect)
      const shared = store()
      yield* Effect.gen(function* () {
        const both = yield* programs(2, shared)
        yield* many(60, both, server)
        yield* pass(10_000)
        shared.goAway()
        const calls = yield* many(400, both, server)
        yield* pass(2 * minute)
        assert.strictEqual(said.filter((line) => line.startsWith("Warn")).length, 2)
        assert.isAtLeast(server.taken().length, 300)
        shared.comeBack()
        yield* pass(5 * minute)
        yield* Effect.forEach(calls, Fiber.join)
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.isEmpty(server.refused())
      assert.isAtMost(server.mostInFlight(), 16)
      assert.strictEqual(said.filter((line) => line.startsWith("Info")).length, 2)
      assert.notInclude(said.join(" "), apiToken.slice(0, 8))
    }).pipe(Effect.scoped)
  )

  it.effect("wait no longer for it than was said", () =>
    Effect.gen(function* () {
      const program = yield* start(() => Effect.never)
      const call = yield* Effect.forkChild(program.withLimit(time, answered({})))
      yield* pass(2000)
      assert.isDefined(call.pollUnsafe())
      yield* program.withLimit(time, answered({}))
      assert.strictEqual(yield* remaining(program), 118)
      // Whether it is back is asked without making anybody wait.
      yield* pass(20_000)
      yield* program.withLimit(time, answered({}))
      yield* pass(3000)
      yield* program.withLimit(time, answered({}))
      assert.strictEqual(yield* remaining(program), 116)
    }).pipe(Effect.scoped)
  )

  it.effect("ask for it no longer when they end", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      yield* Effect.gen(function* () {
        const shared = store(0)
        const program = yield* start((key, values) =>
          Effect.suspend(() => {
            steps.push(String(values[0]))
            if (values[0] !== "take") shared.goAway()
            return shared.run(key, values)
          })
        )
        yield* program.withLimit(time, answered({}))
        yield* pass(12_000)
      }).pipe(Effect.scoped)
      yield* pass(minute)
      assert.deepStrictEqual(steps, ["take", "settle", "look", "look"])
    })
  )

  it.effect("tell it what they have used when it has forgotten", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* pass(1000)
      for (let i = 0; i < 50; i++) yield* first.withLimit(time, answered({}))
      for (let i = 0; i < 20; i++) yield* second.withLimit(time, answered({}))
      shared.forget()
      yield* pass(1000)
      yield* first.withLimit(time, answered({}))
      yield* second.withLimit(time, answered({}))
      assert.strictEqual(yield* remaining(first), 120 - 72)
    }).pipe(Effect.scoped)
  )
})
