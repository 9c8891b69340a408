import * as Code from "@screeps-effect/api/Code"
import { Session } from "@screeps-effect/api/Session"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { asAlice, ask, type Asked, fake, lines, privateServer, request, why } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const status = User.worldStatus()
/** Milliseconds, from none to just below one and a half seconds. */
const hundred = Array.from({ length: 100 }, (_, i) => i * 15)
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const tokenOf = ({ headers }: Asked) => headers["x-token"]

/** The token that the next request would carry. */
const current = Effect.flatMap(Session, (session) =>
  Effect.map(session.current, (loan) => (loan === undefined ? undefined : Redacted.value(loan.token)))
)

describe("a token in an answer", () => {
  it.effect("is used from the next request on", () =>
    Effect.gen(function* () {
      const server = livingServer()
      yield* ask(within(Effect.replicateEffect(status, 3)), server, alice)
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2", "token-3"])
    })
  )

  it.effect("is learnt from refusals, too", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: () => ({ error: "no code" }) })
      const told = yield* ask(within(Effect.replicateEffect(Effect.flip(Code.get()), 2)), server, alice)
      assert.deepStrictEqual(
        told.map(({ reason }) => reason._tag),
        ["Rejected", "Rejected"]
      )
      assert.deepStrictEqual(server.tokens(), ["token-1", "token-2"])
    })
  )

  it.effect("that is empty is passed over", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "token-1" })
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "" } })
      )
      yield* ask(Effect.replicateEffect(status, 2), server, alice)
      assert.deepStrictEqual(server.asked.slice(1).map(tokenOf), ["token-1", "token-1"])
    })
  )

  it.effect("to an older request does not win when it comes late", () =>
    Effect.gen(function* () {
      // The second request travels a second each way, all others 10 milliseconds.
      const server = livingServer({ delay: (_, n) => (n === 1 ? 1000 : 10) })
      const program = Effect.gen(function* () {
        yield* within(status)
        const slow = yield* Effect.forkChild(status)
        yield* pass(1)
        const fast = yield* Effect.forkChild(status)
        yield* pass(100)
        yield* Fiber.join(fast)
        const learnt = yield* current
        yield* pass("5 seconds")
        yield* Fiber.join(slow)
        assert.strictEqual(server.minted(), 4)
        assert.strictEqual(yield* current, learnt)
        assert.strictEqual(learnt, "token-3")
      })
      yield* ask(program, server, alice)
    })
  )

  it.effect("to a request of an older sign-in does not win, though nothing was learnt since", () =>
    Effect.gen(function* () {
      const late = yield* Deferred.make<Response>()
      let signIns = 0
      const server = fake((asked) => {
        if (asked.url.pathname === "/api/auth/signin") {
          return Response.json({ ok: 1, token: `signed-in-${++signIns}` })
        }
        if (asked.url.pathname === "/api/user/branches") return Deferred.await(late)
        return tokenOf(asked) === "signed-in-1" ? unauthorized() : Effect.never
      })
      const program = Effect.gen(function* () {
        const branches = yield* Effect.forkChild(User.branches())
        yield* pass(1)
        yield* Effect.forkChild(status)
        yield* pass(1)
        assert.strictEqual(yield* current, "signed-in-2")
        const headers = { "x-token": "of-the-first-sign-in" }
        yield* Deferred.succeed(late, Response.json({ ok: 1, list: [] }, { headers }))
        yield* Fiber.join(branches)
        assert.strictEqual(yield* current, "signed-in-2")
      })
      yield* ask(program, server, alice)
    })
  )
})

describe("a refused token", () => {
  it.effect("is replaced by one that another request has learnt meanwhile, without signing in", () =>
    Effect.gen(function* () {
      let signIns = 0
      const server = fake((asked) => {
        if (asked.url.pathname === "/api/auth/signin") {
          signIns++
          return Response.json({ ok: 1, token: "old" })
        }
        if (asked.url.pathname === "/api/user/branches") {
          const answer = tokenOf(asked) === "new" ? Response.json({ ok: 1, list: [] }) : unauthorized()
          return Effect.delay(Effect.succeed(answer), "1 second")
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
      assert.deepStrictEqual(yield* ask(program, server, alice), { ok: 1, list: [] })
      assert.strictEqual(signIns, 1)
      assert.deepStrictEqual(server.asked.slice(1).map(tokenOf), ["old", "old", "new"])
    })
  )

  /** A server that forgets its tokens once, while answers that it gave before are still on their way. */
  const forgetful = () => {
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
    const server = fake((asked) =>
      Effect.gen(function* () {
        if (asked.url.pathname === "/api/auth/signin") return yield* signIn
        const [before, after] = plans[asked.url.pathname] ?? [0, 0]
        yield* Effect.sleep(before)
        if (!known.has(tokenOf(asked) ?? "")) return unauthorized()
        const headers = { "x-token": mint("learnt") }
        yield* Effect.sleep(after)
        return Response.json({ ok: 1, status: "normal", list: [] }, { headers })
      })
    )
    return {
      ...server,
      forget: () => (known = new Set()),
      /** How many sign-ins were under way at the same time, at most. */
      together: () => most
    }
  }

  const raw = (path: `/${string}`) => request({ method: "GET", path })
  const tokensOf = (asked: ReadonlyArray<Asked>, path: string) =>
    asked.filter(({ url }) => url.pathname === path).map(tokenOf)

  it.effect("is replaced by a fresh one, when the newer one of the same sign-in was dead as well", () =>
    Effect.gen(function* () {
      const server = forgetful()
      const program = Effect.gen(function* () {
        yield* within(raw("/api/user/name"))
        // Two answers of before bring newer tokens of the same sign-in: one before each refusal.
        for (const path of ["/api/user/branches", "/api/user/overview"] as const) {
          yield* Effect.forkChild(raw(path))
          yield* pass(1)
        }
        const slow = yield* Effect.forkChild(status)
        yield* pass(1)
        server.forget()
        yield* pass("10 seconds")
        return yield* Fiber.join(slow)
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), { ok: 1, status: "normal" })
      assert.deepStrictEqual(tokensOf(server.asked, "/api/user/world-status"), [
        "learnt-2",
        "learnt-3",
        "signed-in-5"
      ])
      assert.lengthOf(tokensOf(server.asked, "/api/auth/signin"), 2)
    })
  )

  it.effect("is replaced for a hundred calls by one sign-in, however many newer ones were dead as well", () =>
    Effect.gen(function* () {
      const server = forgetful()
      const program = Effect.gen(function* () {
        yield* within(raw("/api/user/name"))
        for (const path of ["/api/user/branches", "/api/user/overview", "/api/user/cpu"] as const) {
          yield* Effect.forkChild(raw(path))
          yield* pass(1)
        }
        const slow = yield* Effect.forEach(hundred, (wait) => Effect.forkChild(Effect.delay(status, wait)))
        yield* pass(1)
        server.forget()
        yield* pass("20 seconds")
        return yield* Effect.forEach(slow, Fiber.join)
      })
      assert.lengthOf(yield* ask(program, server, alice), 100)
      assert.lengthOf(tokensOf(server.asked, "/api/auth/signin"), 2)
      assert.strictEqual(server.together(), 1)
    })
  )

  it.effect(
    "leads to one fresh sign-in and one repeat, then to Unauthorized, when the server always says 401",
    () =>
      Effect.gen(function* () {
        let n = 0
        const server = fake(({ url }) =>
          url.pathname === "/api/auth/signin"
            ? Response.json({ ok: 1, token: `token-${++n}` })
            : unauthorized()
        )
        const reason = yield* why(status, server, alice)
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

  it.effect("leads to three requests at most, even when others learn newer tokens meanwhile", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(({ url }) => {
        if (url.pathname === "/api/auth/signin") return Response.json({ ok: 1, token: `signed-in-${++n}` })
        return url.pathname === "/api/user/branches"
          ? Effect.delay(Effect.succeed(unauthorized()), "1 second")
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": `learnt-${++n}` } })
      })
      const program = Effect.gen(function* () {
        const slow = yield* Effect.forkChild(Effect.flip(User.branches()))
        for (let i = 0; i < 20; i++) {
          yield* pass("500 millis")
          yield* status
        }
        return yield* Fiber.join(slow)
      })
      const { reason } = yield* ask(program, server, alice)
      assert.strictEqual(reason._tag, "Unauthorized")
      assert.lengthOf(
        lines(server).filter((line) => line === "GET /api/user/branches"),
        3
      )
    })
  )

  it.effect("is repeated for a POST, too: the server executed nothing", () =>
    Effect.gen(function* () {
      const server = livingServer({ answer: () => ({ ok: 1, timestamp: 1 }) })
      const modules = { main: "module.exports.loop = () => {}" }
      const program = Effect.gen(function* () {
        yield* within(Code.set({ modules }))
        server.restart()
        return yield* within(Code.set({ modules }))
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), { ok: 1, timestamp: 1 as never })
      const uploads = server.asked.filter(({ url }) => url.pathname === "/api/user/code")
      assert.deepStrictEqual(
        uploads.map(({ body }) => body),
        [{ modules }, { modules }, { modules }]
      )
      assert.strictEqual(server.signIns(), 2)
    })
  )

  it.effect("is told by a server with a password as a wrong password; the next sign-in mends it", () =>
    Effect.gen(function* () {
      const server = livingServer({ password: "hunter2" })
      const program = Effect.gen(function* () {
        yield* within(status)
        yield* pass("2 minutes")
        return yield* within(status)
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), { ok: 1, status: "normal" })
      assert.strictEqual(server.signIns(), 2)
    })
  )
})

describe("the password of a server", () => {
  it.effect("is sent with every request, the sign-in included", () =>
    Effect.gen(function* () {
      const answering = livingServer({ password: "hunter2" })
      const server = Server.privateServer(privateServer.url, { password: Redacted.make("hunter2") })
      yield* ask(within(status), answering, { server, who: asAlice })
      assert.deepStrictEqual(
        answering.asked.map(({ headers }) => headers["x-server-password"]),
        ["hunter2", "hunter2"]
      )
    })
  )
})
