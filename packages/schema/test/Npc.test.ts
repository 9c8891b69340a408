import * as Npc from "@screeps-effect/schema/Npc"
import { assert, describe, it } from "@effect/vitest"

describe("a non-player user", () => {
  it("has a name, which may contain a space", () => {
    assert.deepStrictEqual(
      Npc.all.map(({ username }) => username),
      ["Invader", "Source Keeper"]
    )
  })
})
