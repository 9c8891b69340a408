/** Retries of calls whose sign-in fails, when the call itself was not sent. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Handler, asAlice, run, fake, lines, request, retries } from "./support/fake.ts"
import { okResponse, closeConnection } from "./support/failing.ts"
import { within } from "@screeps-effect/fixtures/time"

const alice = { ...retries, credentials: asAlice }
const status = User.worldStatus()
const line = User.console({ expression: "Game.time" })
const busy = () => new Response("busy", { status: 503 })

/** A server on which one path fails for the first `requests` requests. */
const failingAt = (path: string, requests: number, how: Handler = busy) => {
  let left = requests
  return fake((received) => {
    const { pathname } = received.url
    if (pathname === path && left-- > 0) return how(received)
    if (pathname.startsWith("/api/auth/")) return Response.json({ ok: 1, token: "token-1" })
    return pathname === "/api/version"
      ? Response.json({ ok: 1, protocol: 14, useNativeAuth: false, serverData: { historyChunkSize: 20 } })
      : okResponse()
  })
}

describe("a sign-in after a transient failure", () => {
  for (const [what, call, path] of [
    ["an idempotent call", status, "/api/user/world-status"],
    ["a call that is not idempotent", line, "/api/user/console"]
  ] as const) {
    it.effect(`is retried for ${what}, which is sent once`, () =>
      Effect.gen(function* () {
        for (const how of [busy, closeConnection]) {
          const server = failingAt("/api/auth/signin", 2, how)
          yield* within(run(call, server, alice))
          assert.deepStrictEqual(
            server.requests.map(({ url }) => url.pathname),
            ["/api/auth/signin", "/api/auth/signin", "/api/auth/signin", path]
          )
        }
      })
    )
  }

  it.effect("is not retried for a call with neverRetry", () =>
    Effect.gen(function* () {
      const server = failingAt("/api/auth/signin", 1)
      yield* Effect.flip(run(request({ method: "GET", path: "/api/any", neverRetry: true }), server, alice))
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin"])
    })
  )

  it.effect("fails with the name of the sign-in and the number of its retries", () =>
    Effect.gen(function* () {
      const server = failingAt("/api/auth/signin", Infinity)
      const error = yield* within(run(Effect.flip(line), server, alice))
      assert.strictEqual(error.message, "POST /api/auth/signin: ServerFault (503: busy) after 3 retries")
    })
  )

  it.effect("is not retried after a 401", () =>
    Effect.gen(function* () {
      const server = failingAt("/api/auth/signin", 1, () => new Response("Unauthorized", { status: 401 }))
      yield* Effect.flip(run(status, server, alice))
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin"])
    })
  )
})

describe("a Steam ticket", () => {
  const steam = {
    ...retries,
    credentials: Credentials.layerSteamTicket({ ticket: Redacted.make("14000000deadbeef") })
  }

  it.effect("is not sent again after a failure that may have used it up", () =>
    Effect.gen(function* () {
      for (const how of [busy, closeConnection]) {
        const server = failingAt("/api/auth/steam-ticket", 1, how)
        yield* Effect.flip(run(status, server, steam))
        assert.deepStrictEqual(lines(server), ["GET /api/version", "POST /api/auth/steam-ticket"])
      }
    })
  )

  it.effect("is sent once when reading the server's version fails first", () =>
    Effect.gen(function* () {
      const server = failingAt("/api/version", 1)
      yield* within(run(status, server, steam))
      assert.deepStrictEqual(lines(server), [
        "GET /api/version",
        "GET /api/version",
        "POST /api/auth/steam-ticket",
        "GET /api/user/world-status"
      ])
    })
  )
})
