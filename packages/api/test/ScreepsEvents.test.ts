import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { withoutResponses, line, collectEvents } from "./support/events.ts"
import { always, asAlice, run, asToken, type Fake, fake, request } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

/** Records every event with the session's token at that time, as a synchronous OnEvent function sees it. */
const recordTokens = Effect.gen(function* () {
  const session = yield* Session
  const recorded: Array<readonly [event: string, token: string | undefined]> = []
  const hook = (event: ScreepsEvents.Event) => {
    const lease = Effect.runSync(session.current)
    recorded.push([line(event), lease && Redacted.value(lease.token)])
  }
  return { recorded, hook }
})

const withOnEvent =
  (hook: ScreepsEvents.Listener) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, ScreepsEvents.OnEvent, [hook])

describe("the events of a sign-in", () => {
  it.effect(
    "are emitted after its response, before the session has the token and before the call continues",
    () =>
      Effect.gen(function* () {
        const server = serverWithTokens()
        const program = Effect.gen(function* () {
          const { hook, recorded } = yield* recordTokens
          const events = yield* collectEvents
          yield* within(withOnEvent(hook)(status))
          yield* pass(1)
          assert.deepStrictEqual(
            events.map(line),
            recorded.map(([event]) => event)
          )
          return recorded
        })
        assert.deepStrictEqual(yield* run(program, server, alice), [
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

  it.effect("are emitted once for a hundred calls", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ renews: false })
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const hundred = Array.from({ length: 100 }, () => status)
        yield* within(Effect.all(hundred, { concurrency: "unbounded" }))
        return events
      })
      assert.deepStrictEqual(withoutResponses(yield* run(program, server, alice)), [
        "Auth true",
        "Token token-1"
      ])
    })
  )

  it.effect("are only those of its response when it is rejected", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ error: "unauthorized" }, { status: 401 }))
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* Effect.exit(status)
        yield* pass(1)
        return events.map(({ _tag }) => _tag)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), ["Response", "ResponseResult"])
    })
  )

  it.effect("are Auth false and then Auth true when the old token has expired", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ renews: false })
      const program = Effect.gen(function* () {
        const { hook, recorded } = yield* recordTokens
        yield* within(withOnEvent(hook)(status))
        server.restart()
        recorded.splice(0)
        yield* within(withOnEvent(hook)(status))
        return recorded.filter(([event]) => !event.startsWith("Response"))
      })
      assert.deepStrictEqual(yield* run(program, server, alice), [
        ["Auth false", "token-1"],
        ["Auth true", undefined],
        ["Token token-2", undefined]
      ])
    })
  )
})

describe("the Token event", () => {
  it.effect("is emitted for each new token of a response, before the token is used", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const { hook, recorded } = yield* recordTokens
        yield* within(withOnEvent(hook)(Effect.replicateEffect(status, 3)))
        return recorded.filter(([event]) => event.startsWith("Token"))
      })
      assert.deepStrictEqual(yield* run(program, server, alice), [
        ["Token token-1", undefined],
        ["Token token-2", "token-1"],
        ["Token token-3", "token-2"],
        ["Token token-4", "token-3"]
      ])
    })
  )

  it.effect("is not emitted again for a repeated token", () =>
    Effect.gen(function* () {
      const server = fake(({ url }) =>
        url.pathname === "/api/auth/signin"
          ? Response.json({ ok: 1, token: "the-only-token" })
          : Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "the-only-token" } })
      )
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* Effect.replicateEffect(status, 3)
        yield* pass(1)
        return withoutResponses(events)
      })
      assert.deepStrictEqual(yield* run(program, server, alice), ["Auth true", "Token the-only-token"])
    })
  )

  it.effect("is not emitted for an API token, and neither is Auth", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": "another-token" } })
      )
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* status
        yield* pass(1)
        return events.map(line)
      })
      assert.deepStrictEqual(yield* run(program, server, { credentials: asToken }), [
        "Response GET /api/user/world-status 200",
        "ResponseResult /api/user/world-status {}"
      ])
    })
  )
})

describe("the Response and ResponseResult events", () => {
  const eventsOf = (server: Pick<Fake, "http">) =>
    Effect.gen(function* () {
      const events = yield* collectEvents
      yield* Effect.exit(Game.roomTerrain({ room: "W1N1", encoded: 1 }))
      yield* pass(1)
      return events
    }).pipe((program) => run(program, server))

  it.effect("contain status, time and headers, with unknown headers redacted", () =>
    Effect.gen(function* () {
      const server = fake(() =>
        Response.json(
          { error: "room not found" },
          { headers: { "x-token": "another-token", "x-ratelimit-limit": "360", via: "proxy-of-mine" } }
        )
      )
      const [event] = yield* eventsOf(server)
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

  it.effect("contain the parameters of the request", () =>
    Effect.gen(function* () {
      const [response, result, ...more] = yield* eventsOf(always({ ok: 1 }))
      assert.isEmpty(more)
      assert.strictEqual(result?._tag, "ResponseResult")
      if (result?._tag !== "ResponseResult") return
      assert.strictEqual(result.response, response)
      assert.deepStrictEqual(result.parameters, { room: "W1N1", encoded: 1 })
    })
  )

  it.effect("are emitted for every status, and not without a response", () =>
    Effect.gen(function* () {
      const statuses = [404, 500, "never"] as const
      const emitted = yield* Effect.forEach(statuses, (status) => {
        const server = fake(() =>
          status === "never" ? Effect.never : Response.json({ error: "not today" }, { status })
        )
        const program = Effect.gen(function* () {
          const events = yield* collectEvents
          yield* within(Effect.exit(Game.time()), 1000)
          return events.filter(({ _tag }) => _tag === "Response").map(line)
        })
        return run(program, server)
      })
      assert.deepStrictEqual(emitted, [
        ["Response GET /api/game/time 404"],
        ["Response GET /api/game/time 500"],
        []
      ])
    })
  )

  it.effect("are emitted for every attempt of a retried call", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() => (++n < 3 ? Response.json({ error: "busy" }, { status: 503 }) : normal()))
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* within(Effect.provideService(status, Retry.Retry, Retry.standard), 100)
        return events.filter(({ _tag }) => _tag === "Response").map((event) => line(event).slice(-3))
      })
      assert.deepStrictEqual(yield* run(program, server), ["503", "503", "200"])
    })
  )

  it.effect("are emitted for the session's own requests and for raw requests", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ ok: 1, _id: "57874d42" }))
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* Effect.flatMap(Session, ({ user }) => user)
        yield* request({
          method: "POST",
          path: "/api/mod/act?n=5",
          body: { plan: "hush-hush", x: 5 }
        })
        yield* request({ method: "POST", path: "/api/mod/list", body: ["hush-hush"] })
        yield* pass(1)
        return events.map(line)
      })
      assert.deepStrictEqual(yield* run(program, server), [
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
