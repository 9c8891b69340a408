import { assert, describe, it } from "@effect/vitest"
import * as Checker from "../src/check.ts"
import { all } from "../src/found.ts"
import { byName, names } from "../src/targets/index.ts"

// Each of these once took seconds of processor time, and now takes a tenth of one at most. Vitest ends what hangs.
const limits: Checker.Limits = { stall: 1_000, perMegabyte: 0, hang: 100_000 }

describe("an input that once failed", () => {
  const inputs = all()
  it("belongs to a target that exists", () => {
    for (const [file, { target }] of inputs) assert.include(names, target, file)
  })
  it.each(inputs)("is handled: %s", async (_, { input, target }) => {
    const checker = Checker.make(limits)
    try {
      const loaded = await byName(target)
      assert.deepStrictEqual(await checker.check(loaded, input as never), [])
    } finally {
      checker.stop()
    }
  })
})
