import { recordings } from "@screeps-effect/fixtures"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, home, makeServer, replay, type Server } from "./support/server.ts"

describe("a recorded sequence of requests to TestServer", () => {
  const replayBody = (server: Server, name: string, token: string) =>
    Effect.map(replay(server, name, token), ({ body }) => body)
  const unpack = (body: unknown) => GzipJson.decode((body as { readonly data: string }).data)

  for (const part of ["path", "path-string", "path-number", "path-null"]) {
    it.effect(`reads what was written to Memory: ${part}`, () =>
      Effect.gen(function* () {
        const server = makeServer()
        const { "x-token": token } = yield* server.settle(bob, home)
        yield* replayBody(server, "user/memory-set.root", token)
        yield* server.world.tick
        const name = `user/memory-get.${part}`
        const then = recordings().find((recording) => recording.name === name)?.response.body
        assert.deepStrictEqual(yield* unpack(yield* replayBody(server, name, token)), yield* unpack(then))
      })
    )
  }

  it.effect("returns code as it was stored", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const stored = { main: "// ä ✓", native: { binary: "AGFzbQEAAAA=" } }
      yield* server.post("/api/user/code", { branch: "default", modules: { ...stored, $lost: "1" } }, headers)
      const { body } = yield* server.get("/api/user/code", { branch: "$activeWorld" }, headers)
      assert.deepStrictEqual(body, { ok: 1, branch: "default", modules: stored })
    })
  )

  for (const modules of [{}, { other: "exports.z=3" }, { $only: "1" }]) {
    it.effect(`adds an empty main to the modules ${JSON.stringify(modules)}`, () =>
      Effect.gen(function* () {
        const server = makeServer()
        const headers = yield* server.signIn(bob)
        yield* server.post("/api/user/code", { modules }, headers)
        const { body } = yield* server.get("/api/user/code", {}, headers)
        const kept = "other" in modules ? modules : {}
        assert.deepStrictEqual(body, { ok: 1, branch: "default", modules: { ...kept, main: "" } })
      })
    )
  }
})
