/** Long waits for a server that does not respond are logged, so that a program that seems to hang says why. */
import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { asAlice, fake, type Fake, retries, run } from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"

const logging = () => {
  const messages: Array<string> = []
  const layer = Logger.layer([
    Logger.make(({ logLevel, message }) => void messages.push(`${logLevel} ${String(message)}`))
  ])
  return { messages, layer }
}

/** A server whose sign-in takes some time; other requests succeed at once. */
const slowSignIn = (seconds: () => number) =>
  fake(({ url }) =>
    url.pathname === "/api/auth/signin"
      ? Effect.delay(
          Effect.sync(() => Response.json({ ok: 1, token: "token-1" })),
          seconds() * 1000
        )
      : Response.json({ ok: 1, status: "normal" })
  )

/** Makes three calls at once, lets time pass, and returns what they log. */
const logged = (server: Fake) =>
  Effect.gen(function* () {
    const { layer, messages } = logging()
    const calls = Effect.gen(function* () {
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(User.worldStatus()))
      yield* pass("29 seconds")
      yield* Effect.forEach(fibers, Fiber.join)
    })
    yield* Effect.provide(run(calls, server, { credentials: asAlice }), layer)
    return messages
  })

describe("a sign-in", () => {
  it.effect("is logged once for all calls when it takes long, and when it succeeds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged(slowSignIn(() => 20)), [
        "Warn No response to the sign-in at http://127.0.0.1:21025 for ten seconds. Calls that need the account wait for it.",
        "Info Signed in at http://127.0.0.1:21025 after 20s."
      ])
    })
  )

  it.effect("is not logged when it is fast", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged(slowSignIn(() => 9)), [])
    })
  )

  it.effect("that fails is logged once until one succeeds", () =>
    Effect.gen(function* () {
      const { layer, messages } = logging()
      let seconds = 60
      const calls = Effect.gen(function* () {
        const call = yield* Effect.forkChild(Effect.exit(User.worldStatus()))
        yield* pass("3 minutes")
        yield* Fiber.join(call)
        seconds = 1
        const later = yield* Effect.forkChild(User.worldStatus())
        yield* pass("2 seconds")
        yield* Fiber.join(later)
      })
      const server = slowSignIn(() => seconds)
      yield* Effect.provide(run(calls, server, { credentials: asAlice }), layer)
      assert.lengthOf(messages, 2)
      assert.match(messages[0] ?? "", /^Warn No response to the sign-in/)
      assert.match(messages[1] ?? "", /^Info Signed in at \S+ after 3m/)
    })
  )
})

describe("a call without a response", () => {
  it.effect("is logged when it is sent again, once a minute for all calls", () =>
    Effect.gen(function* () {
      const { layer, messages } = logging()
      const calls = Effect.gen(function* () {
        const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Effect.exit(Game.time())))
        yield* pass("3 minutes")
        yield* Effect.forEach(fibers, Fiber.join)
      })
      yield* Effect.provide(
        run(
          calls,
          fake(() => Effect.never),
          retries
        ),
        layer
      )
      assert.deepStrictEqual(
        messages,
        Array.from({ length: 2 }, () => "Warn GET /api/game/time: no response within 30s. It is sent again.")
      )
    })
  )
})
