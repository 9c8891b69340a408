/** The helper for vitest, in a run of vitest. */
import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { assert, describe, inject, it } from "vitest"
import * as lab from "../src/vitest.ts"
import { worker } from "./support.ts"

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")

describe.skipIf(inject("whyNot") !== "")("a test of a bot", () => {
  lab.test(
    "passes when the milestones are reached and the check does not throw",
    { bots: { player: { code: { main: worker } } }, milestones: [{ creeps: 1, within: 30 }] },
    ({ passed, ticks }) => assert.isTrue(passed && ticks < 30)
  )

  it("fails with the result as text when a milestone is missed", async () => {
    const folder = join(import.meta.dirname, "missed")
    const [status, out] = await new Promise<readonly [number | null, string]>((resolve) => {
      const child = execFile(process.execPath, [vitest, "run", "--root", folder], (_, stdout, stderr) =>
        resolve([child.exitCode, stdout + stderr])
      )
    })
    assert.strictEqual(status, 1, out)
    assert.include(out, "Failed: 10 creeps: not within 2 ticks (0 creeps)")
  })
})
