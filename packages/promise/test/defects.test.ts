/** The known defects of other HTTP clients, each with one test that calls through promises do not have it, either. */
import { readFileSync } from "node:fs"
import { inspect } from "node:util"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Server from "@screeps-effect/api/Server"
import * as Screeps from "@screeps-effect/socket/Screeps"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Socket from "effect/socket/Socket"
import * as TestClock from "effect/testing/TestClock"
import { connect, type Connection, connectLayer, ScreepsError } from "../src/index.ts"
import {
  closeConnection,
  failingServer,
  type Fake,
  fake,
  lines,
  serverWithTokens,
  transientFailures,
  waits,
  within
} from "./support/fake.ts"

const token = Credentials.layerToken(Redacted.make("any-token"))
const asAlice = (password = "correct-password") =>
  Credentials.layerPassword({ username: "alice", password: Redacted.make(password) })
const privateServer = Server.privateServer("http://screeps.test")
const official = Server.official({ shard: "shard3" })

const noSocket = Layer.succeed(Socket.WebSocketConstructor, () => assert.fail("a socket was opened"))

/** Runs calls on a server that a test defines, on a test's clock. */
const on = async <A>(
  { http }: Pick<Fake, "http">,
  program: (screeps: Connection) => Promise<A>,
  { credentials = token, server = privateServer, step = 10 } = {}
): Promise<A> => {
  const layer = Screeps.layerNoDeps().pipe(
    Layer.provide([Server.layer(server), credentials, Layer.succeed(HttpClient.HttpClient, http), noSocket]),
    Layer.provideMerge(TestClock.layer())
  )
  await using screeps = await connectLayer(layer)
  const result = program(screeps)
  const settled = Effect.promise(() => Promise.allSettled([result]))
  await screeps.run(within(settled, step))
  return await result
}

/** The error with which a promise is rejected. */
const rejection = async (promise: Promise<unknown>): Promise<ScreepsError> => {
  const error = await promise.then(
    () => assert.fail("the promise was fulfilled"),
    (reason: unknown) => reason
  )
  return error instanceof ScreepsError ? error : assert.fail(inspect(error))
}
const status = (screeps: Connection) => screeps.user.worldStatus()
const reasonOf = (server: Fake, options?: Parameters<typeof on>[2]) =>
  on(server, async (screeps) => (await rejection(status(screeps))).reason._tag, options)
const always = (body: unknown) => fake(() => Response.json(body))

const signIn = "POST /api/auth/signin"
const worldStatus = "GET /api/user/world-status"

const defects: Readonly<Record<string, () => Promise<void>>> = {
  a: async () => {
    const server = serverWithTokens()
    assert.strictEqual((await on(server, status, { credentials: asAlice() })).status, "normal")
    assert.deepStrictEqual(lines(server), [signIn, worldStatus])
  },
  b: async () => {
    const states = await on(
      always({ ok: 1, status: "normal" }),
      async (screeps) => {
        await status(screeps)
        return screeps.run(Effect.flatMap(RateLimits.RateLimits, (limits) => limits.states))
      },
      { server: official }
    )
    assert.isNotEmpty(Object.values(states))
    for (const { limit, remaining, reset } of Object.values(states)) {
      for (const value of [limit, remaining, reset]) assert.isTrue(Number.isFinite(value))
    }
  },
  h: async () => {
    let n = 0
    const server = fake(({ url }) =>
      url.pathname === "/api/auth/signin"
        ? Response.json({ ok: 1, token: `token-${++n}` })
        : Response.json({ error: "unauthorized" }, { status: 401 })
    )
    assert.strictEqual(await reasonOf(server, { credentials: asAlice() }), "Unauthorized")
    assert.deepStrictEqual(lines(server), [signIn, worldStatus, signIn, worldStatus])
  },
  i: async () => {
    const server = fake(() => new Response("Rate limit exceeded, retry after 51243ms", { status: 429 }))
    assert.strictEqual(await reasonOf(server, { server: official, step: 1000 }), "RateLimited")
    assert.lengthOf(server.requests, 4)
    for (const wait of waits(server)) assert.isAtLeast(wait, 51_243)
  },
  j: async () => {
    assert.strictEqual(await reasonOf(always({ error: "Incorrect memory path" })), "Rejected")
  },
  "j, other shapes": async () => {
    for (const body of [{ ok: 1 }, { ok: 1, status: 5 }, [], { ok: 2, status: "normal" }]) {
      assert.strictEqual(await reasonOf(always(body)), "UnexpectedResponse")
    }
  },
  k: async () => {
    const server = failingServer(() => new Response("", { status: 503 }))
    await on(server, status)
    assert.lengthOf(server.requests, 2)
  },
  "k, silence": async () => {
    const server = fake(() => Effect.never)
    assert.strictEqual(await reasonOf(server, { step: 1000 }), "TimedOut")
    assert.isTrue(server.requests.every(({ signal }) => signal.aborted))
  },
  l: async () => {
    const server = serverWithTokens()
    const twenty = async (screeps: Connection) => {
      await status(screeps)
      server.restart()
      return Promise.all(Array.from({ length: 20 }, () => status(screeps)))
    }
    assert.lengthOf(await on(server, twenty, { credentials: asAlice() }), 20)
    assert.strictEqual(server.signIns(), 2)
  },
  n: async () => {
    const password = "hunter2-in-clear"
    for (const response of [
      () => new Response("Unauthorized", { status: 401 }),
      () => Response.json({ error: "no" }),
      closeConnection
    ]) {
      const server = fake(response)
      const options = { credentials: asAlice(password) }
      const error = await on(server, (screeps) => rejection(status(screeps)), options)
      for (const text of [String(error), error.stack, inspect(error, { depth: 10 }), JSON.stringify(error)]) {
        assert.notInclude(text, password)
      }
      assert.include(server.requests[0]?.body, password)
    }
  },
  "http: an official server by its name": async () => {
    const kinds: Array<string> = []
    for (const url of ["https://screeps.com", "http://screeps.com.example.org", "http://notscreeps.com"]) {
      await using screeps = await connect({ url, guest: true })
      kinds.push(screeps.server.kind)
    }
    assert.deepStrictEqual(kinds, ["official", "private", "private"])
  },
  "http: the history of money": async () => {
    const server = always({ ok: 1, page: 0, list: [], hasMore: false })
    await on(server, (screeps) => screeps.user.moneyHistory())
    assert.deepStrictEqual(lines(server), ["GET /api/user/money-history"])
  },
  "http: the month of a season": async () => {
    for (const [time, month] of [
      ["2026-10-31T23:59:59.999Z", "2026-10"],
      ["2026-11-01T00:00:00Z", "2026-11"]
    ] as const) {
      const server = always({ ok: 1, list: [], count: 0, users: {} })
      await on(server, async (screeps) => {
        await screeps.run(TestClock.setTime(Date.parse(time)))
        return screeps.leaderboard.list()
      })
      assert.strictEqual(server.requests[0]?.url.searchParams.get("season"), month)
    }
  },
  "http: endpoints that no server has": async () => {
    const server = fake(() => Response.json({ error: "no" }))
    await on(server, async (screeps) => {
      await rejection(screeps.auth.me())
      await rejection(screeps.user.console({ expression: "1" }))
    })
    assert.deepStrictEqual(lines(server), ["GET /api/auth/me", "POST /api/user/console"])
  },
  "http: a console line is repeated": async () => {
    for (const how of transientFailures) {
      const server = failingServer(how)
      const expression = "Game.spawns.Spawn1.renewCreep(creep)"
      await on(server, (screeps) => rejection(screeps.user.console({ expression })), { step: 1000 })
      assert.lengthOf(server.requests, 1)
    }
  },
  "http: answers are kept": async () => {
    const server = always({ ok: 1, status: "normal", result: { ok: 1, n: 1 } })
    await on(server, async (screeps) => {
      for (const _ of [1, 2]) {
        await status(screeps)
        await screeps.segments.set({ segment: 1, data: "same" })
      }
    })
    assert.lengthOf(server.requests, 4)
  },
  "http: a closed connection": async () => {
    const server = fake(closeConnection)
    assert.strictEqual(await reasonOf(server), "Unreachable")
    assert.lengthOf(server.requests, 4)
  },
  "http: headers are demanded": async () => {
    const server = always({ ok: 1, status: "normal" })
    assert.strictEqual((await on(server, status, { server: official })).status, "normal")
  },
  "http: a wait holds up others": async () => {
    const server = always({ ok: 1, status: "normal", branch: "default", modules: {} })
    await on(
      server,
      async (screeps) => {
        const controller = new AbortController()
        const get = () => screeps.code.get({ branch: "default" }, { signal: controller.signal })
        await Promise.all(Array.from({ length: 60 }, get))
        // The quota of the endpoint, 60 requests per hour, is used up.
        const waiting = get()
        assert.strictEqual((await status(screeps)).status, "normal")
        assert.strictEqual(lines(server).filter((line) => line.startsWith("GET /api/user/code")).length, 60)
        controller.abort(new Error("no longer needed"))
        await waiting.then(
          () => assert.fail("the call did not wait"),
          (error: unknown) => assert.strictEqual(error, controller.signal.reason)
        )
      },
      { server: official }
    )
  }
}

const Listed = Schema.fromJsonString(
  Schema.Record(
    Schema.String,
    Schema.Struct({ what: Schema.String, test: Schema.Struct({ file: Schema.String }) })
  )
)
const listed = Object.entries(
  Schema.decodeUnknownSync(Listed)(
    readFileSync(new URL("../../../docs/defects.json", import.meta.url), "utf8")
  )
).filter(([, { test }]) => test.file.startsWith("packages/api/"))

describe("calls through promises do not have the defect", () => {
  it("of each entry about HTTP in docs/defects.json", () => {
    assert.sameMembers(
      Object.keys(defects),
      listed.map(([name]) => name)
    )
  })

  for (const [name, { what }] of listed) {
    it(`${name}: ${what}`, () => defects[name]?.() ?? assert.fail("there is no test"))
  }
})
