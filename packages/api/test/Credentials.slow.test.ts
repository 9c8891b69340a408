/** Credentials from an effect that does not end, or is interrupted: the error and the log name the effect, not the server. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import { pass, within } from "@screeps-effect/fixtures/time"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { fake, retries, run } from "./support/fake.ts"

const method = (kind: "Token" | "Password"): Credentials.Method =>
  kind === "Token"
    ? { _tag: "Token", token: Redacted.make("first-token") }
    : { _tag: "Password", username: "alice", password: Redacted.make("first-secret") }

/** A vault that returns credentials once, and then behaves otherwise. */
const vault = (kind: "Token" | "Password", then: Effect.Effect<Credentials.Method>) => {
  let reads = 0
  return {
    reads: () => reads,
    layer: Credentials.layerEffect(
      Effect.suspend(() => (reads++ === 0 ? Effect.succeed(method(kind)) : then))
    )
  }
}

const rejecting = () => fake(() => Response.json({ error: "unauthorized" }, { status: 401 }))

const logging = () => {
  const messages: Array<string> = []
  const layer = Logger.layer([
    Logger.make(({ logLevel, message }) => void messages.push(`${logLevel} ${String(message)}`))
  ])
  return { messages, layer }
}

const message = Effect.match(User.worldStatus(), {
  onFailure: (error) => error.message,
  onSuccess: () => "success"
})

describe.each(["Token", "Password"] as const)("an effect that returns no other %s", (kind) => {
  const operation = kind === "Token" ? "GET /api/user/world-status" : "POST /api/auth/signin"

  it.effect("fails the calls with Unauthorized in time, logs why they waited, and is run again", () =>
    Effect.gen(function* () {
      const { layer, messages } = logging()
      const secrets = vault(kind, Effect.never)
      const server = rejecting()
      const calls = Effect.gen(function* () {
        const both = yield* Effect.forkChild(Effect.all([message, message], { concurrency: 2 }))
        yield* pass("31 seconds")
        const later = yield* Effect.forkChild(message)
        yield* pass("31 seconds")
        return [...(yield* Fiber.join(both)), yield* Fiber.join(later)]
      })
      const credentials = secrets.layer
      const results = yield* Effect.provide(run(calls, server, { ...retries, credentials }), layer)
      const late = `${operation}: Unauthorized (the credentials were rejected, and no others have come within 30s)`
      assert.deepStrictEqual(results, [late, late, late])
      assert.strictEqual(secrets.reads(), 3)
      assert.deepStrictEqual(messages, [
        "Warn The credentials for http://127.0.0.1:21025 were rejected, and no others have come yet. Calls that need the account wait for them."
      ])
    })
  )

  it.effect("fails a call with a shorter limit at that limit, without a retry", () =>
    Effect.gen(function* () {
      const secrets = vault(kind, Effect.never)
      const limited = Effect.provideService(message, ScreepsClient.RequestTimeout, Duration.seconds(5))
      const result = yield* within(run(limited, rejecting(), { ...retries, credentials: secrets.layer }))
      assert.match(
        result,
        /Unauthorized \(the credentials were rejected, and no others have come within 5s\)$/
      )
      assert.strictEqual(secrets.reads(), 2)
    })
  )

  it.effect("says that it was interrupted, if it was", () =>
    Effect.gen(function* () {
      const secrets = vault(kind, Effect.interrupt)
      const result = yield* within(run(message, rejecting(), { credentials: secrets.layer }))
      assert.strictEqual(
        result,
        `${operation}: Unauthorized (the credentials were rejected, and reading others was interrupted)`
      )
    })
  )
})

describe("an effect that returns no credentials at the start", () => {
  it.effect("is logged after ten seconds, and as long as it takes", () =>
    Effect.gen(function* () {
      const { layer, messages } = logging()
      const building = Layer.build(Credentials.layerEffect(Effect.never)).pipe(
        Effect.scoped,
        Effect.provide(layer)
      )
      const fiber = yield* Effect.forkChild(building)
      yield* pass("9 seconds")
      assert.deepStrictEqual(messages, [])
      yield* pass("1 hour")
      assert.deepStrictEqual(messages, [
        "Warn No credentials for ten seconds: the effect that reads them has not ended. The client waits for them."
      ])
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
    })
  )
})
