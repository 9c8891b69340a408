import * as Code from "@screeps-effect/api/Code"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, why } from "./support/fake.ts"
import { byPath, checkNothingSent, checkRefusal, checkRequest, requests, untyped } from "./support/asking.ts"

const look = "GET /api/user/branches"
const branch = (name: string, active: object = {}) => ({ _id: `id-${name}`, branch: name, ...active })

/** A server with three branches: `default` is simulated, `dev` runs in the world, `old` rests. */
const server = () =>
  byPath({
    "/api/user/branches": {
      ok: 1,
      list: [
        branch("default", { activeWorld: false, activeSim: true }),
        branch("dev", { activeWorld: true }),
        branch("old")
      ]
    },
    "/api/user/clone-branch": recording("user/clone-branch.copy"),
    "/api/user/delete-branch": recording("user/delete-branch.unknown-is-ok"),
    "/api/user/set-active-branch": recording("user/set-active-branch.ok")
  })

describe("the active branch", () => {
  it.effect("is chosen for the world or the simulation", () =>
    Effect.gen(function* () {
      const asking = server()
      yield* ask(Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" }), asking)
      yield* ask(Code.setActiveBranch({ branch: "dev", activeName: "activeSim" }), asking)
      assert.deepStrictEqual(requests(asking), [
        'POST /api/user/set-active-branch {"branch":"dev","activeName":"activeWorld"}',
        'POST /api/user/set-active-branch {"branch":"dev","activeName":"activeSim"}'
      ])
    })
  )

  it.effect("is one that exists (set-active-branch.unknown-branch)", () =>
    checkRefusal(
      Code.setActiveBranch({ branch: "nope", activeName: "activeWorld" }),
      "user/set-active-branch.unknown-branch",
      "Rejected: no branch"
    )
  )

  it.effect("is not chosen for anything else", () =>
    Effect.gen(function* () {
      const choose = (input: object) => untyped(Code.setActiveBranch, input)
      yield* checkNothingSent(choose({ branch: "dev", activeName: "world" }), "activeName")
      yield* checkNothingSent(choose({ branch: "dev" }), "activeName")
      yield* checkNothingSent(choose({ branch: "", activeName: "activeSim" }), "branch")
      yield* checkNothingSent(choose({ activeName: "activeSim" }), "branch")
    })
  )
})

describe("a branch is copied by the operation", () => {
  it.effect("for callers who say that it may overwrite another; the word does not travel", () =>
    checkRequest(
      Code.cloneBranch({ branch: "default", newName: "dev", existing: "overwrite" }),
      "user/clone-branch.copy",
      'POST /api/user/clone-branch {"branch":"default","newName":"dev"}'
    )
  )

  it.effect("with code of its own where there is nothing to copy", () =>
    checkRequest(
      Code.cloneBranch({
        branch: "",
        newName: "fresh",
        defaultModules: { main: "// from defaultModules" },
        existing: "overwrite"
      }),
      "user/clone-branch.empty-source-default-modules",
      'POST /api/user/clone-branch {"branch":"","newName":"fresh",' +
        '"defaultModules":{"main":"// from defaultModules"}}'
    )
  )

  it("by no alias, of which a server made an empty branch (clone-branch.alias-is-no-source)", () => {
    const { request } = recording("user/clone-branch.alias-is-no-source")
    assert.deepStrictEqual(request.body, { branch: "$activeWorld", newName: "alias" })
    const { response } = recording("user/code-get.after-clone-alias")
    assert.deepInclude(response.body, { branch: "alias", modules: { main: "" } })
  })

  it.effect("30 times at most (clone-branch.too-many)", () =>
    checkRefusal(
      Code.cloneBranch({ branch: "default", newName: "one-more", existing: "overwrite" }),
      "user/clone-branch.too-many",
      "Rejected: too many branches"
    )
  )

  it.effect("under a name that can be used again only", () =>
    Effect.gen(function* () {
      const clone = (input: object) =>
        untyped(Code.cloneBranch, { branch: "default", existing: "overwrite", ...input })
      for (const newName of [undefined, null, "", 5, "$activeWorld", "$x", "x".repeat(31), "😀".repeat(16)])
        yield* checkNothingSent(clone({ newName }), "newName")
      yield* checkNothingSent(clone({ newName: "dev", branch: "x".repeat(31) }), "branch")
      yield* checkNothingSent(clone({ newName: "dev", existing: undefined }), "existing")
      yield* checkNothingSent(clone({ newName: "dev", branch: "$activeWorld" }), "branch")
      yield* checkNothingSent(clone({ newName: "dev", existing: true }), "existing")
      yield* checkNothingSent(clone({ newName: "dev", defaultModules: { $main: "" } }), "defaultModules")
    })
  )
})

describe("a branch is copied after looking", () => {
  it.effect("when there is one to copy and none of the new name", () =>
    Effect.gen(function* () {
      const asking = server()
      const { timestamp } = yield* ask(Code.clone({ branch: "old", newName: "older" }), asking)
      assert.strictEqual(timestamp, 1795266665508)
      assert.deepStrictEqual(requests(asking), [
        look,
        'POST /api/user/clone-branch {"branch":"old","newName":"older"}'
      ])
    })
  )

  it.effect("by the alias of an active one", () =>
    Effect.gen(function* () {
      const asking = server()
      yield* ask(Code.clone({ branch: "$activeWorld", newName: "a" }), asking)
      yield* ask(Code.clone({ branch: "$activeSim", newName: "b" }), asking)
      assert.deepStrictEqual(
        requests(asking).filter((line) => line !== look),
        [
          'POST /api/user/clone-branch {"branch":"dev","newName":"a"}',
          'POST /api/user/clone-branch {"branch":"default","newName":"b"}'
        ]
      )
    })
  )

  it.effect("over another only when said so", () =>
    Effect.gen(function* () {
      const asking = server()
      const error = yield* Effect.flip(ask(Code.clone({ branch: "dev", newName: "old" }), asking))
      assert.strictEqual(
        error.message,
        "POST /api/user/clone-branch: InvalidInput (newName: a branch of this name exists: " +
          'pass existing: "overwrite" to replace its code)'
      )
      assert.deepStrictEqual(requests(asking), [look])
      yield* ask(Code.clone({ branch: "dev", newName: "old", existing: "overwrite" }), asking)
      assert.strictEqual(
        requests(asking).at(-1),
        'POST /api/user/clone-branch {"branch":"dev","newName":"old"}'
      )
    })
  )

  it.effect("not when there is nothing to copy", () =>
    Effect.gen(function* () {
      const asking = server()
      for (const name of ["nope", ""]) {
        const reason = yield* why(Code.clone({ branch: name, newName: "new" }), asking)
        assert.strictEqual(reason.message, "branch: there is no such branch")
      }
      assert.deepStrictEqual(requests(asking), [look, look])
    })
  )

  it.effect("not under a name that is none, and then nothing is asked at all", () =>
    Effect.gen(function* () {
      const clone = (input: object) => untyped(Code.clone, { branch: "default", ...input })
      yield* checkNothingSent(clone({}), "newName")
      yield* checkNothingSent(clone({ newName: "" }), "newName")
      yield* checkNothingSent(clone({ newName: "$dev" }), "newName")
      yield* checkNothingSent(clone({ newName: "dev", existing: "yes" }), "existing")
    })
  )
})

describe("a branch is made", () => {
  it.effect("with code of its own where there is none of its name", () =>
    Effect.gen(function* () {
      const asking = server()
      yield* ask(Code.createBranch({ newName: "fresh", modules: { main: "// hello" } }), asking)
      assert.deepStrictEqual(requests(asking), [
        look,
        'POST /api/user/clone-branch {"branch":"","newName":"fresh","defaultModules":{"main":"// hello"}}'
      ])
    })
  )

  it.effect("over another only when said so, without looking then", () =>
    Effect.gen(function* () {
      const asking = server()
      const wanted = { newName: "old", modules: { main: "" } }
      assert.strictEqual((yield* why(Code.createBranch(wanted), asking))._tag, "InvalidInput")
      assert.deepStrictEqual(requests(asking), [look])
      yield* ask(Code.createBranch({ ...wanted, existing: "overwrite" }), asking)
      assert.lengthOf(asking.asked, 2)
    })
  )

  it.effect("of modules that servers keep, and then only something is asked", () =>
    Effect.gen(function* () {
      const create = (input: object) => untyped(Code.createBranch, { modules: {}, newName: "a", ...input })
      yield* checkNothingSent(create({ newName: undefined }), "newName")
      yield* checkNothingSent(create({ modules: { $main: "" } }), "defaultModules")
      yield* checkNothingSent(create({ modules: { main: "x".repeat(5 * 1024 * 1024) } }), "defaultModules")
    })
  )
})

describe("a branch is deleted", () => {
  it.effect("by the operation without looking, which is answered alike when it is kept", () =>
    Effect.gen(function* () {
      const line = 'POST /api/user/delete-branch {"branch":"dev"}'
      const call = Code.deleteBranch({ branch: "dev" })
      yield* checkRequest(call, "user/delete-branch.active-is-silently-kept", line)
      yield* checkRefusal(call, "user/delete-branch.noauth", "Unauthorized: the API token was rejected")
    })
  )

  it.effect("after looking that it is not active", () =>
    Effect.gen(function* () {
      const asking = server()
      yield* ask(Code.removeBranch({ branch: "old" }), asking)
      assert.deepStrictEqual(requests(asking), [look, 'POST /api/user/delete-branch {"branch":"old"}'])
    })
  )

  it.effect("not while it is active in the world or the simulation", () =>
    Effect.gen(function* () {
      const asking = server()
      for (const name of ["dev", "default", "$activeWorld", "$activeSim"]) {
        const error = yield* Effect.flip(ask(Code.removeBranch({ branch: name }), asking))
        assert.strictEqual(
          error.message,
          "POST /api/user/delete-branch: InvalidInput (branch: the branch is active, and servers do not delete active branches)"
        )
      }
      assert.deepStrictEqual(requests(asking), [look, look, look, look])
    })
  )

  it.effect("once more when it is gone already", () =>
    Effect.gen(function* () {
      const asking = server()
      yield* ask(Code.removeBranch({ branch: "nope" }), asking)
      assert.lengthOf(asking.asked, 2)
    })
  )

  it.effect("not without a name, and then nothing is asked at all", () =>
    Effect.gen(function* () {
      for (const call of [Code.removeBranch, Code.deleteBranch])
        for (const input of [{}, { branch: "" }, { branch: undefined }])
          yield* checkNothingSent(untyped(call, input), "branch")
    })
  )
})
