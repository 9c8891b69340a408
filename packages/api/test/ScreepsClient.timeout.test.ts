import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { asAlice, ask, fake, retries } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { fine, sick } from "./support/sick.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const within5 = Effect.provideService(ScreepsClient.CallTimeout, Duration.seconds(5))
const slow = (delay: Duration.Input) => fake(() => Effect.delay(Effect.sync(fine), delay))

const checkTimedOut = ({ reason }: ScreepsError, after: number) => {
  assert.strictEqual(reason._tag, "TimedOut")
  assert.strictEqual(reason._tag === "TimedOut" ? Duration.toMillis(reason.after) : 0, after)
}

describe("the time for a whole call", () => {
  it.effect("covers the request, which is aborted", () =>
    Effect.gen(function* () {
      const server = slow("6 seconds")
      const error = yield* within(ask(Effect.flip(within5(Game.time())), server), 100)
      checkTimedOut(error, 5000)
      assert.strictEqual(error.message, "GET /api/game/time: TimedOut (no response within 5s)")
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )

  it.effect("covers the sign-in, which goes on for others", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Effect.delay(
              Effect.sync(() => Response.json({ ok: 1, token: "token-1" })),
              "8 seconds"
            )
          : fine()
      )
      const program = Effect.gen(function* () {
        const other = yield* Effect.forkChild(User.worldStatus())
        const error = yield* within(Effect.flip(within5(User.worldStatus())), 100)
        checkTimedOut(error, 5000)
        assert.strictEqual(error.operation, "GET /api/user/world-status")
        yield* pass("5 seconds")
        return yield* Fiber.join(other)
      })
      yield* ask(program, server, alice)
      assert.deepStrictEqual(
        server.asked.map(({ url }) => url.pathname),
        ["/api/auth/signin", "/api/user/world-status"]
      )
    })
  )

  it.effect("covers the wait for a limit", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response("retry after 51243ms", { status: 429 }))
      checkTimedOut(yield* within(ask(Effect.flip(within5(Game.time())), server), 100), 5000)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("covers repeats and the waits between them, and tells how many there were", () =>
    Effect.gen(function* () {
      const server = sick(Infinity)
      const often = Effect.provideService(Game.time(), Retry.Retry, Schedule.spaced("2 seconds"))
      const error = yield* within(ask(Effect.flip(within5(often)), server), 100)
      checkTimedOut(error, 5000)
      assert.strictEqual(error.retries, 2)
      assert.deepStrictEqual(
        server.asked.map(({ at }) => at),
        [0, 2000, 4000]
      )
    })
  )

  it.effect("is not up while each request has time of its own: a slow one is given up and repeated", () =>
    Effect.gen(function* () {
      const server = sick(1, () => Effect.never)
      const call = Effect.provideService(Game.time(), ScreepsClient.RequestTimeout, Duration.seconds(1))
      yield* within(ask(within5(call), server, retries), 100)
      assert.lengthOf(server.asked, 2)
      assert.isTrue(server.asked[0]?.signal.aborted)
    })
  )

  it.effect("has no end by default: a call waits an hour for a limit", () =>
    Effect.gen(function* () {
      const server = sick(1, () => new Response("retry after 3600000ms", { status: 429 }))
      yield* within(ask(Game.time(), server), 10_000)
      assert.isAtLeast(server.asked[1]?.at ?? 0, 3_600_000)
    })
  )

  it.effect("is no concern of a call that is done in time", () =>
    Effect.gen(function* () {
      const server = livingServer()
      assert.deepStrictEqual(yield* within(ask(within5(User.worldStatus()), server, alice)), {
        ok: 1,
        status: "normal"
      })
    })
  )

  it.effect("and that for a request are replaced for one client, whose calls may still say otherwise", () =>
    Effect.gen(function* () {
      const server = slow("10 minutes")
      const settings = Layer.mergeAll(
        Layer.succeed(Retry.Retry, Retry.none),
        Layer.succeed(ScreepsClient.RequestTimeout, Duration.seconds(60)),
        Layer.succeed(ScreepsClient.CallTimeout, Duration.seconds(20))
      )
      const forEver = Effect.provideService(ScreepsClient.CallTimeout, Duration.infinity)
      const program = Effect.all([
        Effect.flip(Game.time()),
        Effect.flip(within5(Game.time())),
        Effect.flip(forEver(Game.time()))
      ])
      const errors = yield* within(ask(program, server, { settings }), 1000)
      for (const [index, after] of [20_000, 5000, 60_000].entries()) {
        const error = errors[index]
        assert.isDefined(error)
        checkTimedOut(error, after)
      }
    })
  )
})
