/** Generated files match their sources. */
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

// Reading the documentation of fields type-checks all records.
describe("a generated file is up to date:", { timeout: 120_000 }, () => {
  it("the catalogue of the operations' sentences", () => check("catalogue.mjs"))
  it("the documentation of fields", () => check("fields.mjs"))
  it("the table of endpoints and servers", () => check("endpoints.mjs"))
  it("the packages' exports", () => check("exports.mjs"))
  it("the list of the contract's tests and skips", () => check("contract.mjs"))
  it("AGENTS.md of the packages that ship it", () => check("agents.mjs"))
  it("the player of replays", () => check("player.mjs"))
})
