import type { ShardName } from "@screeps-effect/schema/ShardName"
import { describe, expectTypeOf, it } from "vitest"

describe("a shard name", () => {
  it("is any text, with the known names as suggestions", () => {
    expectTypeOf<"shard3">().toExtend<ShardName>()
    expectTypeOf<"privSrv">().toExtend<ShardName>()
    expectTypeOf<number>().not.toExtend<ShardName>()
  })
})
