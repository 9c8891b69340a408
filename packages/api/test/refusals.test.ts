/** Requests that would do damage: refused by type, and at run time for callers without types. Nothing is sent. */
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
import { always, ask, why } from "./support/fake.ts"

type Asked = Effect.Effect<unknown, ScreepsError, ScreepsClient>

/** As a caller without types sees an operation. */
const untyped = (operation: unknown, input: unknown) => (operation as (input: unknown) => Asked)(input)
const password = Redacted.make("correct-password")

const refused: ReadonlyArray<readonly [what: string, call: Asked, field: string]> = [
  // Whole Memory is emptied before anything else than a plain object fails to fill it.
  ["Memory filled with a list", Memory.set({ value: [1, 2] }), "value"],
  ["Memory filled with text", Memory.set({ value: "creeps" }), "value"],
  ["Memory filled with null", Memory.set({ value: null }), "value"],
  ["Memory filled with a number", Memory.set({ value: 5 }), "value"],
  ["Memory filled with true", Memory.set({ value: true }), "value"],
  ["Memory filled with undefined", untyped(Memory.set, { value: undefined }), "value"],
  ["Memory filled with nothing", untyped(Memory.set, {}), "value"],
  ["Memory filled without an input", untyped(Memory.set, undefined), "value"],
  [
    "a part of Memory overwritten with undefined",
    untyped(Memory.set, { path: "flags", value: undefined }),
    "value"
  ],
  ["a part of Memory overwritten with nothing", untyped(Memory.set, { path: "flags" }), "value"],
  [
    "a part of Memory overwritten with a function",
    untyped(Memory.set, { path: "flags", value: () => 1 }),
    "value"
  ],
  [
    "a part of Memory overwritten with a date",
    untyped(Memory.set, { path: "flags", value: new Date(0) }),
    "value"
  ],
  ["a part of Memory overwritten with NaN", Memory.set({ path: "flags", value: Number.NaN }), "value"],
  [
    "a part of Memory of more than 1 MiB",
    Memory.set({ path: "flags", value: "x".repeat(1024 * 1024) }),
    "value"
  ],
  // Paths run unescaped in a script of the player.
  ["an empty path", Memory.set({ path: "", value: {} }), "path"],
  ["a path with a quote", Memory.set({ path: "it's", value: 1 }), "path"],
  ["a path with a double quote", Memory.set({ path: 'a"b', value: 1 }), "path"],
  ["a path with a backtick", Memory.set({ path: "a`b", value: 1 }), "path"],
  ["a path with a back-slash", Memory.set({ path: "a\\", value: 1 }), "path"],
  ["a path with a line break", Memory.set({ path: "a\nb", value: 1 }), "path"],
  ["a path with a line separator", Memory.set({ path: "a\u2028b", value: 1 }), "path"],
  ["a path that is a number", untyped(Memory.set, { path: 5, value: 1 }), "path"],
  ["a path that is null", untyped(Memory.set, { path: null, value: 1 }), "path"],
  ["a bad path for reading", Memory.get({ path: "x'];f();['" }), "path"],
  ["a bad path for reading and unpacking", Memory.read({ path: "x'];f();['" }, null as never), "path"],
  // A server with this mod ends when the password is missing.
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
    "an account with a bare password",
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
  // These are answered with a fault of the server, or with the data of everything.
  ["terrain of no room", untyped(Game.roomTerrain, {}), "room"],
  ["terrain of undefined", untyped(Game.roomTerrain, { room: undefined }), "room"],
  ["terrain of a kitchen", untyped(Game.roomTerrain, { room: "kitchen" }), "room"],
  ["terrain of a room that has only the type of one", Game.roomTerrain({ room: "W1.5N-2" }), "room"],
  [
    "a statistic with slots of 7 minutes",
    untyped(Game.roomOverview, { room: "W1N1", interval: 7 }),
    "interval"
  ],
  ["a spawn beyond the room", Game.placeSpawn({ room: "W1N1", x: 50, y: 0 }), "x"],
  ["a spawn between squares", Game.placeSpawn({ room: "W1N1", x: 1, y: 1.5 }), "y"],
  [
    "a spawn with a name of 51 characters",
    Game.placeSpawn({ room: "W1N1", x: 1, y: 1, name: "x".repeat(51) }),
    "name"
  ],
  ["an empty line for the console", User.console({ expression: "" }), "expression"],
  ["a line of 1025 characters with its quotes", User.console({ expression: "x".repeat(1023) }), "expression"],
  ["no line for the console", untyped(User.console, {}), "expression"],
  ["no modules", untyped(Code.set, {}), "modules"],
  ["a module that the server would drop", Code.set({ modules: { $main: "" } }), "modules"],
  ["modules of more than 5 MiB", Code.set({ modules: { main: "x".repeat(5 * 1024 * 1024) } }), "modules"],
  ["a branch without a name", Code.get({ branch: "" }), "branch"],
  // Misspelt, it would be passed over in silence.
  [
    "a field that the endpoint does not have",
    untyped(Game.roomTerrain, { room: "W1N1", encodd: 1 }),
    "encodd"
  ],
  ["a shard where none is taken", untyped(Code.get, { shard: "shard3" }), "shard"]
]

describe("nothing is sent", () => {
  for (const [what, call, field] of refused) {
    it.effect(`for ${what}`, () =>
      Effect.gen(function* () {
        const server = always({ ok: 1 })
        const reason = yield* why(call, server)
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
        assert.notMatch(reason.message, /correct-password|bare/)
        assert.isEmpty(server.asked)
      })
    )
  }
})

describe("what is just within the limits", () => {
  it.effect("is sent", () =>
    Effect.gen(function* () {
      const server = always("user/memory-set.root")
      yield* ask(Memory.set({ value: {} }), server)
      yield* ask(Memory.set({ path: "flags", value: "x".repeat(1024 * 1024 - 2) }), server)
      yield* ask(User.console({ expression: "x".repeat(1022) }), server)
      assert.lengthOf(server.asked, 3)
    })
  )
})
