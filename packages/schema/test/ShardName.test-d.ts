import type { ShardName } from "@screeps-effect/schema/ShardName"
import { describe, expectTypeOf, it } from "vitest"

describe("a shard's name", () => {
  it("is any text, known ones being offered", () => {
    expectTypeOf<"shard3">().toExtend<ShardName>()
    expectTypeOf<"privSrv">().toExtend<ShardName>()
    expectTypeOf<number>().not.toExtend<ShardName>()
  })
})
