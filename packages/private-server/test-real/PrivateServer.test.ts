import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Server from "@screeps-effect/api/Server"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { inject } from "vitest"
import { json, time, token, version } from "./http.ts"
import * as RealServer from "./support/server.ts"

describe.skipIf(inject("whyNot") !== "")("the game's own server", () => {
  describe("one server", () => {
    it.layer(RealServer.layer(), { timeout: "2 minutes", excludeTestServices: true })((it) => {
      it.effect("responds with its version", () =>
        Effect.gen(function* () {
          const server = yield* PrivateServer.PrivateServer
          assert.strictEqual((yield* version(server)).packageVersion, "4.3.0")
        })
      )

      it.effect("provides the Server of its clients", () =>
        Effect.gen(function* () {
          const { url } = yield* PrivateServer.PrivateServer
          const given = yield* Server.Server
          assert.strictEqual(given.url, url)
          assert.strictEqual(given.kind, "private")
        })
      )

      it.effect("ticks about ten times in a second", () =>
        Effect.gen(function* () {
          const server = yield* PrivateServer.PrivateServer
          const before = yield* time(server)
          yield* Effect.sleep("3 seconds")
          const ticks = (yield* time(server)) - before
          assert.isAtLeast(ticks, 10)
          assert.isAtMost(ticks, 36)
        })
      )

      it.effect("evaluates expressions on its command line", () =>
        Effect.gen(function* () {
          const { cli } = yield* PrivateServer.PrivateServer
          assert.strictEqual(yield* cli("system.getTickDuration()"), "100")
          assert.strictEqual(yield* cli("storage.env.get('nothing')"), "undefined")
          assert.strictEqual(yield* cli("({ a: [1] })"), '{"a":[1]}')
          assert.strictEqual(yield* cli("storage.db.users.count({ username: 'Invader' })"), "1")
          const error = yield* Effect.flip(cli("system.runCronjob('nothing')"))
          assert.strictEqual(error.reason._tag, "Rejected")
          assert.include(error.message, "not found")
        })
      )

      it.effect("registers a new player, who signs in", () =>
        Effect.gen(function* () {
          const { url } = yield* PrivateServer.PrivateServer
          const account = { username: "Alice", email: "alice@example.com", password: "secret" }
          assert.deepStrictEqual(yield* json(`${url}/api/register/submit`, account), { ok: 1 })
          const answer = yield* json(`${url}/api/auth/signin`, { email: "Alice", password: "secret" })
          const header = yield* token(answer)
          const headers = { "X-Token": header, "X-Username": header }
          assert.include(yield* json(`${url}/api/auth/me`, undefined, headers), { ok: 1, username: "Alice" })
        })
      )

      it.effect("stores the history of a room", () =>
        Effect.gen(function* () {
          const { cli, url } = yield* PrivateServer.PrivateServer
          yield* cli("storage.env.sadd('activeRooms', 'W1N1')")
          const chunk = Effect.promise(() => fetch(`${url}/room-history?room=W1N1&time=20`))
          const wait = chunk.pipe(
            Effect.filterOrFail((response) => response.status === 200),
            Effect.retry({ times: 100, schedule: Schedule.spaced("200 millis") })
          )
          const body: unknown = yield* Effect.flatMap(wait, (response) =>
            Effect.promise(() => response.json())
          )
          assert.include(body, { room: "W1N1", base: 20 })
        })
      )

      it.effect("keeps running when clients close command line connections early", () =>
        Effect.gen(function* () {
          const { cli, logs } = yield* PrivateServer.PrivateServer
          for (let i = 0; i < 400; i++) yield* Effect.timeoutOption(cli("'x'.repeat(100000)"), "2 millis")
          assert.strictEqual(yield* cli("1 + 1"), "2")
          assert.notInclude(yield* logs, "exited")
          assert.notInclude(yield* logs, "EPIPE")
        })
      )

      it.effect(
        "keeps running when a registration has a password that cannot be hashed, and rejects it",
        () =>
          Effect.gen(function* () {
            const { cli, logs, url } = yield* PrivateServer.PrivateServer
            for (const password of [true, {}, undefined]) {
              const account = { username: "Crasher", email: "crasher@example.com", password }
              const answer = JSON.stringify(yield* json(`${url}/api/register/submit`, account))
              assert.match(answer, /"error":"TypeError.*must be of type string/)
            }
            const good = { username: "Crasher", email: "crasher@example.com", password: "secret" }
            assert.deepStrictEqual(yield* json(`${url}/api/register/submit`, good), { ok: 1 })
            const signIn = { email: "Crasher", password: "secret" }
            const header = yield* token(yield* json(`${url}/api/auth/signin`, signIn))
            const headers = { "X-Token": header, "X-Username": header }
            const change = { oldPassword: "secret", password: true }
            assert.include(yield* json(`${url}/api/user/password`, change, headers), { ok: 0 })
            assert.strictEqual(yield* cli("1 + 1"), "2")
            assert.notInclude(yield* logs, "exited")
          })
      )

      it.effect("keeps running when a cron job finds no active room", () =>
        Effect.gen(function* () {
          const { cli, logs } = yield* PrivateServer.PrivateServer
          yield* cli("system.pauseSimulation()")
          for (const job of ["roomsForceUpdate", "genInvaders"]) {
            yield* cli(`storage.env.del('activeRooms').then(() => system.runCronjob('${job}'))`)
          }
          yield* cli("system.resumeSimulation()")
          assert.notInclude(yield* logs, "exited")
          assert.notInclude(yield* logs, "fun is not a function")
        })
      )
    })
  })

  it.live("two servers run side by side", () =>
    Effect.gen(function* () {
      const [slow, fast] = yield* Effect.all(
        [RealServer.make({ tickRate: "5 minutes" }), RealServer.make()],
        {
          concurrency: 2
        }
      )
      assert.notStrictEqual(slow.url, fast.url)
      const account = { username: "Bob", email: "bob@example.com", password: "secret" }
      assert.deepStrictEqual(yield* json(`${slow.url}/api/register/submit`, account), { ok: 1 })
      assert.strictEqual(yield* slow.cli("storage.db.users.count({ username: 'Bob' })"), "1")
      assert.strictEqual(yield* fast.cli("storage.db.users.count({ username: 'Bob' })"), "0")
      const before = yield* time(fast)
      yield* Effect.sleep("1 second")
      assert.isAbove(yield* time(fast), before)
      assert.isAtMost(yield* time(slow), 3)
    }).pipe(Effect.scoped)
  )

  it.live("leaves no process and no folder when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const server = yield* Scope.provide(RealServer.make(), scope)
      assert.isAtLeast((yield* RealServer.members(server.pid)).length, 6)
      assert.isTrue(existsSync(server.world))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* RealServer.members(server.pid), [])
      assert.isFalse(existsSync(server.world))
    })
  )

  it.effect("starts and ends under a test clock that never moves", () =>
    Effect.gen(function* () {
      const server = yield* RealServer.make()
      assert.strictEqual(yield* server.cli("1 + 1"), "2")
    }).pipe(Effect.scoped)
  )

  it.live("requires its server password, which its logs do not show", () =>
    Effect.gen(function* () {
      const server = yield* RealServer.make({ serverPassword: Redacted.make("pass;word # 'x'") })
      const url = `${server.url}/api/version`
      assert.deepStrictEqual(yield* json(url), { error: "incorrect server password" })
      assert.include(yield* json(url, undefined, { "X-Server-Password": "pass;word # 'x'" }), { ok: 1 })
      assert.include(yield* server.logs, "Server password is <redacted>")
    }).pipe(Effect.scoped)
  )

  it.live("runs with the admin-utils mod and with a custom mod", () =>
    Effect.gen(function* () {
      const own = fileURLToPath(new URL("welcome.cjs", import.meta.url))
      const server = yield* RealServer.make({ mods: ["admin-utils", own], tickRate: "200 millis" })
      assert.strictEqual((yield* version(server)).serverData.welcomeText, "Welcome, tester")
      assert.include(yield* json(`${server.url}/api/game/shards/info`), { ok: 1 })
      assert.strictEqual(yield* server.cli("system.getTickDuration()"), "200")
    }).pipe(Effect.scoped)
  )

  it.live("fails when it does not start in time, and leaves nothing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(RealServer.make({ startTimeout: "50 millis" })))
      assert.strictEqual(error.reason._tag, "DidNotStart")
      assert.match(error.message, /no response from .* within 50 ms/)
    })
  )
})
