import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { asAlice, run, fake, retries } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { okResponse, failingServer } from "./support/failing.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const within5 = Effect.provideService(ScreepsClient.CallTimeout, Duration.seconds(5))
const slow = (delay: Duration.Input) => fake(() => Effect.delay(Effect.sync(okResponse), delay))

const checkTimedOut = ({ reason }: ScreepsError, after: number) => {
  assert.strictEqual(reason._tag, "TimedOut")
  assert.strictEqual(reason._tag === "TimedOut" ? Duration.toMillis(reason.after) : 0, after)
}

describe("CallTimeout", () => {
  it.effect("includes the request, which is aborted", () =>
    Effect.gen(function* () {
      const server = slow("6 seconds")
      const error = yield* within(run(Effect.flip(within5(Game.time())), server), 100)
      checkTimedOut(error, 5000)
      assert.strictEqual(error.message, "GET /api/game/time: TimedOut (no response within 5s)")
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )

  it.effect("includes the sign-in, which continues for other calls", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Effect.delay(
              Effect.sync(() => Response.json({ ok: 1, token: "token-1" })),
              "8 seconds"
            )
          : okResponse()
      )
      const program = Effect.gen(function* () {
        const other = yield* Effect.forkChild(User.worldStatus())
        const error = yield* within(Effect.flip(within5(User.worldStatus())), 100)
        checkTimedOut(error, 5000)
        assert.strictEqual(error.operation, "GET /api/user/world-status")
        yield* pass("5 seconds")
        return yield* Fiber.join(other)
      })
      yield* run(program, server, alice)
      assert.deepStrictEqual(
        server.requests.map(({ url }) => url.pathname),
        ["/api/auth/signin", "/api/user/world-status"]
      )
    })
  )

  it.effect("includes the wait after a 429", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response("retry after 51243ms", { status: 429 }))
      checkTimedOut(yield* within(run(Effect.flip(within5(Game.time())), server), 100), 5000)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("includes retries and their delays, and counts the retries in the error", () =>
    Effect.gen(function* () {
      const server = failingServer(Infinity)
      const often = Effect.provideService(Game.time(), Retry.Retry, Schedule.spaced("2 seconds"))
      const error = yield* within(run(Effect.flip(within5(often)), server), 100)
      checkTimedOut(error, 5000)
      assert.strictEqual(error.retries, 2)
      assert.deepStrictEqual(
        server.requests.map(({ at }) => at),
        [0, 2000, 4000]
      )
    })
  )

  it.effect("allows a retry after RequestTimeout has aborted a slow request", () =>
    Effect.gen(function* () {
      const server = failingServer(1, () => Effect.never)
      const call = Effect.provideService(Game.time(), ScreepsClient.RequestTimeout, Duration.seconds(1))
      yield* within(run(within5(call), server, retries), 100)
      assert.lengthOf(server.requests, 2)
      assert.isTrue(server.requests[0]?.signal.aborted)
    })
  )

  it.effect("is infinite by default: a call waits an hour after a 429 if MaxWait allows it", () =>
    Effect.gen(function* () {
      const server = failingServer(1, () => new Response("retry after 3600000ms", { status: 429 }))
      const call = Effect.provideService(Game.time(), RateLimits.MaxWait, Duration.infinity)
      yield* within(run(call, server), 10_000)
      assert.isAtLeast(server.requests[1]?.at ?? 0, 3_600_000)
    })
  )

  it.effect("does not affect a call that ends in time", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      assert.deepStrictEqual(yield* within(run(within5(User.worldStatus()), server, alice)), {
        ok: 1,
        status: "normal"
      })
    })
  )

  it.effect("and RequestTimeout are set for one client, and again for one of its calls", () =>
    Effect.gen(function* () {
      const server = slow("10 minutes")
      const settings = Layer.mergeAll(
        Layer.succeed(Retry.Retry, Retry.none),
        Layer.succeed(ScreepsClient.RequestTimeout, Duration.seconds(60)),
        Layer.succeed(ScreepsClient.CallTimeout, Duration.seconds(20))
      )
      const withoutTimeout = Effect.provideService(ScreepsClient.CallTimeout, Duration.infinity)
      const program = Effect.all([
        Effect.flip(Game.time()),
        Effect.flip(within5(Game.time())),
        Effect.flip(withoutTimeout(Game.time()))
      ])
      const errors = yield* within(run(program, server, { settings }), 1000)
      for (const [index, after] of [20_000, 5000, 60_000].entries()) {
        const error = errors[index]
        assert.isDefined(error)
        checkTimedOut(error, after)
      }
    })
  )
})
