/** What is made from the sources is what they say. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const scripts = join(import.meta.dirname, "..")
const check = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, script), "--check"], {
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, stderr)
}

describe("what is made from the operations", () => {
  it("is the catalogue of their sentences", () => check("catalogue.mjs"))
  it("is the documentation of their fields", () => check("fields.mjs"))
  it("is the table of endpoints and servers", () => check("endpoints.mjs"))
  it("is what the packages export", () => check("exports.mjs"))
  it("is the list of what the contract's suites demand, and of what is skipped", () => check("contract.mjs"))
})
