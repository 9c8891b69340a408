import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { replaceTable } from "../src/docs.ts"

describe("the documentation", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "../..", file), "utf8")
  const tableOf = (file: string, name: string) => {
    const text = read(file)
    // Throws an error unless the marks are there exactly once.
    replaceTable(text, name, "")
    const [, rest = ""] = text.split(`<!-- bench: ${name} -->`)
    return (rest.split("<!-- /bench -->")[0] ?? "").split("\n").filter((line) => line.startsWith("|"))
  }
  const isTable = (lines: ReadonlyArray<string>) => {
    const cells = lines.map((line) => line.split(/(?<!\\)\|/).length)
    return lines.length > 2 && new Set(cells).size === 1 && /^\|( -+:? \|)+$/.test(lines[1] ?? "")
  }

  it("has a table of ratios in README with one number in each cell", () => {
    const lines = tableOf("README.md", "summary")
    assert.isTrue(isTable(lines))
    for (const line of lines.slice(2)) assert.match(line, /^\| [^|]+ (\| +(\d+(\.\d+)?|–) )+\|$/)
  })

  it.each(["functions", "calls", "sockets", "memory", "start", "tools"])(
    "has the table %s in the guide about speed",
    (name) => {
      assert.isTrue(isTable(tableOf("docs/guide/speed.md", name)))
    }
  )

  it.each([
    ["README.md", "summary"],
    ["docs/guide/speed.md", "setting"]
  ])("says in %s when and how its numbers were measured", (file, name) => {
    const [, rest = ""] = read(file).split(`<!-- bench: ${name} -->`)
    assert.match(
      rest.split("<!-- /bench -->")[0] ?? "",
      /Measured on \d{4}-\d\d-\d\d with Node \d+\.\d+\.\d+ on a machine with \d+ cores, in \d+ rounds\./
    )
  })
})
