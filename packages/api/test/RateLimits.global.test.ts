/**
 * Official servers report the global quota in the headers of endpoints without a quota of their own (published by an
 * observer in 2026), and count each realm apart.
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import { within } from "@screeps-effect/fixtures/time"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { clientLayer, fake, run } from "./support/fake.ts"

const official = { server: Server.official({ shard: "shard3" }) }
const headers = (remaining: number) => ({
  "x-ratelimit-limit": "120",
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": "40"
})

describe("the global quota", () => {
  it.effect("is updated by headers that report it at an endpoint without a quota of its own", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, list: [] }, { headers: headers(3) }))
      const states = yield* Effect.gen(function* () {
        yield* User.branches()
        return yield* Effect.flatMap(RateLimits.RateLimits, (limits) => limits.states)
      }).pipe(Effect.provide(clientLayer(server, official)))
      assert.strictEqual(states["global"]?.remaining, 3)
      assert.notProperty(states, "GET /api/user/branches")
    })
  )

  it.effect("is waited for by all calls after one 429 that reports it", () =>
    Effect.gen(function* () {
      const server = fake(({ at }) =>
        at < 40_000
          ? new Response("Rate limit exceeded", { status: 429, headers: headers(0) })
          : Response.json({ ok: 1, time: 5, list: [], _id: "a", username: "bob", status: "normal" })
      )
      const calls = Effect.all([Game.time(), User.branches(), User.worldStatus()], { concurrency: 1 })
      yield* within(run(calls, server, official), 1000)
      assert.lengthOf(
        server.requests.filter(({ at }) => at < 40_000),
        1
      )
      assert.lengthOf(server.requests, 4)
    })
  )

  it.effect("is not updated by headers with another limit: those describe the endpoint", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json({ ok: 1, list: [] }, { headers: { ...headers(3), "x-ratelimit-limit": "60" } })
      )
      const states = yield* Effect.gen(function* () {
        yield* User.branches()
        return yield* Effect.flatMap(RateLimits.RateLimits, (limits) => limits.states)
      }).pipe(Effect.provide(clientLayer(server, official)))
      assert.strictEqual(states["GET /api/user/branches"]?.remaining, 3)
      assert.strictEqual(states["global"]?.remaining, 119)
    })
  )

  it.effect("is counted apart in each realm, although they share a host and a token", () =>
    Effect.gen(function* () {
      const limitsOf = (server: Server.Description) =>
        Effect.flatMap(RateLimits.RateLimits, (limits) =>
          Effect.andThen(
            limits.withLimit({ method: "GET", path: "/api/auth/me" }, Effect.succeed(answer)),
            Effect.map(limits.states, (states) => states["global"]?.remaining)
          )
        ).pipe(
          Effect.provide(
            Layer.fresh(
              Layer.effect(RateLimits.RateLimits, RateLimits.make).pipe(
                Layer.provide([Server.layer(server), Credentials.layerToken(Redacted.make("one token"))])
              )
            )
          )
        )
      const answer = { status: 200, headers: {}, text: "", receivedAt: 0 }
      const remaining = yield* Effect.all([
        limitsOf(Server.official()),
        limitsOf(Server.official()),
        limitsOf(Server.season()),
        limitsOf(Server.ptr())
      ]).pipe(Effect.provide(RateLimits.layerStoreMemory))
      assert.deepStrictEqual(remaining, [119, 118, 119, 119])
    })
  )
})
