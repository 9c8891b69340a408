/** The four packages of the SDK are released together; a change of any other package releases that package only. */
import { assembleReleasePlan } from "@changesets/assemble-release-plan"
import { readConfig } from "@changesets/config"
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const sdk = ["api", "schema", "socket", "testing"]
const published = globSync("packages/*/package.json", { cwd: root })
  .map((file) => dirname(file).slice("packages/".length))
  .toSorted()
const nameOf = (folder: string) => `@screeps-effect/${folder}`
type Bump = "patch" | "minor"
const releases = (folders: ReadonlyArray<string>, type: Bump) =>
  folders.map((folder) => ({ name: nameOf(folder), type }))

/** A workspace with this one's manifests, all of version 0.1.0, and its settings of changesets. */
let workspace = ""
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "releases-"))
  mkdirSync(join(workspace, ".changeset"))
  const manifests = globSync(["*/package.json", "packages/*/package.json"], { cwd: root })
  for (const file of ["package.json", "pnpm-workspace.yaml", ...manifests]) {
    const text = readFileSync(join(root, file), "utf8")
    mkdirSync(join(workspace, dirname(file)), { recursive: true })
    writeFileSync(join(workspace, file), text.replace('"version": "0.0.0"', '"version": "0.1.0"'))
  }
  // A formatter would be run by pnpm, which would install the workspace first.
  const settings = JSON.parse(readFileSync(join(root, ".changeset/config.json"), "utf8"))
  writeFileSync(join(workspace, ".changeset/config.json"), JSON.stringify({ ...settings, format: false }))
})
afterAll(() => rm(workspace, { recursive: true, force: true }))

/** The workspace as the functions of changesets take it. */
const packagesIn = (folder: string) => {
  const read = (file: string) => ({
    dir: dirname(join(folder, file)),
    relativeDir: dirname(file),
    packageJson: JSON.parse(readFileSync(join(folder, file), "utf8"))
  })
  return {
    tool: { type: "pnpm" },
    rootDir: folder,
    rootPackage: read("package.json"),
    packages: globSync(["*/package.json", "packages/*/package.json"], { cwd: folder }).map(read)
  }
}

/** Returns the packages that changes would release, by folder, with their new versions. */
const releasedBy = async (folders: ReadonlyArray<string>, type: Bump) => {
  const packages = packagesIn(workspace)
  const config = await readConfig(workspace, packages)
  assert.isUndefined(config.errors)
  const changes = [{ id: "change", summary: "A change.", releases: releases(folders, type) }]
  const plan = assembleReleasePlan(changes, packages, config.config, undefined)
  return Object.fromEntries(
    plan.releases
      .filter((release) => release.type !== "none")
      .map((release) => [release.name.slice(nameOf("").length), release.newVersion])
  )
}
const all = (folders: ReadonlyArray<string>, version: string) =>
  Object.fromEntries(folders.map((folder) => [folder, version]))

describe("a patch", () => {
  it.each(published)("of %s releases what has its version number, and nothing else", async (folder) => {
    const expected = sdk.includes(folder) ? sdk : [folder]
    assert.deepStrictEqual(await releasedBy([folder], "patch"), all(expected, "0.1.1"))
  })

  it("is what the command `changeset version` makes of it", () => {
    const file = join(workspace, ".changeset/change.md")
    writeFileSync(file, '---\n"@screeps-effect/rollup-plugin": patch\n---\n\nA change.\n')
    execFileSync(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"], {
      cwd: workspace,
      stdio: "pipe"
    })
    const versions = packagesIn(workspace).packages.map(({ packageJson }) => [
      packageJson.name,
      packageJson.version
    ])
    assert.deepStrictEqual(
      versions.filter(([, version]) => version === "0.1.1"),
      [["@screeps-effect/rollup-plugin", "0.1.1"]]
    )
  })
})
