/**
 * The import rules of ARCHITECTURE.md are lint rules, and a lint rule that matches nothing is silent. So every rule is
 * broken once on purpose, in a temporary tree with the layout and the configuration of this one.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { allowed } from "./arrows.allowed.ts"
import { imports, otherHalvesOfCycles, refused } from "./arrows.ts"

const root = join(import.meta.dirname, "../..")
const oxlint = join(
  dirname(createRequire(join(root, "package.json")).resolve("oxlint/package.json")),
  "bin/oxlint"
)
const trees: Array<string> = []

/** Writes files to a temporary tree, lints it once, and returns the broken rules by file. */
const lint = (files: ReadonlyArray<readonly [file: string, text: string]>) => {
  const tree = mkdtempSync(join(tmpdir(), "arrows-"))
  trees.push(tree)
  copyFileSync(join(root, ".oxlintrc.json"), join(tree, ".oxlintrc.json"))
  for (const [file, text] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), `${text}\n`)
  }
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, "--format", "json"], {
    cwd: tree,
    encoding: "utf8"
  })
  assert.isTrue(stdout.startsWith("{"), stdout + stderr)
  const { diagnostics, number_of_files } = JSON.parse(stdout) as {
    readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }>
    readonly number_of_files: number
  }
  assert.strictEqual(number_of_files, files.length)
  return (file: string) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)
}
afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true })
})

describe("refused", () => {
  const rulesBrokenBy = lint([
    ...otherHalvesOfCycles,
    ...refused.map(([, , file, text]) => [file, text] as const)
  ])
  for (const [what, rule, file] of refused) it(what, () => assert.include(rulesBrokenBy(file), rule))
})

describe("allowed", () => {
  const rulesBrokenBy = lint(allowed.map(([, file, text]) => [file, text] as const))
  for (const [what, file] of allowed) it(what, () => assert.notInclude(rulesBrokenBy(file), imports))
})
