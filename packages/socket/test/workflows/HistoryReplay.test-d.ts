import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import type { KeyValueStore, KeyValueStoreError } from "effect/persistence/KeyValueStore"
import type * as Stream from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

type Element<S> = S extends Stream.Stream<infer A, infer _E, infer _R> ? A : never

declare const store: KeyValueStore

describe("a room's history", () => {
  it("emits the same type as the live feed", () => {
    expectTypeOf<Element<ReturnType<typeof HistoryReplay.states>>>().toEqualTypeOf<
      Element<ReturnType<typeof RoomFeed.states>>
    >()
    expectTypeOf(HistoryReplay.states("W5N8", 0, 10)).toEqualTypeOf<
      Stream.Stream<RoomFeed.RoomView, ScreepsError, ScreepsClient>
    >()
  })

  it("can be cached in Effect's KeyValueStore, whose errors are typed", () => {
    expectTypeOf(HistoryReplay.states("W5N8", 0, 10, { cache: store })).toEqualTypeOf<
      Stream.Stream<RoomFeed.RoomView, ScreepsError | KeyValueStoreError, ScreepsClient>
    >()
  })

  it("accepts only room names", () => {
    // @ts-expect-error -- no room
    void HistoryReplay.states("kitchen", 0, 10)
    expectTypeOf(HistoryReplay.states).parameter(0).toEqualTypeOf<RoomName>()
  })
})
