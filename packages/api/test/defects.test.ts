/** What other clients were seen to do wrong over HTTP: one test each, in the words of what this one does. */
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
import { always, asAlice, ask, fake, lines, request, retries, why } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { hangUp, passing, sick, waits } from "./support/sick.ts"
import { within } from "./support/time.ts"

const alice = { ...retries, who: asAlice }
const official = { ...retries, server: Server.official({ shard: "shard3" }) }
const status = User.worldStatus()
const signIn = "POST /api/auth/signin"

describe("signing in", () => {
  it.effect("happens at the first request, with nothing but a name and a password", () =>
    Effect.gen(function* () {
      const server = livingServer()
      assert.strictEqual((yield* within(ask(status, server, alice))).status, "normal")
      assert.deepStrictEqual(lines(server), [signIn, "GET /api/user/world-status"])
    })
  )

  it.effect("happens once more on a server that always says 401, not without an end", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: `token-${++n}` })
          : Response.json({ error: "unauthorized" }, { status: 401 })
      )
      assert.strictEqual((yield* why(status, server, alice))._tag, "Unauthorized")
      const asked = "GET /api/user/world-status"
      assert.deepStrictEqual(lines(server), [signIn, asked, signIn, asked])
    })
  )

  it.effect("happens once for twenty calls whose token has died, and none of them fails", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const twenty = Array.from({ length: 20 }, () => status)
      const program = Effect.gen(function* () {
        yield* within(status)
        server.restart()
        return yield* within(Effect.all(twenty, { concurrency: "unbounded" }))
      })
      assert.lengthOf(yield* ask(program, server, alice), 20)
      assert.strictEqual(server.signIns(), 2)
    })
  )

  it.effect("that fails shows no password, even when nobody catches it", () =>
    Effect.gen(function* () {
      const password = "hunter2-in-clear"
      const who = Credentials.layerPassword({ username: "alice", password: Redacted.make(password) })
      for (const answer of [
        () => new Response("Unauthorized", { status: 401 }),
        () => Response.json({ error: "no" }),
        hangUp
      ]) {
        const asked = fake(answer)
        const exit = yield* Effect.exit(ask(status, asked, { who }))
        assert.isTrue(exit._tag === "Failure")
        if (exit._tag === "Failure") {
          const thrown = Cause.squash(exit.cause)
          const shown = [Cause.pretty(exit.cause), inspect(thrown, { depth: 10 }), JSON.stringify(thrown)]
          for (const text of shown) assert.notInclude(text, password)
        }
        assert.include(JSON.stringify(asked.asked[0]?.body), password)
      }
    })
  )
})

describe("limits", () => {
  it.effect("are numbers still after an answer without rate headers", () =>
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
      const told = yield* ask(program, always("game/version.vanilla"), official)
      assert.isNotEmpty(told)
      for (const value of told) assert.isTrue(Number.isFinite(value))
    })
  )

  it.effect("are no condition: an answer without rate headers is an answer", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      assert.strictEqual((yield* ask(status, server, official)).status, "normal")
    })
  )

  it.effect("that say retry after 51243ms are not tried every 200 to 700 ms, nor without an end", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response("Rate limit exceeded, retry after 51243ms", { status: 429 }))
      const { reason } = yield* within(ask(Effect.flip(Game.version()), server, official), 1000)
      assert.strictEqual(reason._tag, "RateLimited")
      assert.lengthOf(server.asked, 4)
      for (const wait of waits(server)) assert.isAtLeast(wait, 51_243)
    })
  )
})

describe("an answer", () => {
  it.effect("with status 200 and an error is a failure", () =>
    Effect.gen(function* () {
      const server = always({ error: "Incorrect memory path" })
      assert.strictEqual((yield* why(status, server, retries))._tag, "Rejected")
    })
  )

  it.effect("of another shape than promised is a failure", () =>
    Effect.gen(function* () {
      for (const body of [{ ok: 1 }, { ok: 1, status: 5 }, [], { ok: 2, status: "normal" }]) {
        assert.strictEqual((yield* why(status, always(body), retries))._tag, "UnexpectedResponse")
      }
    })
  )
})

describe("a sick server", () => {
  it.effect("that says 503 is asked again", () =>
    Effect.gen(function* () {
      const server = sick(1, () => new Response("", { status: 503 }))
      yield* within(ask(status, server, retries))
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("that never answers is not waited for for ever", () =>
    Effect.gen(function* () {
      const server = fake(() => Effect.never)
      const error = yield* within(ask(Effect.flip(status), server, retries), 1000)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.isTrue(server.asked.every(({ signal }) => signal.aborted))
    })
  )

  it.effect("that closes every connection is asked four times, not 840 times in two seconds", () =>
    Effect.gen(function* () {
      const server = fake(hangUp)
      const error = yield* within(ask(Effect.flip(status), server, retries))
      assert.strictEqual(error.reason._tag, "Unreachable")
      assert.lengthOf(server.asked, 4)
    })
  )

  it.effect("is sent a line for the console once: it may have run", () =>
    Effect.gen(function* () {
      for (const how of Object.values(passing)) {
        const server = sick(1, how)
        const call = User.console({ expression: "Game.spawns.Spawn1.renewCreep(creep)" })
        assert.isTrue(Result.isFailure(yield* within(Effect.result(ask(call, server, retries)), 1000)))
        assert.lengthOf(server.asked, 1)
      }
    })
  )

  it.effect(
    "is asked twice for the same when it is asked twice: nothing is kept, a console line least of all",
    () =>
      Effect.gen(function* () {
        const server = always({ ok: 1, status: "normal", result: { ok: 1, n: 1 } })
        const line = request({ method: "POST", path: "/api/user/console", body: { expression: "1" } })
        yield* ask(Effect.all([status, status, line, line]), server, retries)
        assert.lengthOf(server.asked, 4)
      })
  )
})

describe("the table of operations", () => {
  const names = all.map(({ method, path }) => `${method} ${path}`)

  it("holds none that no server has: the signed-in user and the console by GET, or under /user/me", () => {
    assert.notIncludeMembers(names, ["GET /api/user/me", "GET /api/user/console"])
    assert.includeMembers(names, [`${Auth.me.method} ${Auth.me.path}`, "POST /api/user/console"])
  })

  it("holds the history of money where servers have it, not where the table of limits puts it", () => {
    assert.include(names, "GET /api/user/money-history")
    assert.notInclude(names, "GET /api/game/user/money-history")
  })
})

describe("an official server", () => {
  it("is told by its host, not by a text that occurs in the address", () => {
    const kinds = [
      "https://screeps.com",
      "http://screeps.com.example.org",
      "http://example.org/screeps.com",
      "http://notscreeps.com"
    ].map((address) => Result.getOrThrow(Server.parse(address)).kind)
    assert.deepStrictEqual(kinds, ["official", "private", "private", "private"])
  })
})
