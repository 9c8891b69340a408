import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { listen, on, playing } from "./support/player.ts"
import { settle } from "./support/time.ts"
import { bob, home, makeServer } from "./support/server.ts"

const path = "/api/user/code"

/** A server in which bob has signed in, and words to ask it as bob. */
const begun = (evaluate?: ScreepsWorld.Options["evaluate"]) =>
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

describe("an upload to the in-memory server", () => {
  for (const branch of ["", null, undefined, 0]) {
    it.effect(`goes to the active branch when it names ${JSON.stringify(branch) ?? "none"}`, () =>
      Effect.gen(function* () {
        const { code, upload } = yield* begun()
        assert.deepInclude(yield* upload({ branch, modules: { main: "1" } }), { ok: 1 })
        assert.deepStrictEqual(yield* code(), { ok: 1, branch: "default", modules: { main: "1" } })
      })
    )
  }

  it.effect("is refused when its branch is no text, or an alias that nobody knows", () =>
    Effect.gen(function* () {
      const { clone, upload } = yield* begun()
      yield* clone({ branch: "", newName: "$odd" })
      yield* clone({ branch: "", newName: "5" })
      for (const branch of [5, "$odd", "$", {}]) {
        const told = yield* upload({ branch, modules: { main: "1" } })
        assert.deepStrictEqual(told, { error: "branch does not exist" })
      }
    })
  )

  it.effect("keeps modules of any value, and tells them as they were", () =>
    Effect.gen(function* () {
      const { code, upload } = yield* begun()
      const modules = { main: "4", gone: null, number: 5, list: ["a"], flag: false }
      assert.deepInclude(yield* upload({ modules }), { ok: 1 })
      assert.deepStrictEqual(yield* code(), { ok: 1, branch: "default", modules })
    })
  )

  it.effect("has an empty main where it brings none, or nothing in it", () =>
    Effect.gen(function* () {
      const { code, upload } = yield* begun()
      for (const modules of [{ main: null }, {}, null]) {
        assert.deepInclude(yield* upload({ modules }), { ok: 1 })
        assert.deepInclude(yield* code(), { modules: { main: "" } })
      }
      assert.property(yield* upload({}), "error")
    })
  )

  it.effect("shows scripts its values as text, which real servers run", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const { server, upload } = yield* begun(({ modules }) => {
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

  it.effect("is told on the socket", () => {
    const world = ScreepsWorld.make({ accounts: [bob] })
    const program = Effect.gen(function* () {
      const told = yield* listen(ScreepsSocket.subscribe(Channels.code()))
      yield* Code.set({ modules: { main: "5" } })
      yield* settle
      assert.deepInclude(told[0], { branch: "default", modules: { main: "5" } })
    })
    return on(TestServer.layer(world), playing(bob))(program)
  })
})

describe("code of the in-memory server", () => {
  it.effect("is that of the active branch when the question names an empty one", () =>
    Effect.gen(function* () {
      const { code } = yield* begun()
      assert.deepInclude(yield* code({ branch: "" }), { ok: 1, branch: "default" })
      assert.deepStrictEqual(yield* code({ branch: "$other" }), { error: "no code" })
    })
  )

  it.effect("is copied with all its values, and made anew where the branch to copy is empty", () =>
    Effect.gen(function* () {
      const { clone, code, upload } = yield* begun()
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
