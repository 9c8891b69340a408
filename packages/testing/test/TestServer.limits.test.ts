import * as Endpoints from "@screeps-effect/api/Endpoints"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Server from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

const bob = { username: "bob", password: "pw12345" }
const segment = "/api/user/memory-segment?shard=shard0&segment=1"
const name = "/api/user/name"

/** A server, and a token of bob for its requests. */
const makeLimited = (limits?: TestServer.Limits | false) =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({ accounts: [bob] })
    const handler = Server.handler(world, { dialect: "official", limits })
    const token = Redacted.value(yield* world.users.grantToken("bob"))
    const send = (path: string, init: RequestInit = {}) =>
      handler(new Request(`https://screeps.com${path}`, { headers: { "x-token": token }, ...init }))
    const statuses = (count: number, path = name) =>
      Effect.map(
        Effect.forEach(Array.from({ length: count }), () => send(path)),
        (all) => all.map(({ status }) => status)
      )
    return { world, handler, send, statuses, token }
  })

const rate = ({ headers }: Response) =>
  ["limit", "remaining", "reset"].map((header) => headers.get(`x-ratelimit-${header}`))
const text = (response: Response) => Effect.promise(() => response.text())
const some = (count: number, status: number) => Array.from({ length: count }, () => status)

describe("the rate limits of an official TestServer", () => {
  it.effect("allow 120 requests of any kind per minute, and reset with the next minute", () =>
    Effect.gen(function* () {
      const { send, statuses } = yield* makeLimited()
      yield* TestClock.adjust("45 seconds")
      assert.deepStrictEqual(yield* statuses(120), some(120, 200))
      const refused = yield* send("/api/version")
      assert.strictEqual(refused.status, 429)
      assert.deepStrictEqual(rate(refused), [null, null, null])
      assert.match(yield* text(refused), /^Rate limit exceeded, retry after 15000ms or disable rate limiting/)
      yield* TestClock.adjust("14999 millis")
      assert.strictEqual((yield* send(name)).status, 429)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* send(name)).status, 200)
    })
  )

  it.effect("count an endpoint with its own quota, and report the remaining requests", () =>
    Effect.gen(function* () {
      const { send, statuses } = yield* makeLimited()
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(rate(yield* send(segment)), ["360", "359", "3600"])
      for (let minute = 0; minute < 3; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* statuses(119, segment), some(119, 200))
      }
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* statuses(3, segment), [200, 200, 429])
      const refused = yield* send(segment)
      assert.deepStrictEqual(rate(refused), ["360", "0", "3600"])
      assert.include(yield* text(refused), `retry after ${46 * 60_000}ms`)
      assert.strictEqual((yield* send(name)).status, 200)
      yield* TestClock.adjust("46 minutes")
      assert.deepStrictEqual(rate(yield* send(segment)), ["360", "359", "7200"])
    })
  )

  it.effect("match the quotas of the operations", () =>
    Effect.gen(function* () {
      const windows = { minute: 60, hour: 3600, day: 86_400 }
      const { send } = yield* makeLimited()
      const limited = Endpoints.all.filter(
        ({ path, quota }) => quota !== undefined && !path.includes("/market/")
      )
      assert.lengthOf(limited, 11)
      for (const { method, path, quota } of limited) {
        const answer = yield* send(`${path}?shard=shard0`, { method })
        const { limit, per } = quota ?? { limit: 0, per: "minute" }
        assert.deepStrictEqual(rate(answer), [`${limit}`, `${limit - 1}`, `${windows[per]}`], path)
      }
    })
  )

  it.effect("start their windows at the given phase", () =>
    Effect.gen(function* () {
      const { send, statuses } = yield* makeLimited({ phase: 20_000 })
      yield* statuses(120)
      assert.include(yield* text(yield* send(name)), "retry after 20000ms")
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* send(name)).status, 200)
    })
  )

  it.effect("send headers only with a 429, and JSON, with these options", () =>
    Effect.gen(function* () {
      const { send, statuses, token } = yield* makeLimited({ headers: "only on 429", body: "JSON" })
      assert.deepStrictEqual(rate(yield* send("/api/user/money-history")), [null, null, null])
      yield* statuses(59, "/api/user/money-history")
      const refused = yield* send("/api/user/money-history")
      assert.deepStrictEqual(rate(refused), ["60", "0", "3600"])
      const link = `https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=${token.slice(0, 8)}`
      assert.deepStrictEqual(JSON.parse(yield* text(refused)), {
        error: `Rate limit exceeded, retry after 3600000ms or disable rate limiting using this link: ${link}`
      })
    })
  )

  it.effect("are lifted for two hours at the owner's request", () =>
    Effect.gen(function* () {
      const { send, statuses, token } = yield* makeLimited()
      const body = JSON.stringify({ token: token.slice(0, 8), recaptcha: "solved" })
      const headers = { "x-token": token, "content-type": "application/json" }
      const lifted = yield* send("/api/user/noratelimit", { method: "POST", body, headers })
      assert.deepStrictEqual(JSON.parse(yield* text(lifted)), { ok: 1 })
      assert.deepStrictEqual(yield* statuses(400), some(400, 200))
      assert.deepStrictEqual(rate(yield* send(segment)), [null, null, null])
      const response = yield* send(`/api/auth/query-token?token=${token}`)
      assert.deepInclude(JSON.parse(yield* text(response)).token, { noRatelimitUntil: 7_200_000 })
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual((yield* statuses(121)).at(-1), 429)
    })
  )

  it.effect("count each token separately, and no requests without a token", () =>
    Effect.gen(function* () {
      const { handler, statuses, world } = yield* makeLimited()
      yield* statuses(121)
      const other = Redacted.value(yield* world.users.grantToken("bob"))
      const send = (headers: Record<string, string>) =>
        Effect.map(
          handler(new Request("https://screeps.com/api/game/time?shard=shard0", { headers })),
          ({ status }) => status
        )
      assert.strictEqual(yield* send({ "x-token": other }), 200)
      assert.deepStrictEqual(yield* Effect.replicateEffect(send({}), 200), some(200, 200))
    })
  )

  it.effect("can be turned off", () =>
    Effect.gen(function* () {
      const { statuses } = yield* makeLimited(false)
      assert.deepStrictEqual(yield* statuses(400), some(400, 200))
    })
  )
})
