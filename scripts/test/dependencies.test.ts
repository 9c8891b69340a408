/** What users install with the packages runs nothing at installation, has a permissive licence, and is there for a reason. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

interface Dependency {
  readonly name: string
  readonly version: string
  readonly isDirect: boolean
  readonly users: ReadonlySet<string>
}
interface Notes {
  readonly reasons: Readonly<Record<string, string>>
  readonly released: Readonly<Record<string, string | undefined>>
}
const module = new URL("../support/dependencies.mjs", import.meta.url)
const {
  problemsOf,
  runtimeDependencies
}: {
  readonly problemsOf: (all: ReadonlyArray<Dependency>, notes: Notes) => ReadonlyArray<string>
  readonly runtimeDependencies: (root: string) => ReadonlyArray<Dependency>
} = await import(module.href)

const root = join(import.meta.dirname, "../..")
const notes: Notes = JSON.parse(readFileSync(join(root, "scripts/dependencies.json"), "utf8"))
const table = readFileSync(join(root, "SECURITY.md"), "utf8")

describe("what the public packages bring", () => {
  const all = runtimeDependencies(root)

  it("has no install script, an accepted licence, and a reason", () => {
    assert.isAbove(all.length, 10)
    assert.deepStrictEqual(problemsOf(all, notes), [])
  })

  it("is listed in SECURITY.md with the installed version", () => {
    const listed = [...table.matchAll(/^\| `([^`]+)` +\| (\d\S+) /gm)].map(([, name, version]) => [
      name,
      version
    ])
    assert.deepStrictEqual(
      listed,
      all.map(({ name, version }) => [name, version])
    )
  })
})

describe("a dependency", () => {
  let folder = ""
  const put = (file: string, content: unknown) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content))
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "dependencies-"))
    put("packages/map/package.json", {
      name: "@screeps-effect/map",
      dependencies: { outer: "1", "@screeps-effect/schema": "1" },
      devDependencies: { bundled: "1", tool: "1", sample: "1" }
    })
    put(
      "packages/map/src/a.ts",
      '/**\n * import * as Sample from "sample"\n */\nimport { b } from "bundled/deep"\n'
    )
    put("node_modules/outer/package.json", {
      version: "1.0.0",
      license: "MIT",
      dependencies: { inner: "1" }
    })
    put("node_modules/inner/package.json", { version: "2.0.0", license: "ISC" })
    put("node_modules/bundled/package.json", { version: "3.0.0", license: "MIT" })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const dates = { outer: "2026-01-01", inner: "2026-01-01", bundled: "2026-01-01" }
  const reasons = { outer: "a", bundled: "b" }
  const problems = (changed: Partial<Notes> = {}) =>
    problemsOf(runtimeDependencies(folder), { reasons, released: dates, ...changed })

  it("is found in manifests, those of dependencies, and imports that are bundled", () => {
    assert.deepStrictEqual(
      runtimeDependencies(folder).map(({ isDirect, name, users }) => [name, isDirect, ...users]),
      [
        ["bundled", true, "map (bundled)"],
        ["inner", false, "outer"],
        ["outer", true, "map"]
      ]
    )
    assert.deepStrictEqual(problems(), [])
  })

  it("with a script at installation is a problem, also deep down", () => {
    put("node_modules/inner/package.json", {
      version: "2.0.0",
      license: "ISC",
      scripts: { postinstall: "node x" }
    })
    put("node_modules/bundled/binding.gyp", "{}")
    assert.deepStrictEqual(problems(), [
      "bundled 3.0.0 has install scripts: binding.gyp",
      "inner 2.0.0 has install scripts: postinstall"
    ])
  })

  it("with another licence, or without one, is a problem", () => {
    put("node_modules/inner/package.json", { version: "2.0.0", license: "GPL-3.0" })
    put("node_modules/outer/package.json", { version: "1.0.0", dependencies: { inner: "1" } })
    assert.deepStrictEqual(problems(), [
      "inner 2.0.0 has the licence GPL-3.0, which is not accepted",
      "outer 1.0.0 has the licence none, which is not accepted"
    ])
  })

  it("without a reason or a date, and a note about one that is gone, are problems", () => {
    assert.deepStrictEqual(
      problems({ reasons: { outer: "a", gone: "c" }, released: { ...dates, inner: undefined } }),
      [
        "bundled has no reason in scripts/dependencies.json",
        "inner has no date: run node scripts/dependencies.mjs",
        "gone is no dependency: remove it from scripts/dependencies.json"
      ]
    )
  })
})
