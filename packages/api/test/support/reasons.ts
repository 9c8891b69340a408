/** Comparison of reasons. */
import type { Reason } from "@screeps-effect/api/ScreepsError"
import { assert } from "@effect/vitest"

/** Asserts that two reasons are equal as data; they are errors with different stacks. */
export const assertSame = (actual: Reason, expected: Reason) => {
  assert.strictEqual(actual._tag, expected._tag)
  assert.deepStrictEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)))
}
