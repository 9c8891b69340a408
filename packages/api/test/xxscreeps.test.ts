/** Every HTTP response recorded from xxscreeps 0.0.9 through the client, and the report of its differences. */
import { type Recording, recording, recordings } from "@screeps-effect/fixtures"
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Construction from "@screeps-effect/api/Construction"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Result from "effect/Result"
import { operationOf } from "./replay/requests.ts"
import { callOf, decode, serverReturning } from "./replay/run.ts"
import { collectEvents } from "./support/events.ts"
import { asToken, type Options, request, run as runWith } from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"

/** Outcomes that do not follow from status and error text, and why. */
const exceptions: ReadonlyArray<readonly [outcome: string, why: string, names: ReadonlyArray<string>]> = [
  [
    "success",
    "this text is the server's success",
    ["container", "extension-ok", "neutral-room-road", "road", "string-coords"].map(
      (name) => `game-create-construction.${name}`
    )
  ],
  [
    "Rejected: Not Found",
    "where a picture is requested, the text is about the user",
    ["badge-svg.no-badge", "badge-svg.unknown-user"]
  ],
  [
    "Rejected: Not a valid websocket request",
    "an address of the socket, with a plain text",
    ["socket-plain-get"]
  ],
  [
    "UnexpectedResponse",
    "there is no JSON: a page of the socket, or no body",
    ["game-room-terrain.etag-304", "head-time", "options-preflight", "socket-root"]
  ],
  ["Unreachable", "the server has ended", ["game-time.after-server-end"]]
]

const errorOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : undefined

/** The outcome of a recording, computed from status and error text, independently of the client. */
const expectedOutcome = ({ name, response: { body, status } }: Recording): string => {
  const exception = exceptions.find(([, , names]) => names.includes(name))
  if (exception !== undefined) return exception[0]
  const error = errorOf(body)
  if (status === 401) return "Unauthorized"
  if (status === 404 || status === 405) return "EndpointNotFound"
  if (status >= 500) return "ServerFault"
  return error === undefined ? "success" : `Rejected: ${error}`
}

const outcomeOf = (result: Result.Result<unknown, ScreepsError>): string => {
  if (Result.isSuccess(result)) return "success"
  const { reason } = result.failure
  return reason._tag === "Rejected" ? `Rejected: ${reason.detail}` : reason._tag
}

/** Calls the operation of a recorded request. `undefined` when it has none, or rejects the input before sending it. */
const byOperation = Effect.fnUntraced(function* (one: Recording) {
  const operation = operationOf(one)
  if (operation === undefined) return undefined
  const server = serverReturning(one)
  const result = yield* Effect.result(run(callOf(one, operation), server, { credentials: asToken }))
  return server.requests.length === 0 ? undefined : outcomeOf(result)
})

/** Sends the same request as a raw one, and decodes a success by the operation, if there is one. */
const byRawRequest = Effect.fnUntraced(function* (one: Recording) {
  const { method, path, query = {} } = one.request
  const operation = operationOf(one)
  const call = request({
    method: method === "POST" ? "POST" : "GET",
    path: path.replace(/\?.*$/, "") as `/${string}`,
    // One request was recorded with a field sent twice.
    query: Object.fromEntries(
      Object.entries(query).map(([field, value]) => [field, [value].flat().join(",")])
    ),
    format: operation?.format,
    auth: "always"
  })
  const result = yield* Effect.result(run(call, serverReturning(one), { credentials: asToken }))
  if (Result.isFailure(result) || operation === undefined) return outcomeOf(result)
  const decoded = decode(operation, result.success)
  return Result.isSuccess(decoded) ? "success" : "UnexpectedResponse"
})

describe("a response of xxscreeps", () => {
  const all = recordings("xxscreeps")
  const called: Array<string> = []

  for (const one of all) {
    const expected = expectedOutcome(one)
    it.effect(`is ${expected}: ${one.name}`, () =>
      Effect.gen(function* () {
        const outcome = yield* byOperation(one)
        if (outcome !== undefined) called.push(one.name)
        assert.strictEqual(outcome ?? (yield* byRawRequest(one)), expected)
      })
    )
  }

  it("is one of some hundreds, most of them returned to an operation", () => {
    assert.isAbove(all.length, 480)
    assert.isAbove(called.length, 350)
    const names = new Set(all.map(({ name }) => name))
    for (const [, , exceptional] of exceptions)
      for (const name of exceptional) assert.isTrue(names.has(name), name)
  })
})

/** Runs with a tolerant client by default: tests are strict. */
const run: typeof runWith = (effect, server, options) => runWith(effect, server, { ...tolerant, ...options })

const returning = (name: string) => serverReturning(recording(name, "xxscreeps"))

describe("a write of xxscreeps, which reports nothing but success,", () => {
  it.effect("succeeds: uploaded code, a construction site", () =>
    Effect.gen(function* () {
      const stored = yield* run(Code.set({ modules: { main: "" } }), returning("code-post.alias-activeSim"))
      assert.deepStrictEqual(stored, { ok: 1 })
      const site = { room: "W7N3", x: 20, y: 20, structureType: "road" } as const
      const created = yield* run(Construction.create(site), returning("game-create-construction.road"))
      assert.deepStrictEqual(created, { ok: 1 })
    })
  )
})

describe("the leaderboard of xxscreeps", () => {
  it.effect("returns a rank in one month, and in all", () =>
    Effect.gen(function* () {
      const rank = { season: "2026-11", rank: 0, score: 1250, user: "ab1c9d919d1c" }
      const find = (season?: string) =>
        Effect.map(Leaderboard.find({ username: "alice", season }), Leaderboard.ranks)
      const [one] = yield* run(find("2026-11"), returning("leaderboard-find.with-season"))
      assert.deepStrictEqual<unknown>(one, { ok: 1, ...rank })
      assert.deepStrictEqual<unknown>(yield* run(find(), returning("leaderboard-find.no-season")), [rank])
    })
  )
})

describe("the overview of xxscreeps, which has numbers instead of slots,", () => {
  it.effect("is read without drift, and slots have no end", () =>
    Effect.gen(function* () {
      const overview = yield* run(User.overview(), returning("user-overview.1440"), strict)
      assert.deepStrictEqual(User.overviewByShard(overview)[0]?.stats["W7N3"]?.at(-1), { value: 6590 })
    })
  )
})

const withStrictness = (strictness: "tolerant" | "strict"): Options => ({
  settings: Layer.mergeAll(
    Layer.succeed(Retry.Retry, Retry.none),
    Layer.succeed(ScreepsClient.Strictness, strictness)
  )
})
const strict = withStrictness("strict")
const tolerant = withStrictness("tolerant")

const player = "auth-me.playing"
const moneyMissing = "money: expected number, found absent"

const counters = Effect.map(Metric.snapshot, (all) =>
  all.flatMap(({ attributes, id, ...one }) =>
    id === "screeps_drift_total" && one.type === "Counter"
      ? [`${attributes?.["source"]} ${attributes?.["path"]} ${one.state.count}`]
      : []
  )
)

describe("drift in a response", () => {
  it.effect("is an event, a metric and a debug log line, without any value of the response", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (String(message).includes("expected")) lines.push(`${logLevel} ${String(message)}`)
      })
      const server = returning(player)
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const me = yield* Auth.me()
        yield* pass(1)
        return { me, drift: events.filter(({ _tag }) => _tag === "Drift"), counted: yield* counters }
      })
      const { counted, drift, me } = yield* run(program, server).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "Debug"),
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
      assert.strictEqual(me.username, "alice")
      assert.notProperty(me, "money")
      const source = "GET /api/auth/me"
      assert.deepStrictEqual(JSON.parse(JSON.stringify(drift)), [
        { _tag: "Drift", source, path: "money", expected: "number", found: "absent", count: 1 }
      ])
      assert.deepStrictEqual(counted, [`${source} money 1`])
      assert.deepStrictEqual(lines, [`Debug ${source}: ${moneyMissing}`])
      for (const value of ["alice", "ab1c9d919d1c", "1313"])
        assert.notInclude(JSON.stringify([drift, counted, lines]), value)
    })
  )

  it.effect("is a failure that names the path, for a strict client", () =>
    Effect.gen(function* () {
      const { message, reason } = yield* Effect.flip(run(Auth.me(), returning(player), strict))
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.include(message, moneyMissing)
    })
  )

  it.effect("is a failure for a strict call of a tolerant client", () =>
    Effect.gen(function* () {
      const call = Effect.provideService(Auth.me(), ScreepsClient.Strictness, "strict")
      const { message, reason } = yield* Effect.flip(run(call, returning(player)))
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.include(message, moneyMissing)
    })
  )

  it.effect("is no failure for a tolerant call of a strict client", () =>
    Effect.gen(function* () {
      const call = Effect.provideService(Auth.me(), ScreepsClient.Strictness, "tolerant")
      assert.strictEqual((yield* run(call, returning(player), strict)).username, "alice")
    })
  )
})
