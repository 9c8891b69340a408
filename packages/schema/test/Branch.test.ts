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
  const branches = (name: string) => {
    const { list } = recording(name).response.body as { readonly list: ReadonlyArray<object> }
    return Schema.decodeUnknownSync(Schema.Array(Branch))(list)
  }

  it("keeps name, flags, code and time of a branch", () => {
    const [first, second] = branches("user/branches.after-clone")
    assert.hasAllKeys(first, ["_id", "branch", "activeWorld", "activeSim", "modules", "timestamp"])
    assert.deepStrictEqual([first?.branch, first?.activeWorld], ["default", true])
    assert.hasAllKeys(second, ["_id", "branch", "modules", "timestamp"])
    assert.strictEqual(second?.timestamp, "2026-11-21T13:11:05.618Z")
    const main = second?.modules?.["main"]
    assert.match(typeof main === "string" ? main : "", /^module\.exports\.loop/)
  })

  it("has no time before its code is changed", () => {
    const [first] = branches("user/branches.initial")
    assert.isDefined(first?.modules)
    assert.isUndefined(first?.timestamp)
  })
})
