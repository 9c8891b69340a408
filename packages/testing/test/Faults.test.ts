import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { bob } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

type Needs = ScreepsClient.ScreepsClient | Session.Session | Faults.Faults | HttpClient.HttpClient

/** Runs a program as bob against a server in memory; requests are not retried unless `retries` is set. */
const run = <A, E>(program: Effect.Effect<A, E, Needs>, world = ScreepsWorld.make({ accounts: [bob] })) =>
  within(
    program.pipe(
      Effect.provideService(Retry.Retry, Retry.none),
      Effect.provide(
        ScreepsClient.layerNoDeps().pipe(
          Layer.provide(
            Credentials.layerPassword({ username: bob.username, password: Redacted.make(bob.password) })
          ),
          Layer.provideMerge(TestServer.layer(world))
        )
      )
    ),
    100
  )

const repeated = Effect.provideService(Retry.Retry, Retry.standard)

/** Returns why the next call with a fault fails; checks that the call after it succeeds. */
const reason = (fault: Faults.Fault) =>
  run(
    Effect.gen(function* () {
      yield* Faults.next(Game.time, fault)
      const { reason } = yield* Effect.flip(
        Effect.provideService(Game.time(), ScreepsClient.RequestTimeout, Duration.seconds(2))
      )
      assert.isEmpty(yield* Faults.pending)
      assert.strictEqual((yield* Game.time()).time, Tick.make(1))
      return reason
    })
  )

const elapsed = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    yield* program
    return (yield* Clock.currentTimeMillis) - before
  })

describe("Faults", () => {
  it.effect("badGateway responds with a proxy's page", () =>
    Effect.gen(function* () {
      const why = yield* reason(Faults.badGateway)
      assert.deepInclude(why, { _tag: "ServerFault", status: 502, detail: "502 Bad Gateway" })
    })
  )

  it.effect("unavailable responds with a 503 and Retry-After", () =>
    Effect.gen(function* () {
      const why = yield* reason(Faults.unavailable("90 seconds"))
      assert(why._tag === "ServerFault")
      assert.strictEqual(why.status, 503)
      assert.deepStrictEqual(why.retryAfter, Duration.seconds(90))
    })
  )

  it.effect("reset breaks the connection", () =>
    Effect.gen(function* () {
      const why = yield* reason(Faults.reset)
      assert.deepInclude(why, { _tag: "Unreachable", detail: "the connection was reset" })
    })
  )

  it.effect("drop never responds", () =>
    Effect.gen(function* () {
      const why = yield* reason(Faults.drop)
      assert.deepInclude(why, { _tag: "TimedOut", after: Duration.seconds(2) })
    })
  )

  it.effect("truncated cuts the response off", () =>
    Effect.gen(function* () {
      const why = yield* reason(Faults.truncated)
      assert.strictEqual(why._tag, "UnexpectedResponse")
    })
  )

  it.effect("delay responds later", () =>
    run(
      Effect.gen(function* () {
        yield* Faults.next(Game.time, Faults.delay("3 seconds"))
        assert.strictEqual(yield* elapsed(Game.time()), 3000)
        assert.strictEqual(yield* elapsed(Game.time()), 0)
      })
    )
  )

  for (const body of ["text", "JSON"] as const) {
    it.effect(`rateLimited responds with a 429 with a body of ${body}, and the client waits for it`, () =>
      run(
        Effect.gen(function* () {
          yield* Faults.next(Game.time, Faults.rateLimited({ retryAfter: "7 seconds", body }))
          const waited = yield* elapsed(Game.time())
          assert.isAtLeast(waited, 7000)
          assert.isBelow(waited, 9000)
        })
      )
    )
  }

  it.effect("unauthorized responds with a 401, after which the program signs in again", () =>
    run(
      Effect.gen(function* () {
        yield* User.worldStatus()
        yield* Faults.next("/api/auth/signin", Faults.delay("2 seconds"))
        yield* Faults.next(User.worldStatus, Faults.unauthorized)
        assert.strictEqual(yield* elapsed(User.worldStatus()), 2000)
        assert.isEmpty(yield* Faults.pending)
      })
    )
  )

  it.effect("respond sends a custom response", () =>
    Effect.gen(function* () {
      const asleep = Faults.respond("maintenance", () => new Response("<html>asleep</html>"))
      assert.strictEqual((yield* reason(asleep))._tag, "UnexpectedResponse")
    })
  )

  it.effect("affect the given number of requests, retries included", () =>
    run(
      Effect.gen(function* () {
        yield* Faults.next(Game.time, Faults.reset, 2)
        yield* Faults.next(Game.time, Faults.badGateway)
        assert.deepStrictEqual(yield* Faults.pending, [
          { target: "GET /api/game/time", fault: "reset", times: 2 },
          { target: "GET /api/game/time", fault: "bad gateway", times: 1 }
        ])
        yield* repeated(Game.time())
        assert.isEmpty(yield* Faults.pending)
      })
    )
  )

  it.effect("affect matching requests only", () =>
    run(
      Effect.gen(function* () {
        yield* Faults.next("/api/game/market/*", Faults.badGateway)
        yield* Faults.next("/api/game/world-size", Faults.badGateway)
        yield* Game.time()
        yield* Game.version()
        assert.lengthOf(yield* Faults.pending, 2)
        yield* Effect.flip(Game.worldSize())
        yield* Effect.flip(Market.ordersIndex())
        assert.isEmpty(yield* Faults.pending)
      })
    )
  )

  it.effect("affect no request with a count of 0", () =>
    run(
      Effect.gen(function* () {
        for (const times of [0, -1, Number.NaN]) yield* Faults.next(Game.time, Faults.badGateway, times)
        assert.isEmpty(yield* Faults.pending)
        assert.strictEqual((yield* Game.time()).time, Tick.make(1))
      })
    )
  )

  it.effect("affect all requests until they are cleared", () =>
    run(
      Effect.gen(function* () {
        yield* Faults.next("*", Faults.badGateway, Infinity)
        yield* Effect.flip(Game.time())
        yield* Effect.flip(Game.worldSize())
        yield* Faults.clear
        yield* Game.time()
      })
    )
  )
})

describe("a request with a fault", () => {
  const line = User.console({ expression: "1" })

  it.effect("is not executed when the connection breaks before the response", () => {
    const world = ScreepsWorld.make({ accounts: [bob] })
    return run(
      Effect.gen(function* () {
        yield* Faults.next(User.console, Faults.reset)
        yield* Effect.flip(line)
        assert.isEmpty(yield* world.users.consoleLines("bob"))
      }),
      world
    )
  })

  it.effect("is executed when the connection breaks after the response", () => {
    const world = ScreepsWorld.make({ accounts: [bob] })
    return run(
      Effect.gen(function* () {
        yield* Faults.next(User.console, Faults.afterResponse(Faults.reset))
        yield* repeated(Effect.flip(line))
        assert.deepStrictEqual(yield* world.users.consoleLines("bob"), ["1"])
      }),
      world
    )
  })

  it.effect("completes after later requests when it is delayed", () =>
    run(
      Effect.gen(function* () {
        const order: Array<string> = []
        const record = (name: string) => Effect.sync(() => void order.push(name))
        yield* Faults.next(Game.time, Faults.delay("1 second"))
        const late = yield* Effect.forkChild(Effect.tap(Game.time(), record("time")))
        yield* Effect.tap(Game.worldSize(), record("size"))
        yield* Fiber.join(late)
        assert.deepStrictEqual(order, ["size", "time"])
      })
    )
  )
})

describe("a response without a body", () => {
  const answers = {
    "with status 304": () => new Response(null, { status: 304, headers: { etag: "x" } }),
    "with status 204": () => new Response(null, { status: 204 })
  }
  for (const [what, answer] of Object.entries(answers)) {
    it.effect(`${what} stays unchanged by Faults.truncated`, () =>
      Effect.gen(function* () {
        const { status } = answer()
        yield* Faults.next("*", Faults.truncated)
        const http = yield* HttpClient.HttpClient
        const response = yield* http.get("http://screeps.test/api/game/time")
        assert.deepStrictEqual([response.status, yield* response.text], [status, ""])
      }).pipe(
        Effect.provide(
          Faults.layer(Fake.layer(Fake.respond("GET", "/api/game/time", () => Effect.sync(answer))))
        )
      )
    )
  }

  it.effect("of a broken connection stays broken when Faults.truncated is added", () =>
    run(
      Effect.gen(function* () {
        const broken = Faults.fault("broken", (_, request) =>
          Faults.truncated.inject(
            Effect.sync(() => Response.error()),
            request
          )
        )
        yield* Faults.next(Game.time, broken)
        assert.strictEqual((yield* Effect.flip(Game.time())).reason._tag, "Unreachable")
      })
    )
  )
})

describe("Faults.layer", () => {
  const client = Faults.layer(
    Fake.layer(Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: Tick.make(42) })))
  )
  const layer = ScreepsClient.layerNoDeps().pipe(
    Layer.provide(Credentials.layerGuest),
    Layer.provide(Server.layer(Server.privateServer("http://screeps.test"))),
    Layer.provideMerge(client)
  )

  it.effect("applies faults to another client's requests", () =>
    within(
      Effect.gen(function* () {
        for (const fault of [Faults.badGateway, Faults.reset, Faults.truncated, Faults.delay("1 second")]) {
          yield* Faults.next(Game.time, fault)
        }
        const reasons = []
        for (let call = 0; call < 3; call++) reasons.push((yield* Effect.flip(Game.time())).reason._tag)
        assert.deepStrictEqual(reasons, ["ServerFault", "Unreachable", "UnexpectedResponse"])
        assert.strictEqual((yield* Game.time()).time, Tick.make(42))
        assert.isEmpty(yield* Faults.pending)
      }).pipe(Effect.provideService(Retry.Retry, Retry.none), Effect.provide(layer))
    )
  )
})
