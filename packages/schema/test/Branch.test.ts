import { Branch, BranchName } from "@screeps-effect/schema/Branch"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("BranchName", () => {
  const decode = Schema.decodeUnknownResult(BranchName)

  it("accepts any text, including the aliases of the active branches", () => {
    for (const name of ["default", "$activeWorld", "$activeSim", "my branch, äöü"]) {
      assert.deepStrictEqual(decode(name), Result.succeed(name))
    }
  })

  it("rejects an empty text and a number", () => {
    assert.strictEqual(Result.getOrThrow(Result.flip(decode(""))).message, "Expected the name of a branch")
    assert.isTrue(Result.isFailure(decode(1)))
  })
})

describe("Branch", () => {
  it("keeps the name and the flags of a branch, and drops its code", () => {
    const { list } = recording("user/branches.initial").response.body as {
      readonly list: ReadonlyArray<object>
    }
    const branches = Schema.decodeUnknownSync(Schema.Array(Branch))(list)
    assert.isNotEmpty(branches)
    for (const branch of branches) {
      assert.includeMembers(["_id", "branch", "activeWorld", "activeSim"], Object.keys(branch))
    }
    assert.strictEqual(branches.find(({ activeWorld }) => activeWorld)?.branch, "default")
  })
})
