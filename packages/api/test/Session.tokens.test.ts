import * as Code from "@screeps-effect/api/Code"
import { Session } from "@screeps-effect/api/Session"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import {
  asAlice,
  run,
  type ReceivedRequest,
  fake,
  lines,
  privateServer,
  request,
  reasonOf
} from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const status = User.worldStatus()
/** A hundred delays from 0 to 1485 milliseconds. */
const hundred = Array.from({ length: 100 }, (_, i) => i * 15)
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const tokenOf = ({ headers }: ReceivedRequest) => headers["x-token"]

/** The token of the next request. */
const current = Effect.flatMap(Session, (session) =>
  Effect.map(session.current, (lease) => (lease === undefined ? undefined : Redacted.value(lease.token)))
)

describe("a token in a response", () => {
  it.effect("is sent with the next request", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      yield* run(within(Effect.replicateEffect(status, 3)), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2", "token-3"])
    })
  )

  it.effect("is also received from rejections", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: () => ({ error: "no code" }) })
      const errors = yield* run(within(Effect.replicateEffect(Effect.flip(Code.get()), 2)), server, alice)
      assert.deepStrictEqual(
        errors.map(({ reason }) => reason._tag),
        ["Rejected", "Rejected"]
      )
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2"])
    })
  )

  it.effect("is ignored when it is empty", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "token-1" })
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "" } })
      )
      yield* run(Effect.replicateEffect(status, 2), server, alice)
      assert.deepStrictEqual(server.requests.slice(1).map(tokenOf), ["token-1", "token-1"])
    })
  )

  it.effect("does not replace the token of a newer request when it arrives late", () =>
    Effect.gen(function* () {
      // The second request travels a second each way, all others 10 milliseconds.
      const server = serverWithTokens({ delay: (_, n) => (n === 1 ? 1000 : 10) })
      const program = Effect.gen(function* () {
        yield* within(status)
        const slow = yield* Effect.forkChild(status)
        yield* pass(1)
        const fast = yield* Effect.forkChild(status)
        yield* pass(100)
        yield* Fiber.join(fast)
        const received = yield* current
        yield* pass("5 seconds")
        yield* Fiber.join(slow)
        assert.strictEqual(server.minted(), 4)
        assert.strictEqual(yield* current, received)
        assert.strictEqual(received, "token-3")
      })
      yield* run(program, server, alice)
    })
  )

  it.effect("does not replace the token of a newer sign-in", () =>
    Effect.gen(function* () {
      const lateResponse = yield* Deferred.make<Response>()
      let signIns = 0
      const server = fake((received) => {
        if (received.url.pathname === "/api/auth/signin") {
          return Response.json({ ok: 1, token: `signed-in-${++signIns}` })
        }
        if (received.url.pathname === "/api/user/branches") return Deferred.await(lateResponse)
        return tokenOf(received) === "signed-in-1" ? unauthorized() : Effect.never
      })
      const program = Effect.gen(function* () {
        const branches = yield* Effect.forkChild(User.branches())
        yield* pass(1)
        yield* Effect.forkChild(status)
        yield* pass(1)
        assert.strictEqual(yield* current, "signed-in-2")
        const headers = { "x-token": "of-the-first-sign-in" }
        yield* Deferred.succeed(lateResponse, Response.json({ ok: 1, list: [] }, { headers }))
        yield* Fiber.join(branches)
        assert.strictEqual(yield* current, "signed-in-2")
      })
      yield* run(program, server, alice)
    })
  )
})

describe("a rejected token", () => {
  it.effect("is replaced by the token that another call has received, without a sign-in", () =>
    Effect.gen(function* () {
      let signIns = 0
      const server = fake((received) => {
        if (received.url.pathname === "/api/auth/signin") {
          signIns++
          return Response.json({ ok: 1, token: "old" })
        }
        if (received.url.pathname === "/api/user/branches") {
          const response = tokenOf(received) === "new" ? Response.json({ ok: 1, list: [] }) : unauthorized()
          return Effect.delay(Effect.succeed(response), "1 second")
        }
        return Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "new" } })
      })
      const program = Effect.gen(function* () {
        const slow = yield* Effect.forkChild(User.branches())
        yield* pass(1)
        yield* status
        yield* pass("5 seconds")
        return yield* Fiber.join(slow)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), { ok: 1, list: [] })
      assert.strictEqual(signIns, 1)
      assert.deepStrictEqual(server.requests.slice(1).map(tokenOf), ["old", "old", "new"])
    })
  )

  /** A server that revokes its tokens once, while earlier responses are still in flight. */
  const revokingServer = () => {
    const plans: Readonly<Record<string, readonly [before: number, after: number]>> = {
      "/api/user/branches": [0, 500],
      "/api/user/overview": [0, 1500],
      "/api/user/cpu": [0, 2500],
      "/api/user/world-status": [1000, 0]
    }
    let known = new Set<string>()
    let minted = 0
    let signing = 0
    let most = 0
    const mint = (name: string) => {
      const token = `${name}-${++minted}`
      known.add(token)
      return token
    }
    const signIn = Effect.gen(function* () {
      most = Math.max(most, ++signing)
      yield* Effect.sleep(500)
      signing--
      return Response.json({ ok: 1, token: mint("signed-in") })
    })
    const server = fake((received) =>
      Effect.gen(function* () {
        if (received.url.pathname === "/api/auth/signin") return yield* signIn
        const [before, after] = plans[received.url.pathname] ?? [0, 0]
        yield* Effect.sleep(before)
        if (!known.has(tokenOf(received) ?? "")) return unauthorized()
        const headers = { "x-token": mint("renewed") }
        yield* Effect.sleep(after)
        return Response.json({ ok: 1, status: "normal", list: [] }, { headers })
      })
    )
    return {
      ...server,
      revoke: () => (known = new Set()),
      /** The largest number of concurrent sign-ins. */
      mostSignIns: () => most
    }
  }

  const raw = (path: `/${string}`) => request({ method: "GET", path })
  const tokensOf = (requests: ReadonlyArray<ReceivedRequest>, path: string) =>
    requests.filter(({ url }) => url.pathname === path).map(tokenOf)

  it.effect("is replaced by a new sign-in when the newer token of the same sign-in is rejected as well", () =>
    Effect.gen(function* () {
      const server = revokingServer()
      const program = Effect.gen(function* () {
        yield* within(raw("/api/user/name"))
        // Two earlier responses bring newer tokens of the same sign-in, one before each rejection.
        for (const path of ["/api/user/branches", "/api/user/overview"] as const) {
          yield* Effect.forkChild(raw(path))
          yield* pass(1)
        }
        const slow = yield* Effect.forkChild(status)
        yield* pass(1)
        server.revoke()
        yield* pass("10 seconds")
        return yield* Fiber.join(slow)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), { ok: 1, status: "normal" })
      assert.deepStrictEqual(tokensOf(server.requests, "/api/user/world-status"), [
        "renewed-2",
        "renewed-3",
        "signed-in-5"
      ])
      assert.lengthOf(tokensOf(server.requests, "/api/auth/signin"), 2)
    })
  )

  it.effect(
    "is replaced for a hundred calls by one sign-in, however many newer tokens are rejected as well",
    () =>
      Effect.gen(function* () {
        const server = revokingServer()
        const program = Effect.gen(function* () {
          yield* within(raw("/api/user/name"))
          for (const path of ["/api/user/branches", "/api/user/overview", "/api/user/cpu"] as const) {
            yield* Effect.forkChild(raw(path))
            yield* pass(1)
          }
          const slow = yield* Effect.forEach(hundred, (wait) => Effect.forkChild(Effect.delay(status, wait)))
          yield* pass(1)
          server.revoke()
          yield* pass("20 seconds")
          return yield* Effect.forEach(slow, Fiber.join)
        })
        assert.lengthOf(yield* run(program, server, alice), 100)
        assert.lengthOf(tokensOf(server.requests, "/api/auth/signin"), 2)
        assert.strictEqual(server.mostSignIns(), 1)
      })
  )

  it.effect(
    "leads to one new sign-in and one retry, then to Unauthorized, when the server always returns 401",
    () =>
      Effect.gen(function* () {
        let n = 0
        const server = fake(({ url }) =>
          url.pathname === "/api/auth/signin"
            ? Response.json({ ok: 1, token: `token-${++n}` })
            : unauthorized()
        )
        const reason = yield* reasonOf(status, server, alice)
        assert.strictEqual(reason._tag, "Unauthorized")
        assert.strictEqual(reason.message, "unauthorized")
        assert.deepStrictEqual(lines(server), [
          "POST /api/auth/signin",
          "GET /api/user/world-status",
          "POST /api/auth/signin",
          "GET /api/user/world-status"
        ])
      })
  )

  it.effect("leads to at most three requests, even when other calls receive newer tokens meanwhile", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(({ url }) => {
        if (url.pathname === "/api/auth/signin") return Response.json({ ok: 1, token: `signed-in-${++n}` })
        return url.pathname === "/api/user/branches"
          ? Effect.delay(Effect.succeed(unauthorized()), "1 second")
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": `renewed-${++n}` } })
      })
      const program = Effect.gen(function* () {
        const slow = yield* Effect.forkChild(Effect.flip(User.branches()))
        for (let i = 0; i < 20; i++) {
          yield* pass("500 millis")
          yield* status
        }
        return yield* Fiber.join(slow)
      })
      const { reason } = yield* run(program, server, alice)
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.lengthOf(
        lines(server).filter((line) => line === "GET /api/user/branches"),
        3
      )
    })
  )

  it.effect("leads to a retry of a POST, because the server executed nothing", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ respond: () => ({ ok: 1, timestamp: 1 }) })
      const modules = { main: "module.exports.loop = () => {}" }
      const program = Effect.gen(function* () {
        yield* within(Code.set({ modules }))
        server.restart()
        return yield* within(Code.set({ modules }))
      })
      assert.deepStrictEqual(yield* run(program, server, alice), { ok: 1, timestamp: 1 as never })
      const uploads = server.requests.filter(({ url }) => url.pathname === "/api/user/code")
      assert.deepStrictEqual(
        uploads.map(({ body }) => body),
        [{ modules }, { modules }, { modules }]
      )
      assert.strictEqual(server.signIns(), 2)
    })
  )

  it.effect("is replaced when a server with a password reports it as a wrong server password", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ password: "hunter2" })
      const program = Effect.gen(function* () {
        yield* within(status)
        yield* pass("2 minutes")
        return yield* within(status)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), { ok: 1, status: "normal" })
      assert.strictEqual(server.signIns(), 2)
    })
  )
})

describe("the server password", () => {
  it.effect("is sent with every request, including the sign-in", () =>
    Effect.gen(function* () {
      const fakeServer = serverWithTokens({ password: "hunter2" })
      const server = Server.privateServer(privateServer.url, { password: Redacted.make("hunter2") })
      yield* run(within(status), fakeServer, { server, credentials: asAlice })
      assert.deepStrictEqual(
        fakeServer.requests.map(({ headers }) => headers["x-server-password"]),
        ["hunter2", "hunter2"]
      )
    })
  )
})
