import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import { Console, MemoryWatch } from "@screeps-effect/socket/workflows"
import type { Effect } from "effect/Effect"
import type { Option } from "effect/Option"
import * as Schema from "effect/Schema"
import type { Stream } from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

type Both = ScreepsSocket | ScreepsClient

describe("Console", () => {
  it("returns the text of a result, and has typed errors", () => {
    expectTypeOf(Console.run("1")).toEqualTypeOf<
      Effect<string, Console.Threw | Console.NoAnswer | SocketError | ScreepsError, Both>
    >()
  })

  it("returns the schema's type with runAs", () => {
    expectTypeOf(Console.runAs(Schema.Int, "1")).toEqualTypeOf<
      Effect<number, Console.RunError | Console.Mismatch, Both>
    >()
  })

  it("requires only the socket for lines", () => {
    expectTypeOf(Console.lines()).toEqualTypeOf<Stream<Console.Line, SocketError, ScreepsSocket>>()
  })
})

describe("MemoryWatch", () => {
  it("emits options of the schema's type", () => {
    expectTypeOf(MemoryWatch.stream("a", Schema.Int)).toEqualTypeOf<
      Stream<Option<number>, SocketError | ScreepsError | MemoryWatch.DecodeFailure, Both>
    >()
  })
})
