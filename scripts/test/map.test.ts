/** The page that maps what was asked for to this repository names files that exist, and all pages the same numbers. */
import { Endpoints } from "@screeps-effect/api"
import { isSpecified } from "@screeps-effect/fixtures/specification"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

describe("the page docs/guide/map.md", () => {
  const paths = [
    ...read("docs/guide/map.md").matchAll(/`([\w./*-]*\/[\w./*-]+|[\w-]+\.(?:yaml|json))`/g)
  ].map(([, path = ""]) => path)

  it.each(
    paths.filter((path) => /^(?:packages|examples|contract|scripts|pnpm|turbo|\.changeset)/.test(path))
  )("names %s, which exists", (path) =>
    assert.isTrue(
      path.includes("*") ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
    )
  )

  it("names folders of packages", () => assert.isAbove(paths.length, 10))
})

describe("the number of operations", () => {
  const beyond = Endpoints.all.filter((operation) => !isSpecified(operation)).length
  const files = globSync(["README.md", "packages/*/README.md", "docs/**/*.md", ".changeset/*.md"], {
    cwd: root,
    exclude: ["**/node_modules/**", "docs/decisions/**"]
  })
  const mentions = files.flatMap((file) =>
    [...read(file).matchAll(/\b(\d+) operations\b/g)].map(([, count]) => ({ file, count: Number(count) }))
  )

  it("is the same on every page", () => {
    assert.isNotEmpty(mentions)
    assert.deepStrictEqual(
      mentions.filter(({ count }) => count !== Endpoints.all.length),
      []
    )
  })

  it("beyond the specification is the same in the README and the table", () => {
    assert.include(read("README.md"), `${beyond} of them`)
    assert.include(read("docs/endpoints.md"), `and ${beyond} beyond it`)
  })
})
