/** `screeps doctor` against an official server, in memory: only reads, slowly, and what becomes evidence. */
import { assert, describe, it } from "@effect/vitest"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { makeWorld, screepsAt } from "./support/inside.ts"

const Report = Schema.fromJsonString(
  Schema.Struct({
    server: Schema.Literal("official"),
    date: Schema.String,
    token: Schema.optionalKey(
      Schema.Struct({
        full: Schema.Boolean,
        endpoints: Schema.Array(Schema.String),
        websockets: Schema.Array(Schema.String),
        segments: Schema.Int,
        isUnlimited: Schema.Boolean
      })
    ),
    operations: Schema.Array(
      Schema.Struct({
        operation: Schema.String,
        outcome: Schema.String,
        reason: Schema.optionalKey(Schema.String),
        status: Schema.optionalKey(Schema.Int),
        missing: Schema.optionalKey(Schema.Array(Schema.String)),
        error: Schema.optionalKey(Schema.String),
        rateLimit: Schema.optionalKey(
          Schema.Struct({ limit: Schema.Int, remaining: Schema.Int, resetIn: Schema.Int })
        ),
        shape: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
      })
    )
  })
)
const read = (text: string) => {
  const report = Schema.decodeUnknownSync(Report)(text)
  return { ...report, of: Object.fromEntries(report.operations.map((entry) => [entry.operation, entry])) }
}

type Scope = Parameters<ScreepsWorld.ScreepsWorld["users"]["grantToken"]>[1]
interface Sent {
  readonly method: string
  readonly path: string
  readonly at: number
}

/** Runs the command, whose pauses pass at once; lists what it sent, and when. */
const doctor = Effect.fnUntraced(function* (
  options: {
    readonly scope?: Scope
    readonly respond?: (path: string, response: Response) => Response | Promise<Response>
    readonly env?: Readonly<Record<string, string>>
  } = {}
) {
  const world = makeWorld()
  const token = Redacted.value(yield* world.users.grantToken("bob", options.scope))
  const serve = TestServer.handler(world, { dialect: "official" })
  const clock = yield* Clock.Clock
  const sent: Array<Sent> = []
  const run = screepsAt((request) =>
    Effect.gen(function* () {
      const { pathname } = new URL(request.url)
      sent.push({ method: request.method, path: pathname, at: clock.currentTimeMillisUnsafe() })
      const response = yield* serve(request)
      return yield* Effect.promise(async () => options.respond?.(pathname, response) ?? response)
    })
  )
  const env = options.env ?? { SCREEPS_TOKEN: token, SCREEPS_SHARD: "shard0" }
  const fiber = yield* Effect.forkChild(run(["doctor", "--json", "--room", "W7N3"], { env }))
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("50 millis")
  }
  return { ...(yield* Fiber.join(fiber)), sent, token }
})

const paths = Endpoints.all.flatMap(({ method, path }) =>
  method === "GET" ? [new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`)] : []
)

describe("screeps doctor on an official server", () => {
  it.effect("calls operations with the configured shard and the token", () =>
    Effect.gen(function* () {
      const { out, status, token } = yield* doctor()
      assert.strictEqual(status, 0)
      assert.notInclude(out, token)
      const { of } = read(out)
      assert.deepStrictEqual(
        ["auth.queryToken", "game.time", "auth.authmod"].map((name) => of[name]?.outcome),
        ["ok", "ok", "absent"]
      )
      const guest = read((yield* doctor({ env: {} })).out)
      assert.deepStrictEqual(
        [guest.of["game.time"]?.reason, guest.of["game.roomStatus"]?.reason, guest.token],
        ["ShardRequired", "ShardRequired", undefined]
      )
    })
  )

  it.effect("sends GET requests of known operations only, at most one a second after the first few", () =>
    Effect.gen(function* () {
      for (const scope of [undefined, { endpoints: ["GET /api/user/name"] }]) {
        const { sent } = yield* doctor(scope === undefined ? {} : { scope })
        assert.isAbove(sent.length, 50)
        assert.isAtMost(sent.length, 75)
        for (const { method, path } of sent) {
          assert.strictEqual(method, "GET", path)
          assert.isTrue(
            paths.some((one) => one.test(path)),
            path
          )
        }
        const pauses = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
        const quick = pauses.filter((pause) => pause < 1000)
        // What the inputs are made from is requested without a pause.
        assert.isAtMost(quick.length, 10)
        const most = Math.max(
          ...sent.map(({ at }) => sent.filter((one) => one.at >= at && one.at < at + 60_000).length)
        )
        assert.isAtMost(most, 75)
      }
    })
  )

  it.effect("reports the shape of responses without keys that a schema lacks, and the rate limit", () =>
    Effect.gen(function* () {
      const { out } = yield* doctor({
        respond: async (path, response) =>
          path === "/api/user/code"
            ? Response.json(
                { ok: 1, branch: "secretBranch", modules: { main: "a", secretPlan: "b" } },
                {
                  headers: {
                    "x-ratelimit-limit": "60",
                    "x-ratelimit-remaining": "59",
                    "x-ratelimit-reset": "3600"
                  }
                }
              )
            : path === "/api/game/room-objects"
              ? Response.json({
                  ok: 1,
                  objects: [
                    {
                      _id: "55c91dc66e36d62a6167e1b5",
                      type: "creep",
                      room: "W7N3",
                      x: 1,
                      y: 2.5,
                      novelty: { a: 1 }
                    }
                  ],
                  users: {
                    "55c91dc66e36d62a6167e1b6": { _id: "55c91dc66e36d62a6167e1b6", username: "mallory" }
                  }
                })
              : response
      })
      const { date, of } = read(out)
      assert.match(date, /^1970-01-01$/)
      assert.deepStrictEqual(of["code.get"]?.shape, {
        branch: "string",
        "modules{}": "string",
        ok: "integer"
      })
      const { limit, remaining, resetIn } = of["code.get"]?.rateLimit ?? assert.fail("no rate limit")
      assert.deepStrictEqual([limit, remaining], [60, 59])
      assert.isAbove(resetIn, 0)
      assert.deepStrictEqual(of["game.roomObjects"]?.shape, {
        ok: "integer",
        "objects[](creep)._id": "string",
        "objects[](creep).novelty{}": "integer",
        "objects[](creep).room": "string",
        "objects[](creep).type": "string",
        "objects[](creep).x": "integer",
        "objects[](creep).y": "fraction",
        "users{}._id": "string",
        "users{}.username": "string"
      })
      for (const secret of ["secretBranch", "secretPlan", "mallory", "55c91dc66e36d62a6167e1b5"])
        assert.notInclude(out, secret)
    })
  )

  it.effect("reports what a restricted token may do, and how other calls are rejected", () =>
    Effect.gen(function* () {
      const scope: Scope = {
        endpoints: ["GET /api/user/name", "GET /api/user/find"],
        websockets: ["console"]
      }
      const { out, status } = yield* doctor({ scope })
      assert.strictEqual(status, 0)
      const { of, token } = read(out)
      assert.deepStrictEqual(token, {
        full: false,
        endpoints: ["GET /api/user/find", "GET /api/user/name"],
        websockets: ["console"],
        segments: 0,
        isUnlimited: false
      })
      assert.strictEqual(of["user.name"]?.outcome, "ok")
      const { error, outcome } = of["user.branches"] ?? assert.fail("no entry")
      assert.strictEqual(outcome, "unauthorized")
      assert.include(["unauthorized", "forbidden"], error)
    })
  )

  it.effect(
    "goes on when the server rejects a valid token with 401, and ends when the token is unknown",
    () =>
      Effect.gen(function* () {
        const rejects = (path: string, response: Response) =>
          path.startsWith("/api/auth/query-token") || path.startsWith("/api/game")
            ? response
            : Response.json({ error: "unauthorized" }, { status: 401 })
        const valid = yield* doctor({ respond: rejects })
        assert.strictEqual(valid.status, 0)
        const { of } = read(valid.out)
        assert.deepInclude(of["user.name"], { outcome: "unauthorized", status: 401, error: "unauthorized" })
        assert.strictEqual(of["game.time"]?.outcome, "ok")
        const unknown = yield* doctor({
          respond: (path, response) =>
            path.startsWith("/api/auth/query-token")
              ? Response.json({ error: "token not found" })
              : rejects(path, response)
        })
        assert.deepStrictEqual([unknown.status, unknown.out], [3, ""])
      })
  )

  it.effect("sends no more after the account's quota is exhausted", () =>
    Effect.gen(function* () {
      const { out, sent, status } = yield* doctor({
        respond: (path, response) =>
          path === "/api/game/world-size"
            ? new Response("Rate limit exceeded, retry after 600000ms", { status: 429 })
            : response
      })
      assert.strictEqual(status, 0)
      const last = sent.findIndex(({ path }) => path === "/api/game/world-size")
      const { operations } = read(out)
      const limited = operations.filter(({ reason }) => reason === "RateLimited")
      assert.isAbove(limited.length, 30)
      // Requests without a token are not counted against the account.
      assert.isAtMost(sent.length - last - 1, 12)
    })
  )

  it.effect("reports error texts only if they are common ones", () =>
    Effect.gen(function* () {
      const { out } = yield* doctor({
        respond: (path, response) =>
          path === "/api/user/branches" ? Response.json({ error: "no such thing for mallory" }) : response
      })
      assert.strictEqual(read(out).of["user.branches"]?.error, "other")
      assert.notInclude(out, "mallory")
    })
  )
})
