/** The types of methods follow from those of the functions they are made from. */
import type * as operations from "@screeps-effect/api/operations"
import type { AnyOperation, Definition } from "@screeps-effect/api/Operation"
import type { GameTime } from "@screeps-effect/api/Game"
import type { RoomView } from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { FileSystem } from "effect/FileSystem"
import { describe, expectTypeOf, it } from "@effect/vitest"
import type { CallOptions, Connection, Methods } from "../src/index.ts"

type Operations = typeof operations

/** The operations of a group whose method does not exist, or does not return the operation's output. */
type Wrong<G, M> = {
  [K in keyof G]: G[K] extends AnyOperation & Definition<infer _I, infer A>
    ? K extends keyof M
      ? M[K] extends (...args: never) => Promise<A>
        ? never
        : K
      : K
    : never
}[keyof G]

declare const screeps: Connection

describe("methods", () => {
  it("exist for every operation and return its output", () => {
    type AllWrong = {
      [G in keyof Operations]: Wrong<Operations[G], Connection[Uncapitalize<G> & keyof Connection]>
    }[keyof Operations]
    expectTypeOf<AllWrong>().toEqualTypeOf<never>()
  })

  it("take the operation's input, then options", () => {
    type Input = { readonly shard?: string | undefined }
    expectTypeOf(screeps.game.time).parameter(1).toEqualTypeOf<CallOptions | undefined>()
    expectTypeOf(screeps.game.time).returns.toEqualTypeOf<Promise<GameTime>>()
    expectTypeOf(screeps.game.time).toBeCallableWith({ shard: "shard3" } satisfies Input)
    expectTypeOf(screeps.game.version).parameter(0).toEqualTypeOf<CallOptions | undefined>()
    // @ts-expect-error -- the room is required
    void screeps.game.roomTerrain({})
    // @ts-expect-error -- a misspelt resource
    void screeps.market.orders({ resourceType: "enrgy" })
  })

  it("do not exist for effects that need more than a connection", () => {
    type Found = Methods<{
      readonly file: Effect.Effect<number, never, FileSystem>
      readonly value: Effect.Effect<number>
    }>
    expectTypeOf<keyof Found>().toEqualTypeOf<"value">()
  })

  it("of Memory are typed by a schema only", () => {
    const schema = Schema.Struct({ reserve: Schema.Finite })
    expectTypeOf(screeps.memory.read({ path: "a" })).toEqualTypeOf<Promise<unknown>>()
    expectTypeOf(screeps.memory.read({ path: "a", schema })).toEqualTypeOf<
      Promise<{ readonly reserve: number } | undefined>
    >()
  })

  it("of segments are typed by a schema only", () => {
    expectTypeOf(screeps.segments.readJson({ segment: 0 })).toEqualTypeOf<Promise<unknown>>()
    expectTypeOf(screeps.segments.readJson({ segment: 0, schema: Schema.String })).toEqualTypeOf<
      Promise<string | undefined>
    >()
  })

  it("of streams are async iterables", () => {
    expectTypeOf(screeps.rooms.states("W7N3")).toEqualTypeOf<AsyncIterable<RoomView>>()
    expectTypeOf(screeps.channels.money()).toEqualTypeOf<AsyncIterable<number>>()
  })

  it("run effects that need no more than the connection", () => {
    expectTypeOf(screeps.run(Effect.succeed(1))).toEqualTypeOf<Promise<number>>()
    type Accepted = Parameters<typeof screeps.run<number, never>>[0]
    expectTypeOf<Effect.Effect<number>>().toExtend<Accepted>()
    expectTypeOf<Effect.Effect<number, never, FileSystem>>().not.toExtend<Accepted>()
  })
})
