import * as BranchActivity from "@screeps-effect/schema/BranchActivity"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a branch activity", () => {
  it("is activeWorld or activeSim", () => {
    const decode = Schema.decodeUnknownResult(BranchActivity.BranchActivity)
    assert.deepStrictEqual(
      BranchActivity.all.map((activity) => Result.getOrThrow(decode(activity))),
      ["activeWorld", "activeSim"]
    )
    assert.isTrue(Result.isFailure(decode("$activeWorld")))
  })

  it("has an alias as branch name", () => {
    assert.deepStrictEqual(BranchActivity.all.map(BranchActivity.branch), ["$activeWorld", "$activeSim"])
  })
})
