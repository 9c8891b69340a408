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

type Call<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

describe("an operation without input", () => {
  it("accepts no argument", () => {
    expectTypeOf(Game.version()).toEqualTypeOf<Call<Game.Version>>()
    expectTypeOf(Auth.me()).toEqualTypeOf<Call<Auth.Me>>()
    expectTypeOf<ReturnType<typeof User.branches>>().toEqualTypeOf<Call<User.Branches>>()
    // @ts-expect-error a version belongs to no shard
    void Game.version({ shard: "x" })
    // @ts-expect-error not even an empty input
    void Game.version({})
  })
})

describe("an operation with optional input", () => {
  it("is called with or without an argument", () => {
    expectTypeOf(Game.time()).toEqualTypeOf<Call<Game.GameTime>>()
    expectTypeOf(Game.time({ shard: "shard3" })).toEqualTypeOf<Call<Game.GameTime>>()
    expectTypeOf(Game.time({ shard: undefined })).toEqualTypeOf<Call<Game.GameTime>>()
    expectTypeOf(Code.get()).toEqualTypeOf<Call<Code.Code>>()
    expectTypeOf(Memory.get({ path: "creeps" })).toEqualTypeOf<Call<Memory.MemoryData>>()
    // @ts-expect-error a misspelt key
    void Game.time({ shrad: "shard3" })
    // @ts-expect-error a shard is text
    void Game.time({ shard: 3 })
  })
})

describe("an operation with required input", () => {
  it("requires its input", () => {
    const text: string = "W1N1"
    expectTypeOf(Game.roomTerrain({ room: "W1N1" })).toEqualTypeOf<Call<Game.RoomTerrain>>()
    expectTypeOf(Game.roomTerrain({ room: "W1N1", encoded: 1, shard: "shard0" })).toEqualTypeOf<
      Call<Game.RoomTerrain>
    >()
    // @ts-expect-error room is required
    void Game.roomTerrain()
    // @ts-expect-error room is required
    void Game.roomTerrain({})
    // @ts-expect-error a misspelt key
    void Game.roomTerrain({ room: "W1N1", encodd: 1 })
    // @ts-expect-error kitchen is not a room name
    void Game.roomTerrain({ room: "kitchen" })
    // @ts-expect-error a string is not a RoomName before it is checked
    void Game.roomTerrain({ room: text })
  })

  it("accepts only the members of a closed set", () => {
    expectTypeOf(Game.roomOverview({ room: "W1N1", interval: 180 })).toEqualTypeOf<Call<Game.RoomOverview>>()
    // @ts-expect-error an interval is 8, 180 or 1440 minutes
    void Game.roomOverview({ room: "W1N1", interval: 7 })
  })

  it("accepts secrets only as Redacted", () => {
    const password = Redacted.make("correct-password")
    expectTypeOf(Register.submit({ username: "alice", password })).toEqualTypeOf<Call<Ok>>()
    // @ts-expect-error a server stops when the new account's password is missing
    void Register.submit({ username: "alice" })
    // @ts-expect-error an unredacted password would appear in logs
    void Auth.signIn({ email: "alice", password: "correct-password" })
    expectTypeOf<Auth.SignedIn["token"]>().toEqualTypeOf<Redacted.Redacted>()
  })

  it("requires a value for Memory.set", () => {
    expectTypeOf(Memory.set({ path: "flags", value: null })).toExtend<Call<unknown>>()
    // @ts-expect-error without a value the server would delete
    void Memory.set({ path: "flags" })
    // @ts-expect-error undefined would delete, too
    void Memory.set({ path: "flags", value: undefined })
  })
})

describe("a definition of an operation", () => {
  it("determines the call signature by its input", () => {
    expectTypeOf(Operation.get("/x", { output: Ok })).toEqualTypeOf<Operation.NullaryOperation<Ok>>()
    expectTypeOf(Operation.get("/x", { output: Ok, shard: "optional" })).toExtend<
      (input?: { shard?: string }) => Call<Ok>
    >()
    const required = Operation.post("/x", { input: { text: Schema.String }, output: Ok })
    expectTypeOf(required).toEqualTypeOf<Operation.Operation<{ readonly text: string }, Ok>>()
    expectTypeOf(required).parameters.toEqualTypeOf<[input: { readonly text: string }]>()
  })

  it("has no defaults for required fields", () => {
    const input = { room: Schema.String, interval: Schema.optional(Schema.Int) }
    const declared = Operation.get("/x", { input, output: Ok, defaults: { interval: 8 } })
    expectTypeOf(declared).toExtend<Operation.AnyOperation>()
    // @ts-expect-error a default would hide that room is required
    Operation.get("/x", { input, output: Ok, defaults: { room: "W1N1" } })
  })

  it("begins its path with a slash", () => {
    expectTypeOf(Operation.get("/api/version", { output: Ok })).toExtend<Operation.AnyOperation>()
    // @ts-expect-error a path without a slash cannot be appended to a server's URL
    Operation.get("api/version", { output: Ok })
  })
})

describe("operations as data", () => {
  it("take an input of any type if they were found, and else cannot be called, because their inputs differ", () => {
    expectTypeOf(all).toEqualTypeOf<ReadonlyArray<Operation.UnknownOperation>>()
    expectTypeOf<Operation.UnknownOperation>().toExtend<Operation.AnyOperation>()
    expectTypeOf<Operation.AnyOperation>().not.toExtend<(...input: ReadonlyArray<never>) => unknown>()
  })
})
