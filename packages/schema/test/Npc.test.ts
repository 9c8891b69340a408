import * as Npc from "@screeps-effect/schema/Npc"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"

describe("a non-player user", () => {
  it("is the invader or the source keeper", () => {
    assert.isTrue(Npc.isNpc(UserId.invader))
    assert.isTrue(Npc.isNpc(UserId.sourceKeeper))
    assert.isFalse(Npc.isNpc(UserId.make("7c8fe39e74fdae1")))
  })

  it("has a name, which may contain a space", () => {
    assert.deepStrictEqual(
      Npc.all.map(({ username }) => username),
      ["Invader", "Source Keeper"]
    )
  })
})
