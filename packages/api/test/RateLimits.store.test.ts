/** What clients and programs share through a store, and what happens when a store or a program stops. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as Credentials from "@screeps-effect/api/Credentials"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Store } from "../src/limits/Store.ts"
import { makeSharedStore } from "../src/limits/sharedStore.ts"
import { apiToken } from "./support/fake.ts"
import {
  responseWithRate,
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

/** Builds two clients in one program. */
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

/** Forks many calls at once, from the programs in turn. */
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
    it.effect(`receive no 429 with a store in memory: ${dialectName(dialect)}`, () =>
      Effect.gen(function* () {
        const server = official(dialect)
        const both = yield* sharingMemory(clients(limits(), limits()))
        const calls = [...(yield* many(300, both, server)), ...(yield* many(80, both, server, segment))]
        yield* pass(3 * hour)
        yield* Effect.forEach(calls, Fiber.join)
        assert.isEmpty(server.rejected())
        assert.isAtMost(server.mostInFlight(), 16)
        assert.deepStrictEqual(yield* remaining(both[0]), yield* remaining(both[1]))
      })
    )
  }

  it.effect("see each other's calls and suspended limits with a store in memory", () =>
    Effect.gen(function* () {
      const [first, second] = yield* sharingMemory(clients(limits(), limits()))
      const events = yield* Effect.forkChild(Stream.runCollect(Stream.take(second.changes, 1)))
      yield* pass(1)
      yield* first.withLimit(time, responseWithRate({}))
      assert.strictEqual((yield* Fiber.join(events))[0]?.state.remaining, 119)
      yield* first.suspendUntil(hour)
      assert.strictEqual(yield* remaining(second), 120)
    })
  )

  it.effect("have separate quotas without a store", () =>
    Effect.gen(function* () {
      const [first, second] = yield* clients(limits(), limits())
      yield* first.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(second), 120)
    })
  )
})

describe("clients with a store in memory", () => {
  it.effect("have separate quotas when their tokens, servers or realms differ", () =>
    Effect.gen(function* () {
      const main = Server.official()
      const elsewhere = { ...main, url: "https://other.screeps.com" }
      for (const [server, text, left] of [
        [main, "another token", 120],
        [elsewhere, "a token", 120],
        [Server.season(), "a token", 120]
      ] as const) {
        const both = clients(limits(main, token("a token")), limits(server, token(text)))
        const [first, second] = yield* sharingMemory(both)
        yield* first.withLimit(time, responseWithRate({}))
        assert.strictEqual(yield* remaining(second), left)
      }
    })
  )
})

describe("programs that share a store", () => {
  it.effect("count the calls of all their clients, also of several clients with one token", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const ownStore = yield* makeSharedStore(shared.run, { prefix: "test:", timeout: 2000 })
      const client = Effect.provideService(limitsAlone, Store, ownStore)
      const both = [yield* client, yield* client]
      const [elsewhere] = yield* programs(1, shared)
      assert.isDefined(elsewhere)
      for (const one of both) for (let i = 0; i < 5; i++) yield* one.withLimit(time, responseWithRate({}))
      yield* elsewhere.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(elsewhere), 109)
    }).pipe(Effect.scoped)
  )

  it.effect("are served in the order in which their calls arrived", () =>
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

  it.effect("poll the store only for free slots, and every 10 seconds while calls wait", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const shared = store()
      const all = yield* programs(2, shared)
      yield* many(60, all, server, segment)
      yield* pass(2 * minute)
      yield* many(60, all, server, segment)
      const before = shared.steps.length
      yield* pass(50 * minute)
      const polls = shared.steps.length - before
      assert.isAtMost(polls, 2 * 50 * 6 + 4)
      assert.isAtLeast(polls, 2 * 50 * 5)
      yield* pass(20 * minute)
      assert.strictEqual(server.accepted().length, 120)
      // Both poll for each of the 60 slots, whose requests take, check and settle twice.
      assert.isAtMost(shared.steps.length - before - polls, 60 * 12 + 20 * 60)
    }).pipe(Effect.scoped)
  )

  it.effect("fail a call with OnLimit fail with the wait that all programs cause", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* Effect.forEach(Array.from({ length: 60 }), () => first.withLimit(segment, responseWithRate({})))
      yield* pass(10 * minute)
      const error = yield* Effect.flip(failing(second.withLimit(segment, responseWithRate({}))))
      assert.strictEqual(error._tag, "RateLimited")
      assert.strictEqual(Duration.toMillis(error.retryAfter), 50 * minute)
      yield* failing(second.withLimit(time, responseWithRate({})))
      const waiting = yield* Effect.forkChild(second.withLimit(segment, responseWithRate({})))
      yield* pass(50 * minute)
      assert.isDefined(waiting.pollUnsafe())
    }).pipe(Effect.scoped)
  )

  it.effect("share 429s and suspended limits", () =>
    Effect.gen(function* () {
      const [first, second] = yield* programs(2, store(0))
      assert.isDefined(first)
      assert.isDefined(second)
      const rejected = Effect.map(Clock.currentTimeMillis, (at) => ({
        status: 429,
        text: "retry after 30000ms",
        receivedAt: at,
        headers: {}
      }))
      yield* Effect.flip(failing(first.withLimit(time, rejected)))
      const { retryAfter } = yield* Effect.flip(failing(second.withLimit(time, responseWithRate({}))))
      assert.strictEqual(Duration.toMillis(retryAfter), 30_000)
      yield* pass(30_000)
      yield* first.suspendUntil(hour)
      for (let i = 0; i < 500; i++) yield* failing(second.withLimit(time, responseWithRate({})))
      assert.strictEqual((yield* second.states)["global"]?.remaining, 120)
    }).pipe(Effect.scoped)
  )

  it.effect("free the places of interrupted calls", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const all = yield* programs(2)
      const [first, second] = all
      yield* many(60, all, server, segment)
      yield* pass(10_000)
      const interrupted = yield* many(60, first === undefined ? [] : [first], server, segment)
      yield* pass(1000)
      const last = yield* many(1, second === undefined ? [] : [second], server, segment)
      yield* pass(minute)
      yield* Effect.forkChild(Effect.forEach(interrupted, Fiber.interrupt, { concurrency: "unbounded" }))
      yield* pass(hour)
      assert.isDefined(last[0]?.pollUnsafe())
      assert.strictEqual(server.accepted().length, 61)
    }).pipe(Effect.scoped)
  )

  it.effect("continue when one of them dies, and count its requests in flight as sent", () =>
    Effect.gen(function* () {
      const server = official(dialect)
      const shared = store()
      let isDead = false
      const dying = yield* start((key, request) =>
        Effect.suspend(() => (isDead ? Effect.never : shared.run(key, request)))
      )
      const living = yield* start(shared.run)
      const lost = yield* many(40, [dying], server)
      yield* pass(200)
      isDead = true
      yield* Effect.forkChild(Effect.forEach(lost, Fiber.interrupt, { concurrency: "unbounded" }))
      const calls = yield* many(300, [living], server)
      yield* pass(5 * minute)
      yield* Effect.forEach(calls, Fiber.join)
      assert.isEmpty(server.rejected())
    }).pipe(Effect.scoped)
  )

  it.effect("keep the slot of a slow request until it ends, and for one period after", () =>
    Effect.gen(function* () {
      const [first, second] = yield* programs(2, store(0))
      assert.isDefined(first)
      assert.isDefined(second)
      const slow = yield* Effect.forkChild(
        first.withLimit(time, Effect.delay(responseWithRate({}), 5 * minute))
      )
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

  it.effect("use the server's host and a hash of the token as keys", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [program] = yield* programs(1, shared)
      yield* program?.withLimit(time, responseWithRate({})) ?? Effect.void
      assert.match(shared.keys().join(" "), /^test:\{screeps\.com:[0-9a-f]{64}\}:global$/)
      assert.notInclude(shared.keys().join(" "), apiToken.slice(0, 8))
    }).pipe(Effect.scoped)
  )
})

describe("programs whose store does not respond", () => {
  it.effect(
    "continue with a part of the quotas each, warn once, and report their use to the store afterwards",
    () =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        const logger = Logger.make(({ logLevel, message }) => {
          logged.push(`${logLevel}: ${String(message)}`)
        })
        const server = official(dialect)
        const shared = store()
        yield* Effect.gen(function* () {
          const both = yield* programs(2, shared)
          yield* many(60, both, server)
          yield* pass(10_000)
          shared.disconnect()
          const calls = yield* many(400, both, server)
          yield* pass(2 * minute)
          assert.strictEqual(logged.filter((line) => line.startsWith("Warn")).length, 2)
          assert.isAtLeast(server.accepted().length, 300)
          shared.reconnect()
          yield* pass(5 * minute)
          yield* Effect.forEach(calls, Fiber.join)
        }).pipe(Effect.provide(Logger.layer([logger])))
        assert.isEmpty(server.rejected())
        assert.isAtMost(server.mostInFlight(), 16)
        assert.strictEqual(logged.filter((line) => /^Info: .*store/.test(line)).length, 2)
        assert.notInclude(logged.join(" "), apiToken.slice(0, 8))
      }).pipe(Effect.scoped)
  )

  it.effect("wait no longer than the configured timeout", () =>
    Effect.gen(function* () {
      const program = yield* start(() => Effect.never)
      const call = yield* Effect.forkChild(program.withLimit(time, responseWithRate({})))
      yield* pass(2000)
      assert.isDefined(call.pollUnsafe())
      yield* program.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(program), 118)
      // The store is checked in the background, and no call waits for the check.
      yield* pass(20_000)
      yield* program.withLimit(time, responseWithRate({}))
      yield* pass(3000)
      yield* program.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(program), 116)
    }).pipe(Effect.scoped)
  )

  it.effect("stop checking the store when they end", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      yield* Effect.gen(function* () {
        const shared = store(0)
        const program = yield* start((key, request) =>
          Effect.suspend(() => {
            steps.push(request.step[0])
            if (request.step[0] !== "take") shared.disconnect()
            return shared.run(key, request)
          })
        )
        yield* program.withLimit(time, responseWithRate({}))
        yield* pass(12_000)
      }).pipe(Effect.scoped)
      yield* pass(minute)
      assert.deepStrictEqual(steps, ["take", "settle", "look", "look"])
    })
  )

  it.effect("report their use to a store that has lost its data", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* pass(1000)
      for (let i = 0; i < 50; i++) yield* first.withLimit(time, responseWithRate({}))
      for (let i = 0; i < 20; i++) yield* second.withLimit(time, responseWithRate({}))
      shared.clear()
      yield* pass(1000)
      yield* first.withLimit(time, responseWithRate({}))
      yield* second.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(first), 120 - 72)
    }).pipe(Effect.scoped)
  )

  it.effect("count requests of a program that has ended when the store loses its data", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* pass(1000)
      for (let i = 0; i < 100; i++) yield* first.withLimit(time, responseWithRate({}))
      yield* second.withLimit(time, responseWithRate({}))
      shared.clear()
      yield* pass(1000)
      yield* second.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(second), 120 - 102)
      // A program that has not ended reports them itself, which counts them once.
      yield* first.withLimit(time, responseWithRate({}))
      assert.strictEqual(yield* remaining(second), 120 - 103)
      yield* pass(minute)
      assert.strictEqual(yield* remaining(second), 120)
    }).pipe(Effect.scoped)
  )

  it.effect("leave to others what these have used while the store does not respond", () =>
    Effect.gen(function* () {
      const shared = store(0)
      const [first, second] = yield* programs(2, shared)
      assert.isDefined(first)
      assert.isDefined(second)
      yield* pass(1000)
      for (let i = 0; i < 100; i++) yield* first.withLimit(time, responseWithRate({}))
      yield* second.withLimit(time, responseWithRate({}))
      shared.disconnect()
      const call = Effect.provideService(
        second.withLimit(time, responseWithRate({})),
        RateLimits.OnLimit,
        "fail"
      )
      let sent = 0
      while (Exit.isSuccess(yield* Effect.exit(call))) sent++
      // Half of the 19 that are left; one of both programs takes the odd one.
      assert.include([9, 10], sent)
      yield* pass(minute)
      sent = 0
      while (Exit.isSuccess(yield* Effect.exit(call))) sent++
      assert.strictEqual(sent, 60)
    }).pipe(Effect.scoped)
  )
})
