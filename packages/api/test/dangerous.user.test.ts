/**
 * Account requests that would do damage on a server: rejected at run time for callers without types, without a
 * request. Calls that list the branches first send only that request.
 */
import * as Account from "@screeps-effect/api/Account"
import * as Code from "@screeps-effect/api/Code"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import * as Register from "@screeps-effect/api/Register"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { always, reasonOf } from "./support/fake.ts"
import { byPath, type Call, official, linesWithBody, untyped } from "./support/calls.ts"

/** Values that callers without types pass instead of a required string. */
const notStrings = [undefined, null, "", 0, false, [], {}] as const
const password = Redacted.make("correct-password")
const tooMuchCode = { main: "x".repeat(5 * 1024 * 1024) }

interface DangerousCall {
  /** What a server does with such a request. */
  readonly would: string
  readonly operation: unknown
  readonly inputs: ReadonlyArray<unknown>
  readonly field: string
}

const dangers: Readonly<Record<string, DangerousCall>> = {
  "a message marked as read without an id": {
    would: "would mark every message of every user",
    operation: Messages.markRead,
    inputs: [undefined, {}, ...notStrings.map((id) => ({ id }))],
    field: "id"
  },
  "a message without a recipient": {
    would: "would send it to an arbitrary user",
    operation: Messages.send,
    inputs: [{ text: "x" }, ...notStrings.map((respondent) => ({ respondent, text: "x" }))],
    field: "respondent"
  },
  "a conversation without the other user": {
    would: "would return a mixture of conversations",
    operation: Messages.list,
    inputs: [undefined, {}, ...notStrings.map((respondent) => ({ respondent }))],
    field: "respondent"
  },
  "a write to Memory without a path and a value": {
    would: "would empty the whole Memory",
    operation: Memory.set,
    inputs: [undefined, {}, { value: undefined }, { path: undefined, value: undefined }],
    field: "value"
  },
  "a write of the whole Memory that is not a plain object": {
    would: "would empty the whole Memory",
    operation: Memory.set,
    inputs: [[1], "creeps", null, 5, true, Number.NaN, () => 1, new Date(0), 5n].flatMap((value) => [
      { value },
      { path: "", value }
    ]),
    field: "value"
  },
  "a write of undefined to a part of Memory": {
    would: "would delete it",
    operation: Memory.set,
    inputs: [{ path: "flags" }, { path: "flags", value: undefined }],
    field: "value"
  },
  "a write to a path that runs as code": {
    would: "would run it in the player's script",
    operation: Memory.set,
    inputs: ["x'];f();['", 'a"b', "a`b", "a\\", "a\nb", "a\rb", "a\u2028b", "a\u2029b"].map((path) => ({
      path,
      value: 1
    })),
    field: "path"
  },
  "a removal of a path that runs as code": {
    would: "would run it in the player's script",
    operation: Memory.remove,
    inputs: ["x'];f();['", 'a"b', "a`b", "a\\", "a\nb", "a\rb", "a\u2028b", "a\u2029b"].map((path) => ({
      path
    })),
    field: "path"
  },
  "a removal without a path": {
    would: "would empty the whole Memory",
    operation: Memory.remove,
    inputs: [undefined, {}, ...notStrings.map((path) => ({ path }))],
    field: "path"
  },
  "a typed write of the whole Memory that is not a plain object": {
    would: "would empty the whole Memory",
    operation: (input: unknown) => untyped((value: never) => Memory.write(value, Schema.Unknown), input),
    inputs: [[1], "creeps", null, 5, undefined].flatMap((value) => [{ value }, { path: "", value }]),
    field: "value"
  },
  "an account without a password": {
    would: "would stop",
    operation: Register.submit,
    inputs: [
      { username: "alice" },
      ...[true, 5, {}, [], ...notStrings].flatMap((value) =>
        [value, Redacted.make(value)].map((bare) => ({ username: "alice", password: bare }))
      )
    ],
    field: "password"
  },
  "a change of password without the acknowledge text": {
    would: "would stop when the old password is wrong",
    operation: Account.changePassword,
    inputs: [undefined, true, 1, "", "yes", "a wrong old password ends the server."].map((acknowledge) => ({
      oldPassword: password,
      password,
      acknowledge
    })),
    field: "acknowledge"
  },
  "a change to an invalid password": {
    would: "would reject it or stop",
    operation: Account.changePassword,
    inputs: [undefined, null, "", "bare", Redacted.make("")].map((password) => ({
      password,
      acknowledge: "a wrong old password ends the server"
    })),
    field: "password"
  },
  "code without the module main": {
    would: "would run no code",
    operation: Code.set,
    inputs: [{}, { other: "1" }, { Main: "1" }, { "main.js": "1" }].map((modules) => ({ modules })),
    field: "modules"
  },
  "a copy of a branch without a new name": {
    would: "would create a branch without a name",
    operation: Code.cloneBranch,
    inputs: [undefined, null, "", 5].map((newName) => ({ branch: "dev", newName, existing: "overwrite" })),
    field: "newName"
  },
  "a copy of a branch with Code.clone without a new name": {
    would: "would create a branch without a name",
    operation: Code.clone,
    inputs: [undefined, null, "", 5].map((newName) => ({ branch: "dev", newName })),
    field: "newName"
  },
  "a new branch without a name": {
    would: "would create a branch without a name",
    operation: Code.createBranch,
    inputs: [undefined, null, "", 5].map((newName) => ({ modules: {}, newName })),
    field: "newName"
  },
  "a copy of a branch over another without consent": {
    would: "would lose its code",
    operation: Code.cloneBranch,
    inputs: [null, true, "refuse", "yes"].map((existing) => ({
      branch: "default",
      newName: "dev",
      existing
    })),
    field: "existing"
  },
  "a search for a user without a name or id": {
    would: "would return an arbitrary user",
    operation: User.find,
    inputs: [undefined, {}, { username: undefined }, { id: undefined }, { username: "bob", id: "2" }],
    field: "username"
  },
  "a search for a user by an invalid name": {
    would: "would return an arbitrary user",
    operation: User.find,
    inputs: [null, "", 0, false, []].map((username) => ({ username })),
    field: "username"
  },
  "a search for a user by an invalid id": {
    would: "would return an arbitrary user",
    operation: User.find,
    inputs: [null, "", 0, false, []].map((id) => ({ id })),
    field: "id"
  },
  "the rooms of a user without an id": {
    would: "would return the rooms of all users",
    operation: User.rooms,
    inputs: [undefined, {}, { reservation: 1 }, ...notStrings.map((id) => ({ id }))],
    field: "id"
  },
  "an invalid segment number": {
    would: "would reject it or read another segment",
    operation: Segments.get,
    inputs: [undefined, {}, ...[null, "", -1, 100, 1.5, [], [100], "7,x"].map((segment) => ({ segment }))],
    field: "segment"
  },
  "a write to an invalid segment number": {
    would: "would reject it or write another segment",
    operation: Segments.set,
    inputs: [undefined, null, "7", -1, 100, 1.5, [7]].map((segment) => ({ segment, data: "x" })),
    field: "segment"
  },
  "a write to a segment of data that is not text or too long": {
    would: "would store what scripts cannot read, or reject it",
    operation: Segments.set,
    inputs: [undefined, null, 5, {}, "x".repeat(102401)].map((data) => ({ segment: 7, data })),
    field: "data"
  },
  "modules over the server's limit": {
    would: "would reject it after the whole upload",
    operation: Code.set,
    inputs: [{ modules: tooMuchCode }, { modules: { $main: "" } }, {}, { modules: null }],
    field: "modules"
  },
  "an account with modules over the server's limit": {
    would: "would reject it after the whole upload",
    operation: Register.submit,
    inputs: [{ username: "alice", password, modules: tooMuchCode }],
    field: "modules"
  },
  "a new branch with modules over the server's limit": {
    would: "would reject it after the whole upload",
    operation: Code.createBranch,
    inputs: [{ newName: "dev", modules: tooMuchCode }],
    field: "defaultModules"
  }
}

describe("a dangerous account request", () => {
  for (const [what, { field, inputs, operation, would }] of Object.entries(dangers)) {
    it.effect(`is rejected without a request: ${what} (a server ${would})`, () =>
      Effect.gen(function* () {
        assert.isNotEmpty(inputs)
        for (const input of inputs)
          for (const options of [{}, official]) {
            const server = always({ ok: 1 })
            const reason = yield* reasonOf(untyped(operation, input), server, options)
            assert.strictEqual(reason._tag, "InvalidInput")
            assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
            assert.notMatch(reason.message, /correct-password|bare/)
            assert.isEmpty(server.requests)
          }
      })
    )
  }
})

const branches = {
  ok: 1,
  list: [
    { _id: "1", branch: "default", activeWorld: true, activeSim: true },
    { _id: "2", branch: "dev" }
  ]
}

const rejectedAfterListing: Readonly<
  Record<string, { readonly call: unknown; readonly input: unknown; readonly field: string }>
> = {
  "a copy over another branch": {
    call: Code.clone,
    input: { branch: "default", newName: "dev" },
    field: "newName"
  },
  "a copy over another branch with Code.cloneBranch": {
    call: Code.cloneBranch,
    input: { branch: "default", newName: "dev" },
    field: "newName"
  },
  "a new branch over another": {
    call: Code.createBranch,
    input: { newName: "dev", modules: {} },
    field: "newName"
  },
  "a copy of an unknown branch": {
    call: Code.clone,
    input: { branch: "nope", newName: "new" },
    field: "branch"
  },
  "a removal of the active branch": {
    call: Code.removeBranch,
    input: { branch: "default" },
    field: "branch"
  },
  "a removal of the active branch by its alias": {
    call: Code.removeBranch,
    input: { branch: "$activeWorld" },
    field: "branch"
  }
}

describe("a dangerous branch request", () => {
  for (const [what, { call, field, input }] of Object.entries(rejectedAfterListing)) {
    it.effect(`is rejected after listing the branches: ${what}`, () =>
      Effect.gen(function* () {
        const server = byPath({ "/api/user/branches": branches })
        const reason = yield* reasonOf(untyped(call, input), server)
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual("field" in reason ? reason.field : undefined, field)
        assert.deepStrictEqual(linesWithBody(server), ["GET /api/user/branches"])
      })
    )
  }
})

describe("a request of Memory or segments without a shard", () => {
  const calls: ReadonlyArray<Call> = [
    Memory.set({ path: "a", value: 1 }),
    Memory.remove({ path: "a" }),
    Memory.clear(),
    Memory.write({ path: "a", value: 1 }, Schema.Finite),
    Segments.get({ segment: 1 }),
    Segments.set({ segment: 1, data: "" }),
    Segments.readMany({ segments: [1, 2] })
  ]
  it.effect("is not sent to an official server, which would use another shard", () =>
    Effect.gen(function* () {
      for (const call of calls) {
        const server = always({ ok: 1 })
        const reason = yield* reasonOf(call, server, { server: Server.official() })
        assert.strictEqual(reason._tag, "ShardRequired")
        assert.isEmpty(server.requests)
      }
    })
  )
})
