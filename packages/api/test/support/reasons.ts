/** Reasons compared. */
import type { Reason } from "@screeps-effect/api/ScreepsError"
import { assert } from "@effect/vitest"

/** What a program is told, compared as data: reasons are errors with stacks. */
export const assertSame = (told: Reason, expected: Reason) => {
  assert.strictEqual(told._tag, expected._tag)
  assert.deepStrictEqual(JSON.parse(JSON.stringify(told)), JSON.parse(JSON.stringify(expected)))
}
