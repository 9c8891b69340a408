import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { changes, line, listening } from "./support/events.ts"
import { always, asAlice, ask, asToken, type Fake, fake, request } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

/** What the session holds at every event, as a function sees it that is run in the middle of the call. */
const watching = Effect.gen(function* () {
  const session = yield* Session
  const seen: Array<readonly [event: string, token: string | undefined]> = []
  const hook = (event: ScreepsEvents.Event) => {
    const loan = Effect.runSync(session.current)
    seen.push([line(event), loan && Redacted.value(loan.token)])
  }
  return { seen, hook }
})

const hooked =
  (hook: (event: ScreepsEvents.Event) => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, ScreepsEvents.OnEvent, hook)

describe("a sign-in", () => {
  it.effect(
    "is told before it comes true, after the answer that brought it and before the call goes on",
    () =>
      Effect.gen(function* () {
        const server = livingServer()
        const program = Effect.gen(function* () {
          const { hook, seen } = yield* watching
          const heard = yield* listening
          yield* within(hooked(hook)(status))
          yield* pass(1)
          assert.deepStrictEqual(
            heard.map(line),
            seen.map(([event]) => event)
          )
          return seen
        })
        assert.deepStrictEqual(yield* ask(program, server, alice), [
          ["Response POST /api/auth/signin 200", undefined],
          [
            'ResponseResult /api/auth/signin {"email":"<redacted:email>","password":"<redacted:password>"}',
            undefined
          ],
          ["Auth true", undefined],
          ["Token token-1", undefined],
          ["Response GET /api/user/world-status 200", "token-1"],
          ["ResponseResult /api/user/world-status {}", "token-1"],
          ["Token token-2", "token-1"]
        ])
      })
  )

  it.effect("is told once for a hundred calls", () =>
    Effect.gen(function* () {
      const server = livingServer({ renews: false })
      const program = Effect.gen(function* () {
        const heard = yield* listening
        const hundred = Array.from({ length: 100 }, () => status)
        yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
        return heard
      })
      assert.deepStrictEqual(changes(yield* ask(program, server, alice)), ["Auth true", "Token token-1"])
    })
  )

  it.effect("that is refused changes nothing: only its answer is told", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ error: "unauthorized" }, { status: 401 }))
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* Effect.exit(status)
        yield* pass(1)
        return heard.map(({ _tag }) => _tag)
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), ["Response", "ResponseResult"])
    })
  )

  it.effect("anew is told as the end of the old one, and the beginning of the next", () =>
    Effect.gen(function* () {
      const server = livingServer({ renews: false })
      const program = Effect.gen(function* () {
        const { hook, seen } = yield* watching
        yield* within(hooked(hook)(status))
        server.restart()
        seen.splice(0)
        yield* within(hooked(hook)(status))
        return seen.filter(([event]) => !event.startsWith("Response"))
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), [
        ["Auth false", "token-1"],
        ["Auth true", undefined],
        ["Token token-2", undefined]
      ])
    })
  )
})

describe("a token", () => {
  it.effect("is told before it is used, each time that an answer brings another one", () =>
    Effect.gen(function* () {
      const server = livingServer()
      const program = Effect.gen(function* () {
        const { hook, seen } = yield* watching
        yield* within(hooked(hook)(Effect.replicateEffect(status, 3)))
        return seen.filter(([event]) => event.startsWith("Token"))
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), [
        ["Token token-1", undefined],
        ["Token token-2", "token-1"],
        ["Token token-3", "token-2"],
        ["Token token-4", "token-3"]
      ])
    })
  )

  it.effect("that an answer repeats is not told again", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "the-only-token" })
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "the-only-token" } })
      )
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* Effect.replicateEffect(status, 3)
        yield* pass(1)
        return changes(heard)
      })
      assert.deepStrictEqual(yield* ask(program, server, alice), ["Auth true", "Token the-only-token"])
    })
  )

  it.effect("that is an API token neither signs in nor changes", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another-token" } })
      )
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* status
        yield* pass(1)
        return heard.map(line)
      })
      assert.deepStrictEqual(yield* ask(program, server, { who: asToken }), [
        "Response GET /api/user/world-status 200",
        "ResponseResult /api/user/world-status {}"
      ])
    })
  )
})

describe("an answer", () => {
  const told = (server: Pick<Fake, "http">) =>
    Effect.gen(function* () {
      const heard = yield* listening
      yield* Effect.exit(Game.roomTerrain({ room: "W1N1", encoded: 1 }))
      yield* pass(1)
      return heard
    }).pipe((program) => ask(program, server))

  it.effect("is told with status, time, and headers, of which the unknown are redacted", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json(
          { error: "room not found" },
          { headers: { "x-token": "another-token", "x-ratelimit-limit": "360", via: "proxy-of-mine" } }
        )
      )
      const [event] = yield* told(server)
      assert.strictEqual(event?._tag, "Response")
      if (event?._tag !== "Response") return
      assert.deepStrictEqual(
        [event.method, event.path, event.status, event.at],
        ["GET", "/api/game/room-terrain", 200, 1]
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(event.headers)), {
        "content-type": "application/json",
        via: "<redacted:via>",
        "x-ratelimit-limit": "360",
        "x-token": "<redacted:x-token>"
      })
      assert.strictEqual(Redacted.value(event.text), '{"error":"room not found"}')
    })
  )

  it.effect("is told once more with the parameters of its request", () =>
    Effect.gen(function* () {
      const [response, result, ...more] = yield* told(always({ ok: 1 }))
      assert.isEmpty(more)
      assert.strictEqual(result?._tag, "ResponseResult")
      if (result?._tag !== "ResponseResult") return
      assert.strictEqual(result.response, response)
      assert.deepStrictEqual(result.parameters, { room: "W1N1", encoded: 1 })
    })
  )

  it.effect("is told whatever its status; where none comes, none is told", () =>
    Effect.gen(function* () {
      const statuses = [404, 500, "never"] as const
      const told = yield* Effect.forEach(statuses, (status) => {
        const server = fake(() =>
          status === "never" ? Effect.never : Response.json({ error: "not today" }, { status })
        )
        const program = Effect.gen(function* () {
          const heard = yield* listening
          yield* within(Effect.exit(Game.time()), 1000)
          return heard.filter(({ _tag }) => _tag === "Response").map(line)
        })
        return ask(program, server)
      })
      assert.deepStrictEqual(told, [
        ["Response GET /api/game/time 404"],
        ["Response GET /api/game/time 500"],
        []
      ])
    })
  )

  it.effect("is told for every request of a call that is repeated", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() => (++n < 3 ? Response.json({ error: "busy" }, { status: 503 }) : normal()))
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* within(Effect.provideService(status, Retry.Retry, Retry.standard), 100)
        return heard.filter(({ _tag }) => _tag === "Response").map((event) => line(event).slice(-3))
      })
      assert.deepStrictEqual(yield* ask(program, server), ["503", "503", "200"])
    })
  )

  it.effect("is told for what the session asks by itself, and for raw requests", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, _id: "57874d42" }))
      const program = Effect.gen(function* () {
        const heard = yield* listening
        yield* Effect.flatMap(Session, ({ user }) => user)
        yield* request({
          method: "POST",
          path: "/api/mod/act?n=5",
          body: { plan: "hush-hush", x: 5 }
        })
        yield* request({ method: "POST", path: "/api/mod/list", body: ["hush-hush"] })
        yield* pass(1)
        return heard.map(line)
      })
      assert.deepStrictEqual(yield* ask(program, server), [
        "Response GET /api/auth/me 200",
        "ResponseResult /api/auth/me {}",
        "Response POST /api/mod/act 200",
        'ResponseResult /api/mod/act {"plan":"<redacted:plan>","x":5}',
        "Response POST /api/mod/list 200",
        'ResponseResult /api/mod/list {"body":"<redacted:body>"}'
      ])
    })
  )
})
