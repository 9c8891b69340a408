/** Metrics of the client, whose labels contain no secrets and have a bounded number of values. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as History from "@screeps-effect/api/History"
import * as Server from "@screeps-effect/api/Server"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import { always, asAlice, run, asToken, fake, request } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })
const official = { server: Server.official({ shard: "shard3" }), credentials: asToken }

/** Runs a program with its own metric registry. */
const counted = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.provideService(program, Metric.MetricRegistry, new Map())

const labelsOf = (attributes: Metric.Metric.AttributeSet | undefined) =>
  Object.entries(attributes ?? {})
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([label, value]) => `${label}=${value}`)
    .join(" ")

/** Counters and gauges of one name, by their labels. */
const read = (name: string) =>
  Effect.map(Metric.snapshot, (all) => {
    const values: Record<string, unknown> = {}
    for (const one of all) {
      if (one.id !== name) continue
      values[labelsOf(one.attributes)] =
        one.type === "Counter"
          ? one.state.count
          : one.type === "Gauge"
            ? one.state.value
            : one.type === "Histogram"
              ? { count: one.state.count, sum: one.state.sum }
              : undefined
    }
    return values
  })

describe("the metric of requests", () => {
  it.effect("counts requests by operation and outcome, including sign-ins and retries", () =>
    counted(
      Effect.gen(function* () {
        const server = serverWithTokens({
          respond: ({ url }) =>
            url.pathname.endsWith("code") ? { error: "no code" } : { ok: 1, status: "normal" }
        })
        const program = Effect.gen(function* () {
          yield* within(status)
          server.restart()
          yield* within(status)
          yield* within(Effect.exit(Code.get()))
          return yield* read("screeps_requests_total")
        })
        assert.deepStrictEqual(yield* run(program, server, { credentials: asAlice }), {
          "operation=GET /api/user/code outcome=Rejected": 1,
          "operation=GET /api/user/world-status outcome=Unauthorized": 1,
          "operation=GET /api/user/world-status outcome=ok": 2,
          "operation=POST /api/auth/signin outcome=ok": 2
        })
      })
    )
  )

  it.effect("counts requests that timed out or were interrupted", () =>
    counted(
      Effect.gen(function* () {
        const program = Effect.gen(function* () {
          yield* within(Effect.exit(status), 1000)
          const fiber = yield* Effect.forkChild(status)
          yield* pass(1)
          yield* Fiber.interrupt(fiber)
          return yield* read("screeps_requests_total")
        })
        assert.deepStrictEqual(
          yield* run(
            program,
            fake(() => Effect.never)
          ),
          {
            "operation=GET /api/user/world-status outcome=Interrupted": 1,
            "operation=GET /api/user/world-status outcome=TimedOut": 1
          }
        )
      })
    )
  )

  it.effect("counts raw requests under one label, however many paths there are", () =>
    counted(
      Effect.gen(function* () {
        const program = Effect.gen(function* () {
          for (let n = 0; n < 50; n++) yield* request({ method: "GET", path: `/api/mod/${n}` })
          return yield* read("screeps_requests_total")
        })
        assert.deepStrictEqual(yield* run(program, always({ ok: 1 })), { "operation=raw outcome=ok": 50 })
      })
    )
  )

  it.effect("counts all chunks of room history under one path template", () =>
    counted(
      Effect.gen(function* () {
        const chunkAt = (base: number) => History.chunkAt({ room: "W1N1", base })
        const program = Effect.gen(function* () {
          for (const base of [0, 100, 200]) yield* Effect.exit(chunkAt(base))
          return yield* read("screeps_requests_total")
        })
        assert.deepStrictEqual(yield* run(program, always({ ok: 1 }), official), {
          "operation=GET /room-history/{shard}/{room}/{tick}.json outcome=ok": 3
        })
      })
    )
  )

  it.effect("has only operation names and reasons as labels, and no secrets", () =>
    counted(
      Effect.gen(function* () {
        const secret = "5ec4e70000000000000000000000000000001111"
        const server = fake(() =>
          Response.json({ error: `no ${secret}` }, { headers: { "x-token": secret } })
        )
        const program = Effect.gen(function* () {
          yield* Effect.exit(Auth.signIn({ email: `${secret}@example.org`, password: Redacted.make(secret) }))
          yield* Effect.exit(Auth.queryToken({ token: Redacted.make(secret) }))
          yield* Effect.exit(status)
          yield* Effect.exit(request({ method: "GET", path: `/api/mod?token=${secret}`, auth: "never" }))
          return yield* Metric.snapshot
        })
        const credentials = Credentials.layerPassword({ username: "alice", password: Redacted.make(secret) })
        const known = new Set(["raw", ...Endpoints.all.map(({ method, path }) => `${method} ${path}`)])
        const all = yield* run(program, server, { credentials })
        assert.isAtLeast(all.length, 4)
        for (const { attributes, id } of all) {
          assert.notInclude(labelsOf(attributes), "5ec4e7")
          if (attributes?.["operation"] !== undefined) assert.isTrue(known.has(attributes["operation"]), id)
        }
      })
    )
  )
})

describe("the metric of sign-ins", () => {
  it.effect("counts sign-ins by method and outcome", () =>
    counted(
      Effect.gen(function* () {
        let n = 0
        const server = fake(({ url }) => {
          if (url.pathname !== "/api/auth/signin") return normal()
          return ++n === 1
            ? Response.json({ error: "unauthorized" }, { status: 401 })
            : Response.json({ ok: 1, token: "a-new-token" })
        })
        const program = Effect.gen(function* () {
          yield* Effect.exit(status)
          yield* status
          yield* status
          return yield* read("screeps_sign_ins_total")
        })
        assert.deepStrictEqual(yield* run(program, server, { credentials: asAlice }), {
          "method=Password outcome=Unauthorized": 1,
          "method=Password outcome=ok": 1
        })
      })
    )
  )

  it.effect("counts nothing with an API token", () =>
    counted(
      Effect.gen(function* () {
        const server = always("game/auth-me.no-token")
        const program = Effect.gen(function* () {
          yield* Effect.exit(Effect.flatMap(Session, ({ user }) => user))
          return yield* read("screeps_sign_ins_total")
        })
        assert.deepStrictEqual(yield* run(program, server, { credentials: asToken }), {})
      })
    )
  )
})

describe("the metric of retries", () => {
  it.effect("counts retries by operation and by the reason of the previous failure", () =>
    counted(
      Effect.gen(function* () {
        const responses = [
          () => Response.json({ error: "busy" }, { status: 503 }),
          () => new Response("Rate limit exceeded, retry after 100ms", { status: 429 }),
          () => Response.json({ error: "unauthorized" }, { status: 401 })
        ]
        const server = fake(({ url }) =>
          url.pathname === "/api/auth/signin"
            ? Response.json({ ok: 1, token: "a-new-token" })
            : (responses.shift() ?? normal)()
        )
        const program = Effect.gen(function* () {
          yield* within(Effect.provideService(status, Retry.Retry, Retry.standard), 100)
          return yield* read("screeps_retries_total")
        })
        assert.deepStrictEqual(yield* run(program, server, { credentials: asAlice }), {
          "operation=GET /api/user/world-status reason=RateLimited": 1,
          "operation=GET /api/user/world-status reason=ServerFault": 1,
          "operation=GET /api/user/world-status reason=Unauthorized": 1
        })
      })
    )
  )
})

describe("the metrics of rate limits", () => {
  it.effect("contain the remaining requests by limit key", () =>
    counted(
      Effect.gen(function* () {
        const server = fake(() => Response.json({ ok: 1, modules: {}, branch: "default", time: 5 }))
        const program = Effect.gen(function* () {
          yield* Code.get()
          yield* Game.time()
          yield* request({ method: "GET", path: "/api/mod/1" })
          return yield* read("screeps_limit_remaining")
        })
        assert.deepStrictEqual(yield* run(program, server, official), {
          "limit_key=GET /api/user/code": 59,
          "limit_key=global": 117
        })
      })
    )
  )

  it.effect("contain no limits of raw requests", () =>
    counted(
      Effect.gen(function* () {
        const headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9", "x-ratelimit-reset": "60" }
        const server = fake(() => Response.json({ ok: 1, status: "normal" }, { headers }))
        const program = Effect.gen(function* () {
          for (let n = 0; n < 5; n++) yield* request({ method: "GET", path: `/api/mod/${n}` })
          assert.deepStrictEqual(yield* read("screeps_limit_remaining"), {})
          yield* status
          return yield* read("screeps_limit_remaining")
        })
        assert.deepStrictEqual(yield* run(program, server), { "limit_key=GET /api/user/world-status": 9 })
      })
    )
  )

  it.effect("contain the waiting time in seconds, only of calls that waited", () =>
    counted(
      Effect.gen(function* () {
        const server = fake(() => Response.json({ ok: 1, modules: {}, branch: "default" }))
        const program = Effect.gen(function* () {
          yield* within(Effect.replicateEffect(Code.get(), 60))
          assert.deepStrictEqual(yield* read("screeps_limit_wait_seconds"), {})
          yield* within(Code.get(), 60_000)
          return yield* read("screeps_limit_wait_seconds")
        })
        assert.deepStrictEqual(yield* run(program, server, official), {
          "limit_key=GET /api/user/code unit=s": { count: 1, sum: 3600 }
        })
      })
    )
  )
})
