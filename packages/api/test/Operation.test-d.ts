import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import { all } from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Operation from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as User from "@screeps-effect/api/User"
import { Ok } from "@screeps-effect/schema/Envelope"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe, expectTypeOf, it } from "vitest"

type Asked<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

describe("an operation that takes nothing", () => {
  it("is called with nothing", () => {
    expectTypeOf(Game.version()).toEqualTypeOf<Asked<Game.Version>>()
    expectTypeOf(Auth.me()).toEqualTypeOf<Asked<Auth.Me>>()
    expectTypeOf<ReturnType<typeof User.branches>>().toEqualTypeOf<Asked<User.Branches>>()
    // @ts-expect-error a version belongs to no shard
    void Game.version({ shard: "x" })
    // @ts-expect-error not even an empty input
    void Game.version({})
  })
})

describe("an operation that may be told something", () => {
  it("is called with and without", () => {
    expectTypeOf(Game.time()).toEqualTypeOf<Asked<Game.GameTime>>()
    expectTypeOf(Game.time({ shard: "shard3" })).toEqualTypeOf<Asked<Game.GameTime>>()
    expectTypeOf(Game.time({ shard: undefined })).toEqualTypeOf<Asked<Game.GameTime>>()
    expectTypeOf(Code.get()).toEqualTypeOf<Asked<Code.Code>>()
    expectTypeOf(Memory.get({ path: "creeps" })).toEqualTypeOf<Asked<Memory.MemoryData>>()
    // @ts-expect-error a misspelt key
    void Game.time({ shrad: "shard3" })
    // @ts-expect-error a shard is text
    void Game.time({ shard: 3 })
  })
})

describe("an operation that must be told something", () => {
  it("is called with it", () => {
    const text: string = "W1N1"
    expectTypeOf(Game.roomTerrain({ room: "W1N1" })).toEqualTypeOf<Asked<Game.RoomTerrain>>()
    expectTypeOf(Game.roomTerrain({ room: "W1N1", encoded: 1, shard: "shard0" })).toEqualTypeOf<
      Asked<Game.RoomTerrain>
    >()
    // @ts-expect-error which room?
    void Game.roomTerrain()
    // @ts-expect-error which room?
    void Game.roomTerrain({})
    // @ts-expect-error a misspelt key
    void Game.roomTerrain({ room: "W1N1", encodd: 1 })
    // @ts-expect-error a kitchen is no room of the game
    void Game.roomTerrain({ room: "kitchen" })
    // @ts-expect-error unchecked text is no room yet
    void Game.roomTerrain({ room: text })
  })

  it("takes closed sets as such", () => {
    expectTypeOf(Game.roomOverview({ room: "W1N1", interval: 180 })).toEqualTypeOf<Asked<Game.RoomOverview>>()
    // @ts-expect-error slots are of 8, 180 or 1440 minutes
    void Game.roomOverview({ room: "W1N1", interval: 7 })
  })

  it("takes secrets in wrapping only", () => {
    const password = Redacted.make("correct-password")
    expectTypeOf(Register.submit({ username: "alice", password })).toEqualTypeOf<Asked<Ok>>()
    // @ts-expect-error a server without a password for the new account would stop
    void Register.submit({ username: "alice" })
    // @ts-expect-error a bare password ends up in logs
    void Auth.signIn({ email: "alice", password: "correct-password" })
    expectTypeOf<Auth.SignedIn["token"]>().toEqualTypeOf<Redacted.Redacted>()
  })

  it("writes Memory with a value, never with nothing", () => {
    expectTypeOf(Memory.set({ path: "flags", value: null })).toExtend<Asked<unknown>>()
    // @ts-expect-error without a value the server would delete
    void Memory.set({ path: "flags" })
    // @ts-expect-error undefined would delete, too
    void Memory.set({ path: "flags", value: undefined })
  })
})

describe("a declaration", () => {
  it("chooses the call shape by the input", () => {
    expectTypeOf(Operation.get("/x", { output: Ok })).toEqualTypeOf<Operation.NullaryOperation<Ok>>()
    expectTypeOf(Operation.get("/x", { output: Ok, shard: "optional" })).toExtend<
      (input?: { shard?: string }) => Asked<Ok>
    >()
    const needy = Operation.post("/x", { input: { text: Schema.String }, output: Ok })
    expectTypeOf(needy).toEqualTypeOf<Operation.Operation<{ readonly text: string }, Ok>>()
    expectTypeOf(needy).parameters.toEqualTypeOf<[input: { readonly text: string }]>()
  })

  it("has no defaults for fields that must be told", () => {
    const input = { room: Schema.String, interval: Schema.optional(Schema.Int) }
    const declared = Operation.get("/x", { input, output: Ok, defaults: { interval: 8 } })
    expectTypeOf(declared).toExtend<Operation.AnyOperation>()
    // @ts-expect-error a default would hide that the room is needed
    Operation.get("/x", { input, output: Ok, defaults: { room: "W1N1" } })
  })

  it("begins its path with a slash", () => {
    expectTypeOf(Operation.get("/api/version", { output: Ok })).toExtend<Operation.AnyOperation>()
    // @ts-expect-error addresses are made by appending
    Operation.get("api/version", { output: Ok })
  })
})

describe("operations as data", () => {
  it("cannot be called, since their inputs differ", () => {
    expectTypeOf(all).toEqualTypeOf<ReadonlyArray<Operation.AnyOperation>>()
    expectTypeOf<Operation.AnyOperation>().not.toExtend<(...input: ReadonlyArray<never>) => unknown>()
  })
})
