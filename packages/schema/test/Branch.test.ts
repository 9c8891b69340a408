import { Branch, BranchName } from "@screeps-effect/schema/Branch"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a branch's name", () => {
  const decode = Schema.decodeUnknownResult(BranchName)

  it("is any text, aliases of the active branches included", () => {
    for (const name of ["default", "$activeWorld", "$activeSim", "my branch, äöü"]) {
      assert.deepStrictEqual(decode(name), Result.succeed(name))
    }
  })

  it("is not empty, and no number", () => {
    assert.strictEqual(Result.getOrThrow(Result.flip(decode(""))).message, "Expected the name of a branch")
    assert.isTrue(Result.isFailure(decode(1)))
  })
})

describe("a branch", () => {
  it("is known by name and flags; its code is dropped", () => {
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
