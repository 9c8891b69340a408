/** Source files stay short, and are whole. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length - 1
const exclude = ["**/node_modules/**", "**/dist/**", "**/generated/**", "**/.*/**"]
const sized = (...patterns: ReadonlyArray<string>) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude }))
    .map((file) => ({ file: file.replaceAll("\\", "/"), lines: lines(file) }))
    .toSorted((a, b) => a.lines - b.lines)

const sources = sized("packages/*/src/**/*.ts")
const others = sized(
  "packages/*/{test,test-real,test-browser}/**/*.ts",
  "{bench,contract,examples,fixtures,fuzz,docs,scripts}/**/*.{ts,mjs}"
)

describe("files", () => {
  it("of packages have 150 lines or fewer in the median", () => {
    assert.isAbove(sources.length, 100)
    assert.isAtMost(sources[Math.floor(sources.length / 2)]?.lines ?? Infinity, 150)
  })

  it("have no marks of a conflict", () => {
    const texts = [...sources, ...others, ...sized("{docs,packages,examples,.changeset}/**/*.md")]
    const marked = texts.filter(({ file }) =>
      /^(?:<{7}|>{7})\s/m.test(readFileSync(join(root, file), "utf8"))
    )
    assert.deepStrictEqual(
      marked.map(({ file }) => file),
      []
    )
  })

  it("have at most 500 lines", () => {
    assert.isAbove(others.length, 100)
    assert.deepStrictEqual(
      [...sources, ...others].filter((file) => file.lines > 500),
      []
    )
  })
})
