import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { listen, on, playing } from "./support/player.ts"
import { settle } from "@screeps-effect/fixtures/time"
import { bob, home, makeServer } from "./support/server.ts"

const path = "/api/user/code"

/** A server with bob signed in, and functions to call it as bob. */
const setUp = (evaluate?: ScreepsWorld.Options["evaluate"]) =>
  Effect.gen(function* () {
    const server = makeServer(evaluate === undefined ? {} : { evaluate })
    const headers = yield* server.settle(bob, home)
    const upload = (body: object) => Effect.map(server.post(path, body, headers), ({ body }) => body)
    const code = (query: Readonly<Record<string, string>> = {}) =>
      Effect.map(server.get(path, query, headers), ({ body }) => body)
    const clone = (body: object) =>
      Effect.map(server.post("/api/user/clone-branch", body, headers), ({ body }) => body)
    return { server, upload, code, clone }
  })

describe("an upload to TestServer", () => {
  for (const branch of ["", null, undefined, 0]) {
    it.effect(
      `replaces the active branch with the branch name ${JSON.stringify(branch) ?? "undefined"}`,
      () =>
        Effect.gen(function* () {
          const { code, upload } = yield* setUp()
          assert.deepInclude(yield* upload({ branch, modules: { main: "1" } }), { ok: 1 })
          assert.deepStrictEqual(yield* code(), { ok: 1, branch: "default", modules: { main: "1" } })
        })
    )
  }

  it.effect("is rejected with a branch that is not text, or with an unknown alias", () =>
    Effect.gen(function* () {
      const { clone, upload } = yield* setUp()
      yield* clone({ branch: "", newName: "$odd" })
      yield* clone({ branch: "", newName: "5" })
      for (const branch of [5, "$odd", "$", {}]) {
        const received = yield* upload({ branch, modules: { main: "1" } })
        assert.deepStrictEqual(received, { error: "branch does not exist" })
      }
    })
  )

  it.effect("stores modules of any value and returns them unchanged", () =>
    Effect.gen(function* () {
      const { code, upload } = yield* setUp()
      const modules = { main: "4", gone: null, number: 5, list: ["a"], flag: false }
      assert.deepInclude(yield* upload({ modules }), { ok: 1 })
      assert.deepStrictEqual(yield* code(), { ok: 1, branch: "default", modules })
    })
  )

  it.effect("gets an empty main if it has none, or an empty one", () =>
    Effect.gen(function* () {
      const { code, upload } = yield* setUp()
      for (const modules of [{ main: null }, {}, null]) {
        assert.deepInclude(yield* upload({ modules }), { ok: 1 })
        assert.deepInclude(yield* code(), { modules: { main: "" } })
      }
      assert.property(yield* upload({}), "error")
    })
  )

  it.effect("passes its values to scripts as text, as real servers do", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { server, upload } = yield* setUp(({ modules }) => {
        seen.push(modules)
        return {}
      })
      const native = { binary: "AGFzbQEAAAA=" }
      yield* upload({ modules: { main: "4", gone: null, native } })
      yield* server.world.tick
      assert.deepStrictEqual(seen, [{ main: "4", gone: "null", native }])
      assert.isTrue(Schema.is(CodeModules.CodeModules)(seen[0]))
      const { branches } = yield* server.world.users.get("bob")
      assert.deepStrictEqual(branches, { default: { main: "4", gone: "null", native } })
    })
  )

  it.effect("is sent on the socket", () => {
    const world = ScreepsWorld.make({ accounts: [bob] })
    const program = Effect.gen(function* () {
      const received = yield* listen(ScreepsSocket.subscribe(Channels.code()))
      yield* Code.set({ modules: { main: "5" } })
      yield* settle
      assert.deepInclude(received[0], { branch: "default", modules: { main: "5" } })
    })
    return on(TestServer.layer(world), playing(bob))(program)
  })
})

describe("the code of TestServer", () => {
  it.effect("is that of the active branch for an empty branch name", () =>
    Effect.gen(function* () {
      const { code } = yield* setUp()
      assert.deepInclude(yield* code({ branch: "" }), { ok: 1, branch: "default" })
      assert.deepStrictEqual(yield* code({ branch: "$other" }), { error: "no code" })
    })
  )

  it.effect("is copied with all values, and created from given modules when the source branch is empty", () =>
    Effect.gen(function* () {
      const { clone, code, upload } = yield* setUp()
      const modules = { main: "4", gone: null }
      yield* upload({ modules })
      yield* clone({ branch: "default", newName: "copy" })
      assert.deepInclude(yield* code({ branch: "copy" }), { modules })
      for (const branch of ["", null]) {
        yield* clone({ branch, newName: "new", defaultModules: { other: null, $lost: "1" } })
        assert.deepInclude(yield* code({ branch: "new" }), { modules: { other: null, main: "" } })
      }
    })
  )
})
