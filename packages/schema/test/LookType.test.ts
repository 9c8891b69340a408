import * as LookType from "@screeps-effect/schema/LookType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("LookType", () => {
  it("has fourteen known values in every world and five more in seasons", () => {
    assert.lengthOf(new Set([...LookType.all, ...LookType.seasonal]), 14 + 5)
  })

  it("accepts types that mods add", () => {
    assert.deepStrictEqual(
      Schema.decodeUnknownResult(LookType.LookType)("kitchen"),
      Result.succeed("kitchen")
    )
  })
})
