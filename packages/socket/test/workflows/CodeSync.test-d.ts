import type { LocalFileError } from "@screeps-effect/api/LocalFile"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import type * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import type * as Stream from "effect/Stream"
import { describe, expectTypeOf, it } from "vitest"

const options: CodeSync.PushOptions = { branch: "default" }

describe("a push", () => {
  it("requires the socket only with confirm", () => {
    expectTypeOf(CodeSync.push({})).toEqualTypeOf<
      Effect.Effect<CodeSync.Pushed, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(CodeSync.push({}, { branch: "default" })).toEqualTypeOf<
      Effect.Effect<CodeSync.Pushed, ScreepsError, ScreepsClient>
    >()
    expectTypeOf(CodeSync.push({}, { branch: "default", confirm: "5 seconds" })).toEqualTypeOf<
      Effect.Effect<CodeSync.Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket>
    >()
    expectTypeOf(CodeSync.push({}, options)).toEqualTypeOf<
      Effect.Effect<CodeSync.Pushed, ScreepsError | SocketError, ScreepsClient | ScreepsSocket>
    >()
  })

  it("accepts only known literals", () => {
    expectTypeOf<{}>().toExtend<CodeSync.PushOptions>()
    // @ts-expect-error -- withoutMain takes "upload" only
    void CodeSync.push({}, { branch: "default", withoutMain: true })
    // @ts-expect-error -- branches run in the world or in the simulation
    void CodeSync.push({}, { branch: "default", activate: "default" })
    // @ts-expect-error -- neither text nor binary
    void CodeSync.push({ main: 1 }, { branch: "default" })
  })
})

describe("a watch", () => {
  it("fails only when the folder cannot be watched", () => {
    expectTypeOf(CodeSync.watch("/code", { branch: "default" })).toEqualTypeOf<
      Stream.Stream<CodeSync.Watched, LocalFileError, ScreepsClient | FileSystem | Path>
    >()
    expectTypeOf(CodeSync.watch("/code", { branch: "default", confirm: 1000 })).toEqualTypeOf<
      Stream.Stream<
        CodeSync.Watched<SocketError>,
        LocalFileError,
        ScreepsClient | ScreepsSocket | FileSystem | Path
      >
    >()
    // @ts-expect-error -- watch has no dry run
    void CodeSync.watch("/code", { branch: "default", dryRun: true })
  })
})
