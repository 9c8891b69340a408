/** Sessions with servers that do not respond, that require more than others, or whose layer was closed. */
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import {
  asAlice,
  asGuest,
  clientLayer,
  fake,
  type Handler,
  type ReceivedRequest,
  retries,
  run
} from "./support/fake.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const signInPath = "/api/auth/signin"
const isSignIn = ({ url }: ReceivedRequest) => url.pathname === signInPath
const token = () => Response.json({ ok: 1, token: "session-token" })
const normal = () => Response.json({ ok: 1, status: "normal", time: 5, _id: "57874d42" })
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const paths = ({ requests }: { readonly requests: ReadonlyArray<ReceivedRequest> }) =>
  requests.map(({ url }) => url.pathname)
const requestTimeout = (duration: Duration.Input) =>
  Layer.succeed(ScreepsClient.RequestTimeout, Duration.fromInputUnsafe(duration))

/** The failure of an effect as text, and when it came. */
const failureAt = <A, R>(effect: Effect.Effect<A, ScreepsError, R>) =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(effect)
    return [message, yield* Clock.currentTimeMillis] as const
  })

describe("a sign-in without a response", () => {
  const silent: Handler = (request) => (isSignIn(request) ? Effect.never : normal())

  it.effect("fails after the RequestTimeout of the client", () =>
    Effect.gen(function* () {
      const settings = Layer.merge(requestTimeout("500 millis"), Layer.succeed(Retry.Retry, Retry.none))
      const program = within(failureAt(User.worldStatus()))
      const [message, at] = yield* run(program, fake(silent), { ...alice, settings })
      assert.strictEqual(message, "POST /api/auth/signin: TimedOut (no response within 500ms)")
      assert.isAtMost(at, 520)
    })
  )

  it.effect("is retried within seconds with a RequestTimeout of a second", () =>
    Effect.gen(function* () {
      const server = fake(silent)
      const program = within(failureAt(User.worldStatus()), 50)
      const [message, at] = yield* run(program, server, { ...alice, settings: requestTimeout("1 second") })
      assert.strictEqual(message, "POST /api/auth/signin: TimedOut (no response within 1s) after 3 retries")
      assert.isAtMost(at, 4 * 1000 + 1.2 * 3500 + 500)
      assert.deepStrictEqual(paths(server), [signInPath, signInPath, signInPath, signInPath])
    })
  )

  it.effect("fails for one caller after its own RequestTimeout, and continues for the others", () =>
    Effect.gen(function* () {
      const server = fake((request) =>
        isSignIn(request) ? Effect.delay(Effect.sync(token), "5 seconds") : normal()
      )
      const program = Effect.gen(function* () {
        const hasty = yield* Effect.forkChild(
          failureAt(
            Effect.provideService(User.worldStatus(), ScreepsClient.RequestTimeout, Duration.seconds(1))
          )
        )
        const patient = yield* Effect.forkChild(User.worldStatus())
        yield* pass("6 seconds")
        const [message, at] = yield* Fiber.join(hasty)
        assert.strictEqual(message, "POST /api/auth/signin: TimedOut (no response within 1s)")
        assert.isAtMost(at, 1100)
        return yield* Fiber.join(patient)
      })
      assert.strictEqual((yield* run(program, server, alice)).status, "normal")
      assert.deepStrictEqual(paths(server), [signInPath, "/api/user/world-status"])
    })
  )
})

describe("Session.user", () => {
  const user = Effect.flatMap(Session, (session) => session.user)

  it.effect("is retried after a transient failure", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() => (++n < 3 ? new Response("busy", { status: 503 }) : normal()))
      assert.strictEqual(String(yield* run(within(user), server, retries)), "57874d42")
      assert.lengthOf(server.requests, 3)
    })
  )

  it.effect("waits or fails after a 429 as each caller chooses", () =>
    Effect.gen(function* () {
      const server = fake(({ at }) =>
        at < 5000 ? new Response("retry after 5000ms", { status: 429 }) : normal()
      )
      const program = Effect.gen(function* () {
        const patient = yield* Effect.forkChild(user)
        const impatient = yield* Effect.forkChild(
          Effect.flip(Effect.provideService(user, RateLimits.OnLimit, "fail"))
        )
        yield* pass(100)
        assert.strictEqual((yield* Fiber.join(impatient)).reason._tag, "RateLimited")
        yield* pass("6 seconds")
        return yield* Fiber.join(patient)
      })
      assert.strictEqual(String(yield* run(program, server)), "57874d42")
    })
  )

  it.effect("waits no longer than the CallTimeout of the caller", () =>
    Effect.gen(function* () {
      const call = Effect.provideService(user, ScreepsClient.CallTimeout, Duration.seconds(1))
      const program = within(failureAt(call))
      const [message, at] = yield* run(
        program,
        fake(() => Effect.never)
      )
      assert.strictEqual(message, "GET /api/auth/me: TimedOut (no response within 1s)")
      assert.isAtMost(at, 1020)
    })
  )
})

describe("a call whose token is optional", () => {
  const strict: Handler = (request) =>
    isSignIn(request) ? token() : request.headers["x-token"] === undefined ? unauthorized() : normal()

  it.effect("signs in and is sent again when the server requires a token", () =>
    Effect.gen(function* () {
      const server = fake(strict)
      assert.strictEqual((yield* run(Game.time(), server, alice)).time, 5)
      assert.deepStrictEqual(paths(server), ["/api/game/time", signInPath, "/api/game/time"])
    })
  )

  it.effect("is sent again only once", () =>
    Effect.gen(function* () {
      const server = fake((request) => (isSignIn(request) ? token() : unauthorized()))
      const { reason } = yield* Effect.flip(run(Game.time(), server, alice))
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.deepStrictEqual(paths(server), ["/api/game/time", signInPath, "/api/game/time"])
    })
  )

  it.effect("fails for a guest without a sign-in", () =>
    Effect.gen(function* () {
      const server = fake(strict)
      const { reason } = yield* Effect.flip(run(Game.time(), server, { credentials: asGuest }))
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.deepStrictEqual(paths(server), ["/api/game/time"])
    })
  )
})

describe("a client whose layer was closed", () => {
  const closedMessage =
    "POST /api/auth/signin: Unauthorized (the session has ended: the layer of this client was closed)"
  const status = { method: "GET", path: "/api/user/world-status" } as const

  it.effect("fails when a call needs a sign-in", () =>
    Effect.gen(function* () {
      const server = fake((request) => (isSignIn(request) ? token() : normal()))
      const leaked = yield* Effect.provide(ScreepsClient.ScreepsClient, clientLayer(server, alice))
      const { message } = yield* Effect.flip(leaked.request(status))
      assert.strictEqual(message, closedMessage)
      assert.isEmpty(server.requests)
    })
  )

  it.effect("fails calls that wait for a sign-in when it is closed", () =>
    Effect.gen(function* () {
      const server = fake(() => Effect.never)
      const waiting = yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(clientLayer(server, alice))
          const client = Context.get(context, ScreepsClient.ScreepsClient)
          const fiber = yield* Effect.forkDetach(Effect.flip(client.request(status)))
          yield* pass(100)
          return fiber
        })
      )
      assert.strictEqual((yield* Fiber.join(waiting)).message, closedMessage)
    })
  )

  it.effect("fails when the user's id is requested", () =>
    Effect.gen(function* () {
      const leaked = yield* Effect.provide(Session, clientLayer(fake(normal), alice))
      const { reason } = yield* Effect.flip(leaked.user)
      assert.strictEqual(reason._tag, "Unauthorized")
    })
  )
})
