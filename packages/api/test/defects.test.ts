/** Known defects of other HTTP clients: one test each that this client does not have it. */
import { inspect } from "node:util"
import * as Auth from "@screeps-effect/api/Auth"
import { all } from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { always, asAlice, run, fake, lines, request, retries, reasonOf } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { closeConnection, transientFailures, failingServer, waits } from "./support/failing.ts"
import { within } from "@screeps-effect/fixtures/time"

const alice = { ...retries, credentials: asAlice }
const official = { ...retries, server: Server.official({ shard: "shard3" }) }
const status = User.worldStatus()
const signIn = "POST /api/auth/signin"

describe("signing in", () => {
  it.effect("happens before the first request when only a name and a password are given", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      assert.strictEqual((yield* within(run(status, server, alice))).status, "normal")
      assert.deepStrictEqual(lines(server), [signIn, "GET /api/user/world-status"])
    })
  )

  it.effect("happens only once more on a server that always returns 401", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: `token-${++n}` })
          : Response.json({ error: "unauthorized" }, { status: 401 })
      )
      assert.strictEqual((yield* reasonOf(status, server, alice))._tag, "Unauthorized")
      const call = "GET /api/user/world-status"
      assert.deepStrictEqual(lines(server), [signIn, call, signIn, call])
    })
  )

  it.effect("happens once for twenty calls whose token has expired, and none of them fails", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const twenty = Array.from({ length: 20 }, () => status)
      const program = Effect.gen(function* () {
        yield* within(status)
        server.restart()
        return yield* within(Effect.all(twenty, { concurrency: "unbounded" }))
      })
      assert.lengthOf(yield* run(program, server, alice), 20)
      assert.strictEqual(server.signIns(), 2)
    })
  )

  it.effect("shows no password when it fails, even as an uncaught error", () =>
    Effect.gen(function* () {
      const password = "hunter2-in-clear"
      const credentials = Credentials.layerPassword({ username: "alice", password: Redacted.make(password) })
      for (const response of [
        () => new Response("Unauthorized", { status: 401 }),
        () => Response.json({ error: "no" }),
        closeConnection
      ]) {
        const server = fake(response)
        const exit = yield* Effect.exit(run(status, server, { credentials }))
        assert.isTrue(exit._tag === "Failure")
        if (exit._tag === "Failure") {
          const error = Cause.squash(exit.cause)
          const shown = [Cause.pretty(exit.cause), inspect(error, { depth: 10 }), JSON.stringify(error)]
          for (const text of shown) assert.notInclude(text, password)
        }
        assert.include(JSON.stringify(server.requests[0]?.body), password)
      }
    })
  )
})

describe("rate limits", () => {
  it.effect("remain numbers after a response without rate headers", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        yield* Game.version()
        const { states } = yield* RateLimits.RateLimits
        return Object.values(yield* states).flatMap(({ limit, remaining, reset }) => [
          limit,
          remaining,
          reset
        ])
      })
      const numbers = yield* run(program, always("game/version.vanilla"), official)
      assert.isNotEmpty(numbers)
      for (const value of numbers) assert.isTrue(Number.isFinite(value))
    })
  )

  it.effect("are optional: a response without rate headers succeeds", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      assert.strictEqual((yield* run(status, server, official)).status, "normal")
    })
  )

  it.effect("delay retries by the announced 51243 ms and end after three", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response("Rate limit exceeded, retry after 51243ms", { status: 429 }))
      const { reason } = yield* within(run(Effect.flip(Game.version()), server, official), 1000)
      assert.strictEqual(reason._tag, "RateLimited")
      assert.lengthOf(server.requests, 4)
      for (const wait of waits(server)) assert.isAtLeast(wait, 51_243)
    })
  )
})

describe("a response", () => {
  it.effect("with status 200 and an error fails the call", () =>
    Effect.gen(function* () {
      const server = always({ error: "Incorrect memory path" })
      assert.strictEqual((yield* reasonOf(status, server, retries))._tag, "Rejected")
    })
  )

  it.effect("with an unexpected shape fails the call", () =>
    Effect.gen(function* () {
      for (const body of [{ ok: 1 }, { ok: 1, status: 5 }, [], { ok: 2, status: "normal" }]) {
        assert.strictEqual((yield* reasonOf(status, always(body), retries))._tag, "UnexpectedResponse")
      }
    })
  )
})

describe("a failing server", () => {
  it.effect("receives a retry after a 503", () =>
    Effect.gen(function* () {
      const server = failingServer(1, () => new Response("", { status: 503 }))
      yield* within(run(status, server, retries))
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("that never responds leads to a timeout", () =>
    Effect.gen(function* () {
      const server = fake(() => Effect.never)
      const error = yield* within(run(Effect.flip(status), server, retries), 1000)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.isTrue(server.requests.every(({ signal }) => signal.aborted))
    })
  )

  it.effect("that closes every connection receives four requests, not 840 in two seconds", () =>
    Effect.gen(function* () {
      const server = fake(closeConnection)
      const error = yield* within(run(Effect.flip(status), server, retries))
      assert.strictEqual(error.reason._tag, "Unreachable")
      assert.lengthOf(server.requests, 4)
    })
  )

  it.effect("receives a console command once, because it may have run", () =>
    Effect.gen(function* () {
      for (const how of Object.values(transientFailures)) {
        const server = failingServer(1, how)
        const call = User.console({ expression: "Game.spawns.Spawn1.renewCreep(creep)" })
        assert.isTrue(Result.isFailure(yield* within(Effect.result(run(call, server, retries)), 1000)))
        assert.lengthOf(server.requests, 1)
      }
    })
  )

  it.effect("receives every repeated call, because no response is cached", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal", result: { ok: 1, n: 1 } })
      const line = request({ method: "POST", path: "/api/user/console", body: { expression: "1" } })
      yield* run(Effect.all([status, status, line, line]), server, retries)
      assert.lengthOf(server.requests, 4)
    })
  )
})

describe("Endpoints.all", () => {
  const names = all.map(({ method, path }) => `${method} ${path}`)

  it("contains /api/auth/me and POST /api/user/console, not paths that no server has", () => {
    assert.notIncludeMembers(names, ["GET /api/user/me", "GET /api/user/console"])
    assert.includeMembers(names, [`${Auth.me.method} ${Auth.me.path}`, "POST /api/user/console"])
  })

  it("contains the money history at its real path, not at that of the published rate limits", () => {
    assert.include(names, "GET /api/user/money-history")
    assert.notInclude(names, "GET /api/game/user/money-history")
  })
})

describe("an official server", () => {
  it("is recognized by its host, not by text elsewhere in the URL", () => {
    const kinds = [
      "https://screeps.com",
      "http://screeps.com.example.org",
      "http://example.org/screeps.com",
      "http://notscreeps.com"
    ].map((address) => Result.getOrThrow(Server.parse(address)).kind)
    assert.deepStrictEqual(kinds, ["official", "private", "private", "private"])
  })
})
