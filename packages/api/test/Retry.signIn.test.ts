/** Repeats of calls whose sign-in fails: of the call itself nothing was sent. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Answer, asAlice, ask, fake, lines, request, retries } from "./support/fake.ts"
import { fine, hangUp } from "./support/sick.ts"
import { within } from "./support/time.ts"

const alice = { ...retries, who: asAlice }
const status = User.worldStatus()
const line = User.console({ expression: "Game.time" })
const busy = () => new Response("busy", { status: 503 })

/** A server on which one path is sick for so many requests. */
const sickAt = (path: string, requests: number, how: Answer = busy) => {
  let left = requests
  return fake((asked) => {
    const { pathname } = asked.url
    if (pathname === path && left-- > 0) return how(asked)
    if (pathname.startsWith("/api/auth/")) return Response.json({ ok: 1, token: "token-1" })
    return pathname === "/api/version"
      ? Response.json({ ok: 1, protocol: 14, useNativeAuth: false, serverData: { historyChunkSize: 20 } })
      : fine()
  })
}

describe("a sign-in that meets a passing failure", () => {
  for (const [what, call, path] of [
    ["a call that may be repeated", status, "/api/user/world-status"],
    ["a call that may not", line, "/api/user/console"]
  ] as const) {
    it.effect(`is made again, for ${what}: it is sent once`, () =>
      Effect.gen(function* () {
        for (const how of [busy, hangUp]) {
          const server = sickAt("/api/auth/signin", 2, how)
          yield* within(ask(call, server, alice))
          assert.deepStrictEqual(
            server.asked.map(({ url }) => url.pathname),
            ["/api/auth/signin", "/api/auth/signin", "/api/auth/signin", path]
          )
        }
      })
    )
  }

  it.effect("is not made again for a call that is sent only once", () =>
    Effect.gen(function* () {
      const server = sickAt("/api/auth/signin", 1)
      yield* Effect.flip(ask(request({ method: "GET", path: "/api/any", neverRetry: true }), server, alice))
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin"])
    })
  )

  it.effect("tells the sign-in, and how often it was made again", () =>
    Effect.gen(function* () {
      const server = sickAt("/api/auth/signin", Infinity)
      const error = yield* within(ask(Effect.flip(line), server, alice))
      assert.strictEqual(error.message, "POST /api/auth/signin: ServerFault (503: busy) after 3 retries")
    })
  )

  it.effect("that is refused is not made again", () =>
    Effect.gen(function* () {
      const server = sickAt("/api/auth/signin", 1, () => new Response("Unauthorized", { status: 401 }))
      yield* Effect.flip(ask(status, server, alice))
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin"])
    })
  )
})

describe("a Steam ticket", () => {
  const steam = {
    ...retries,
    who: Credentials.layerSteamTicket({ ticket: Redacted.make("14000000deadbeef") })
  }

  it.effect("is not sent again when nobody knows whether it was used up", () =>
    Effect.gen(function* () {
      for (const how of [busy, hangUp]) {
        const server = sickAt("/api/auth/steam-ticket", 1, how)
        yield* Effect.flip(ask(status, server, steam))
        assert.deepStrictEqual(lines(server), ["GET /api/version", "POST /api/auth/steam-ticket"])
      }
    })
  )

  it.effect("is sent once although asking for its kind fails", () =>
    Effect.gen(function* () {
      const server = sickAt("/api/version", 1)
      yield* within(ask(status, server, steam))
      assert.deepStrictEqual(lines(server), [
        "GET /api/version",
        "GET /api/version",
        "POST /api/auth/steam-ticket",
        "GET /api/user/world-status"
      ])
    })
  )
})
