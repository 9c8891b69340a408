/** The helper for vitest, in a run of vitest. */
import { assert, describe, inject } from "vitest"
import * as lab from "../src/vitest.ts"
import { worker } from "./support.ts"

describe.skipIf(inject("whyNot") !== "")("a test of a bot", () => {
  lab.test(
    "passes when the milestones are reached and the check does not throw",
    { bots: { player: { code: { main: worker } } }, milestones: [{ creeps: 1, within: 30 }] },
    ({ passed, ticks }) => assert.isTrue(passed && ticks < 30)
  )
})
