/** Long waits for quotas are logged, so that a program that seems to hang says why. */
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { asToken, fake, run } from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"

const settings = { server: Server.official({ shard: "shard3" }), credentials: asToken }
const status = User.worldStatus()

/** Makes two calls to a server that requires one wait, and returns the messages that they log. */
const logged = (wait: string) =>
  Effect.gen(function* () {
    const messages: Array<string> = []
    const logger = Logger.make(
      ({ logLevel, message }) => void messages.push(`${logLevel}: ${String(message)}`)
    )
    let requests = 0
    const server = fake(() =>
      ++requests === 1
        ? new Response(`Rate limit exceeded, retry after ${wait}ms`, { status: 429 })
        : Response.json({ ok: 1, status: "normal" })
    )
    const calls = Effect.gen(function* () {
      const first = yield* Effect.forkChild(Effect.exit(status))
      yield* pass(1)
      const second = yield* Effect.forkChild(Effect.exit(status))
      yield* pass("1 minute")
      yield* Fiber.join(first)
      yield* Fiber.join(second)
    })
    yield* run(calls, server, settings).pipe(Effect.provide(Logger.layer([logger])))
    return messages
  })

describe("a wait for a quota", () => {
  it.effect("is logged once when it takes long, and when it ends", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged("30000"), [
        "Info: All requests: waiting 30s for the rate limit",
        "Info: All requests: the rate limit allows requests again"
      ])
    })
  )

  it.effect("is not logged when it is short", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged("5000"), [])
    })
  )
})
