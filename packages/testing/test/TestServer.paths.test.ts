import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ScreepsWorld } from "@screeps-effect/testing"
import { httpRequest, withPort } from "./support/port.ts"
import { defect } from "./support/program.ts"
import { bob, makeServer } from "./support/server.ts"

const time = { ok: 1, time: 1 }

describe("a path of TestServer", () => {
  for (const path of [
    "/api/game/time/",
    "/API/game/time",
    "/api/Game/Time",
    "/api//game/time",
    "/api/game//time/"
  ]) {
    it.effect(`matches as ${path}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* makeServer().get(path)).body, time)
      })
    )
  }

  for (const path of [
    "//api/game/time",
    "/season/api/game/time",
    "/anything/at/all/api/game/time",
    "/api///game/time",
    "/season/room-history"
  ]) {
    it.effect(`does not match as ${path}`, () =>
      Effect.gen(function* () {
        const { body, kind, status } = yield* makeServer().get(path)
        assert.deepStrictEqual([status, kind], [404, "text/html"])
        assert.include(body, `<pre>Cannot GET ${path}</pre>`)
      })
    )
  }

  it.effect("must match exactly on the auth mod's own paths", () =>
    Effect.gen(function* () {
      const { body, status } = yield* makeServer().post("/api//auth/signin", {})
      assert.strictEqual(status, 404)
      assert.include(body, "Cannot POST /api//auth/signin")
    })
  )

  it.effect("leads to the same account, limits and password in all its forms", () =>
    Effect.gen(function* () {
      const server = makeServer({ serverPassword: "sesame" })
      const { body } = yield* server.post("/API/auth/signin/", { email: "bob", password: bob.password })
      assert.deepInclude(body, { ok: 1 })
      const refused = yield* server.get("/api/Auth/me/")
      assert.deepStrictEqual(refused.body, { error: "incorrect server password" })
    })
  )

  it.live("matches over a port as in memory", () =>
    withPort(ScreepsWorld.make(), (url) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* httpRequest(`${url}/API//game/time/`)).status, 200)
        const { body, status } = yield* httpRequest(`${url}//api/game/time`)
        assert.strictEqual(status, 404)
        assert.include(body, "Cannot GET //api/game/time")
      })
    )
  )
})

describe("a path of an official TestServer", () => {
  const query = { shard: "shard0" }

  it.effect("is served below the prefixes of the test realm and of the seasonal world", () =>
    Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      for (const prefix of ["", "/ptr", "/season"])
        assert.deepStrictEqual((yield* server.get(`${prefix}/api/game/time`, query)).body, time)
    })
  )

  it.effect("is not served below any other prefix", () =>
    Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      const message = yield* defect(server.get("/elsewhere/api/game/time", query))
      assert.include(message, "No response for GET /elsewhere/api/game/time")
    })
  )
})
