/** Requests that would do damage: rejected by type, and at run time for callers without types, without a request. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Register from "@screeps-effect/api/Register"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, run, reasonOf } from "./support/fake.ts"

type Call = Effect.Effect<unknown, ScreepsError, ScreepsClient>

/** Calls an operation as a caller without types. */
const untyped = (operation: unknown, input: unknown) => (operation as (input: unknown) => Call)(input)
const password = Redacted.make("correct-password")

const invalid: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
  // A server empties the whole Memory before it fails to set a value that is not a plain object.
  ["the whole Memory set to a list", Memory.set({ value: [1, 2] }), "value"],
  ["the whole Memory set to text", Memory.set({ value: "creeps" }), "value"],
  ["the whole Memory set to null", Memory.set({ value: null }), "value"],
  ["the whole Memory set to a number", Memory.set({ value: 5 }), "value"],
  ["the whole Memory set to true", Memory.set({ value: true }), "value"],
  ["the whole Memory set to undefined", untyped(Memory.set, { value: undefined }), "value"],
  ["the whole Memory without a value", untyped(Memory.set, {}), "value"],
  ["the whole Memory without an input", untyped(Memory.set, undefined), "value"],
  ["a path of Memory set to undefined", untyped(Memory.set, { path: "flags", value: undefined }), "value"],
  ["a path of Memory without a value", untyped(Memory.set, { path: "flags" }), "value"],
  ["a path of Memory set to a function", untyped(Memory.set, { path: "flags", value: () => 1 }), "value"],
  ["a path of Memory set to a date", untyped(Memory.set, { path: "flags", value: new Date(0) }), "value"],
  ["a path of Memory set to NaN", Memory.set({ path: "flags", value: Number.NaN }), "value"],
  [
    "a path of Memory set to more than 1 MiB",
    Memory.set({ path: "flags", value: "x".repeat(1024 * 1024) }),
    "value"
  ],
  // Servers run paths unescaped in the player's script.
  ["an empty path for Memory.remove", Memory.remove({ path: "" }), "path"],
  ["a path with a quote", Memory.set({ path: "it's", value: 1 }), "path"],
  ["a path with a double quote", Memory.set({ path: 'a"b', value: 1 }), "path"],
  ["a path with a backtick", Memory.set({ path: "a`b", value: 1 }), "path"],
  ["a path with a back-slash", Memory.set({ path: "a\\", value: 1 }), "path"],
  ["a path with a line break", Memory.set({ path: "a\nb", value: 1 }), "path"],
  ["a path with a line separator", Memory.set({ path: "a\u2028b", value: 1 }), "path"],
  ["a path that is a number", untyped(Memory.set, { path: 5, value: 1 }), "path"],
  ["a path that is null", untyped(Memory.set, { path: null, value: 1 }), "path"],
  ["an unsafe path for Memory.get", Memory.get({ path: "x'];f();['" }), "path"],
  ["an unsafe path for Memory.read", Memory.read({ path: "x'];f();['" }, null as never), "path"],
  // A server with this mod stops when the password is missing.
  ["an account without a password", untyped(Register.submit, { username: "alice" }), "password"],
  [
    "an account with the password undefined",
    untyped(Register.submit, { username: "alice", password: undefined }),
    "password"
  ],
  [
    "an account with the password null",
    untyped(Register.submit, { username: "alice", password: null }),
    "password"
  ],
  [
    "an account with an unredacted password",
    untyped(Register.submit, { username: "alice", password: "bare" }),
    "password"
  ],
  [
    "an account with an empty password",
    Register.submit({ username: "alice", password: Redacted.make("") }),
    "password"
  ],
  ["an account without a name", untyped(Register.submit, { password }), "username"],
  ["a sign-in without a password", untyped(Auth.signIn, { email: "alice" }), "password"],
  // Servers respond with a fault, or with the data of all rooms.
  ["terrain without a room", untyped(Game.roomTerrain, {}), "room"],
  ["terrain of the room undefined", untyped(Game.roomTerrain, { room: undefined }), "room"],
  ["terrain of the room kitchen", untyped(Game.roomTerrain, { room: "kitchen" }), "room"],
  ["terrain of a room name that is valid only as a type", Game.roomTerrain({ room: "W1.5N-2" }), "room"],
  [
    "a room overview with slots of 7 minutes",
    untyped(Game.roomOverview, { room: "W1N1", interval: 7 }),
    "interval"
  ],
  ["a spawn outside the room", Game.placeSpawn({ room: "W1N1", x: 50, y: 0 }), "x"],
  ["a spawn with a fractional coordinate", Game.placeSpawn({ room: "W1N1", x: 1, y: 1.5 }), "y"],
  [
    "a spawn with a name of 51 characters",
    Game.placeSpawn({ room: "W1N1", x: 1, y: 1, name: "x".repeat(51) }),
    "name"
  ],
  ["an empty console command", User.console({ expression: "" }), "expression"],
  [
    "a console command of 1025 characters with its quotes",
    User.console({ expression: "x".repeat(1023) }),
    "expression"
  ],
  ["a missing console command", untyped(User.console, {}), "expression"],
  ["an upload without modules", untyped(Code.set, {}), "modules"],
  ["a module that the server would drop", Code.set({ modules: { $main: "" } }), "modules"],
  ["modules of more than 5 MiB", Code.set({ modules: { main: "x".repeat(5 * 1024 * 1024) } }), "modules"],
  ["a branch without a name", Code.get({ branch: "" }), "branch"],
  // Servers would ignore a misspelt field.
  ["an unknown field", untyped(Game.roomTerrain, { room: "W1N1", encodd: 1 }), "encodd"],
  ["a shard for an operation without shards", untyped(Code.get, { shard: "shard3" }), "shard"]
]

describe("invalid input", () => {
  for (const [what, call, field] of invalid) {
    it.effect(`is rejected without a request: ${what}`, () =>
      Effect.gen(function* () {
        const server = always({ ok: 1 })
        const reason = yield* reasonOf(call, server)
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
        assert.notMatch(reason.message, /correct-password|bare/)
        assert.isEmpty(server.requests)
      })
    )
  }
})

describe("input just within the limits", () => {
  it.effect("is sent", () =>
    Effect.gen(function* () {
      const server = always("user/memory-set.root")
      yield* run(Memory.set({ value: {} }), server)
      yield* run(Memory.set({ path: "flags", value: "x".repeat(1024 * 1024 - 2) }), server)
      yield* run(User.console({ expression: "x".repeat(1022) }), server)
      assert.lengthOf(server.requests, 3)
    })
  )
})
