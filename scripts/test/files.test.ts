/** Files stay small enough to be read at once. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length - 1
const exclude = ["**/node_modules/**", "**/dist/**", "**/.*/**"]
const sized = (...patterns: ReadonlyArray<string>) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude }))
    .map((file) => ({ file: file.replaceAll("\\", "/"), lines: lines(file) }))
    .toSorted((a, b) => a.lines - b.lines)

const sources = sized("packages/*/src/**/*.ts")
const others = sized(
  "packages/*/{test,test-real,test-browser}/**/*.ts",
  "{bench,examples,fixtures,docs,scripts}/**/*.{ts,mjs}"
)

/** Longer ones, and why. */
const longer: Readonly<Record<string, string>> = {
  "packages/api/src/operations/documentation.ts":
    "made by scripts/catalogue.mjs: one sentence for each operation",
  "packages/api/src/operations/descriptions.ts": "made by scripts/fields.mjs: one line for each field",
  "packages/schema/src/wire/descriptions.ts": "made by scripts/fields.mjs: one line for each field"
}
const tooLong = (files: typeof sources, most: number) =>
  files.filter(({ file, lines }) => lines > most && !Object.hasOwn(longer, file))

describe("files", () => {
  it("of packages have 150 lines or fewer, half of them", () => {
    assert.isAbove(sources.length, 100)
    assert.isAtMost(sources[Math.floor(sources.length / 2)]?.lines ?? Infinity, 150)
  })

  it("have 500 lines at the most", () => {
    assert.isAbove(others.length, 100)
    assert.deepStrictEqual(tooLong([...sources, ...others], 500), [])
  })

  it("are longer only where it is said why, and where they are", () => {
    for (const file of Object.keys(longer)) assert.isAbove(lines(file), 500, file)
  })
})
