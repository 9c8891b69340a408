import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const check = (source: string) => {
  const dir = mkdtempSync(join(tmpdir(), "patterns-"))
  const file = join(dir, "source.ts")
  writeFileSync(file, source)
  const { status, stderr } = spawnSync(process.execPath, ["scripts/patterns.mjs", file], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8"
  })
  rmSync(dir, { recursive: true })
  return { status, stderr }
}

describe("the check of regular expressions", () => {
  it("accepts linear ones", () => {
    assert.deepStrictEqual(check('const a = /^[a-z]+$/u\nconst b = new RegExp("^a*b")\n'), {
      status: 0,
      stderr: ""
    })
  })
  it("rejects super-linear ones, literal or as text", () => {
    const { status, stderr } = check('const a = /\\s+$/\nconst b = new RegExp("(a*)*b", "g")\n')
    assert.strictEqual(status, 1)
    assert.match(stderr, /source\.ts:1: \/\\s\+\$\/ 2nd degree polynomial/)
    assert.match(stderr, /source\.ts:2: new RegExp\("\(a\*\)\*b", "g"\) exponential/)
  })
  it("rejects ones that are put together at run time and not listed", () => {
    assert.match(check("const a = (b: string) => new RegExp(b)\n").stderr, /put together at run time/)
  })
})
