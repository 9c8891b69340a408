/** Pages in git that are made from the sources match them. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, it } from "vitest"

it("every generated page is up to date and every documented field has a line", { timeout: 240_000 }, () => {
  const generate = join(import.meta.dirname, "../generate.mjs")
  const { status, stderr } = spawnSync(process.execPath, [generate, "--check"], { encoding: "utf8" })
  assert.strictEqual(status, 0, stderr)
})
