import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import { recording, toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, fake, run, reasonOf } from "./support/fake.ts"
import {
  byPath,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  linesWithBody,
  tolerantly,
  untyped
} from "./support/calls.ts"

const look = "GET /api/user/branches"
const branch = (name: string, active: object = {}) => ({ _id: `id-${name}`, branch: name, ...active })

/** A server with three branches: `default` is active in the simulation, `dev` in the world, `old` nowhere. */
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

describe("User.branches", () => {
  it.effect("returns the code and its time where the server sends them (branches.after-clone)", () =>
    Effect.gen(function* () {
      const { list } = yield* run(User.branches(), always("user/branches.after-clone"))
      assert.lengthOf(list, 5)
      for (const { modules, timestamp } of list) {
        assert.hasAllKeys(modules, ["main"])
        assert.isString(timestamp)
      }
    })
  )

  it.effect("requests the code of servers that send it only on request", () =>
    Effect.gen(function* () {
      const name = "user-branches.with-code"
      const fakeServer = fake(() => toResponse(recording(name, "xxscreeps")))
      const { list } = yield* tolerantly(run(User.branches({ withCode: true }), fakeServer))
      assert.deepStrictEqual(linesWithBody(fakeServer), [`${look}?withCode=true`])
      assert.deepStrictEqual(list, [
        { branch: "main", activeWorld: false, modules: { main: "module.exports.loop = function () {};" } }
      ])
    })
  )
})

describe("Code.setActiveBranch", () => {
  it.effect("sends the branch for the world or the simulation", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" }), fakeServer)
      yield* run(Code.setActiveBranch({ branch: "dev", activeName: "activeSim" }), fakeServer)
      assert.deepStrictEqual(linesWithBody(fakeServer), [
        'POST /api/user/set-active-branch {"branch":"dev","activeName":"activeWorld"}',
        'POST /api/user/set-active-branch {"branch":"dev","activeName":"activeSim"}'
      ])
    })
  )

  it.effect("fails with Rejected for an unknown branch (set-active-branch.unknown-branch)", () =>
    checkFailure(
      Code.setActiveBranch({ branch: "nope", activeName: "activeWorld" }),
      "user/set-active-branch.unknown-branch",
      "Rejected: no branch"
    )
  )

  it.effect("rejects missing and unknown fields without a request", () =>
    Effect.gen(function* () {
      const choose = (input: object) => untyped(Code.setActiveBranch, input)
      yield* checkInvalidInput(choose({ branch: "dev", activeName: "world" }), "activeName")
      yield* checkInvalidInput(choose({ branch: "dev" }), "activeName")
      yield* checkInvalidInput(choose({ branch: "", activeName: "activeSim" }), "branch")
      yield* checkInvalidInput(choose({ activeName: "activeSim" }), "branch")
    })
  )
})

describe("Code.cloneBranch", () => {
  it.effect("overwrites with the caller's consent, without listing first, and does not send it", () =>
    checkRequest(
      Code.cloneBranch({ branch: "default", newName: "dev", existing: "overwrite" }),
      "user/clone-branch.copy",
      'POST /api/user/clone-branch {"branch":"default","newName":"dev"}'
    )
  )

  it.effect("sends the default modules for a new branch without a source", () =>
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

  it("refuses aliases, from which a server made an empty branch (clone-branch.alias-is-no-source)", () => {
    const { request } = recording("user/clone-branch.alias-is-no-source")
    assert.deepStrictEqual(request.body, { branch: "$activeWorld", newName: "alias" })
    const { response } = recording("user/code-get.after-clone-alias")
    assert.deepInclude(response.body, { branch: "alias", modules: { main: "" } })
  })

  it.effect("fails with Rejected after 30 branches (clone-branch.too-many)", () =>
    checkFailure(
      Code.cloneBranch({ branch: "default", newName: "one-more", existing: "overwrite" }),
      "user/clone-branch.too-many",
      "Rejected: too many branches"
    )
  )

  it.effect("rejects unusable names and another consent without a request", () =>
    Effect.gen(function* () {
      const clone = (input: object) =>
        untyped(Code.cloneBranch, { branch: "default", existing: "overwrite", ...input })
      for (const newName of [undefined, null, "", 5, "$activeWorld", "$x", "x".repeat(31), "😀".repeat(16)])
        yield* checkInvalidInput(clone({ newName }), "newName")
      yield* checkInvalidInput(clone({ newName: "dev", branch: "x".repeat(31) }), "branch")
      yield* checkInvalidInput(clone({ newName: "dev", branch: "$activeWorld" }), "branch")
      yield* checkInvalidInput(clone({ newName: "dev", existing: true }), "existing")
      yield* checkInvalidInput(clone({ newName: "dev", defaultModules: { $main: "" } }), "defaultModules")
    })
  )
})

describe("Code.clone", () => {
  it.effect("copies an existing branch to an unused name after listing the branches", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      const { timestamp } = yield* run(Code.clone({ branch: "old", newName: "older" }), fakeServer)
      assert.strictEqual(timestamp, 1795266665508)
      assert.deepStrictEqual(linesWithBody(fakeServer), [
        look,
        'POST /api/user/clone-branch {"branch":"old","newName":"older"}'
      ])
    })
  )

  it.effect("resolves the aliases of the active branches", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.clone({ branch: "$activeWorld", newName: "a" }), fakeServer)
      yield* run(Code.clone({ branch: "$activeSim", newName: "b" }), fakeServer)
      assert.deepStrictEqual(
        linesWithBody(fakeServer).filter((line) => line !== look),
        [
          'POST /api/user/clone-branch {"branch":"dev","newName":"a"}',
          'POST /api/user/clone-branch {"branch":"default","newName":"b"}'
        ]
      )
    })
  )

  it.effect("overwrites an existing branch only with existing: overwrite", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      const error = yield* Effect.flip(run(Code.clone({ branch: "dev", newName: "old" }), fakeServer))
      assert.strictEqual(
        error.message,
        "POST /api/user/clone-branch: InvalidInput (newName: a branch of this name exists: " +
          'pass existing: "overwrite" to replace its code)'
      )
      assert.deepStrictEqual(linesWithBody(fakeServer), [look])
      yield* run(Code.clone({ branch: "dev", newName: "old", existing: "overwrite" }), fakeServer)
      assert.strictEqual(
        linesWithBody(fakeServer).at(-1),
        'POST /api/user/clone-branch {"branch":"dev","newName":"old"}'
      )
    })
  )

  it.effect("fails with InvalidInput when the source branch does not exist", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      for (const name of ["nope", ""]) {
        const reason = yield* reasonOf(Code.clone({ branch: name, newName: "new" }), fakeServer)
        assert.strictEqual(reason.message, "branch: there is no such branch")
      }
      assert.deepStrictEqual(linesWithBody(fakeServer), [look, look])
    })
  )

  it.effect("rejects an invalid new name without any request", () =>
    Effect.gen(function* () {
      const clone = (input: object) => untyped(Code.clone, { branch: "default", ...input })
      yield* checkInvalidInput(clone({}), "newName")
      yield* checkInvalidInput(clone({ newName: "" }), "newName")
      yield* checkInvalidInput(clone({ newName: "$dev" }), "newName")
      yield* checkInvalidInput(clone({ newName: "dev", existing: "yes" }), "existing")
    })
  )
})

describe("Code.createBranch", () => {
  it.effect("creates a branch with the given modules after listing the branches", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.createBranch({ newName: "fresh", modules: { main: "// hello" } }), fakeServer)
      assert.deepStrictEqual(linesWithBody(fakeServer), [
        look,
        'POST /api/user/clone-branch {"branch":"","newName":"fresh","defaultModules":{"main":"// hello"}}'
      ])
    })
  )

  it.effect("overwrites an existing branch only with existing: overwrite, without listing first", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      const wanted = { newName: "old", modules: { main: "" } }
      assert.strictEqual((yield* reasonOf(Code.createBranch(wanted), fakeServer))._tag, "InvalidInput")
      assert.deepStrictEqual(linesWithBody(fakeServer), [look])
      yield* run(Code.createBranch({ ...wanted, existing: "overwrite" }), fakeServer)
      assert.lengthOf(fakeServer.requests, 2)
    })
  )

  it.effect("rejects modules that a server would drop or refuse, without any request", () =>
    Effect.gen(function* () {
      const create = (input: object) => untyped(Code.createBranch, { modules: {}, newName: "a", ...input })
      yield* checkInvalidInput(create({ newName: undefined }), "newName")
      yield* checkInvalidInput(create({ modules: { $main: "" } }), "defaultModules")
      yield* checkInvalidInput(create({ modules: { main: "x".repeat(5 * 1024 * 1024) } }), "defaultModules")
    })
  )
})

describe("Code.deleteBranch and Code.removeBranch", () => {
  it.effect("deleteBranch succeeds for an active branch that the server keeps", () =>
    Effect.gen(function* () {
      const line = 'POST /api/user/delete-branch {"branch":"dev"}'
      const call = Code.deleteBranch({ branch: "dev" })
      yield* checkRequest(call, "user/delete-branch.active-is-silently-kept", line)
      yield* checkFailure(call, "user/delete-branch.noauth", "Unauthorized: the API token was rejected")
    })
  )

  it.effect("removeBranch deletes an inactive branch after listing the branches", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.removeBranch({ branch: "old" }), fakeServer)
      assert.deepStrictEqual(linesWithBody(fakeServer), [
        look,
        'POST /api/user/delete-branch {"branch":"old"}'
      ])
    })
  )

  it.effect("removeBranch fails with InvalidInput for a branch active in the world or the simulation", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      for (const name of ["dev", "default", "$activeWorld", "$activeSim"]) {
        const error = yield* Effect.flip(run(Code.removeBranch({ branch: name }), fakeServer))
        assert.strictEqual(
          error.message,
          "POST /api/user/delete-branch: InvalidInput (branch: the branch is active, and servers do not delete active branches)"
        )
      }
      assert.deepStrictEqual(linesWithBody(fakeServer), [look, look, look, look])
    })
  )

  it.effect("removeBranch succeeds for a branch that does not exist", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.removeBranch({ branch: "nope" }), fakeServer)
      assert.lengthOf(fakeServer.requests, 2)
    })
  )

  it.effect("both reject a missing or empty name without any request", () =>
    Effect.gen(function* () {
      for (const call of [Code.removeBranch, Code.deleteBranch])
        for (const input of [{}, { branch: "" }, { branch: undefined }])
          yield* checkInvalidInput(untyped(call, input), "branch")
    })
  )
})
