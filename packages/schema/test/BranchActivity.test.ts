import * as BranchActivity from "@screeps-effect/schema/BranchActivity"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("an active branch", () => {
  it("runs in the world or in the simulation", () => {
    const decode = Schema.decodeUnknownResult(BranchActivity.BranchActivity)
    assert.deepStrictEqual(
      BranchActivity.all.map((activity) => Result.getOrThrow(decode(activity))),
      ["activeWorld", "activeSim"]
    )
    assert.isTrue(Result.isFailure(decode("$activeWorld")))
  })

  it("is asked for by a name of its own", () => {
    assert.deepStrictEqual(BranchActivity.all.map(BranchActivity.branch), ["$activeWorld", "$activeSim"])
  })
})
