import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { table } from "../src/output/output.ts"
import { cut, drawing, format, oneLine, plain, styled, toIndentedJson, toJson } from "../src/output/text.ts"
import { unsafe } from "./support/hostile.ts"

const hostile = "a\u001B]0;title\u0007\u001B[2J\u009B35m\b\r\u007F\u202Eb\u2066\u200F\u061C\u2028c"
const shown = String.raw`a\x1b]0;title\x07\x1b[2J\x9b35m\x08\x0d\x7f\u202eb\u2066\u200f\u061c\u2028c`

describe("a plain text", () => {
  it("shows control characters and direction marks instead of passing them on", () => {
    assert.strictEqual(plain(`${hostile}\n\td`), `${shown}\n\td`)
  })

  it("is a single line where a name stands", () => {
    assert.strictEqual(oneLine("bob\n\r\n   is an admin\tnow"), "bob is an admin now")
  })

  it.prop("contains nothing unsafe, whatever it is made of", [Schema.String, Schema.String], ([a, b]) => {
    const text = `${a}\u009D${b}\u001B`
    for (const safe of [
      plain(text),
      oneLine(text),
      drawing(text),
      cut(plain(text), 3),
      format`${plain(a)}: ${styled("red", plain(b))}`,
      toJson({ [a]: b, text }),
      toIndentedJson({ [a]: [b, text] }, styled)
    ])
      assert.notMatch(safe, unsafe)
  })

  it("keeps the colours of a drawing and nothing else of its escape sequences", () => {
    assert.strictEqual(
      drawing("\u001B[38;5;1m▀\u001B[0m\u001B[2J\u001B[3"),
      "\u001B[38;5;1m▀\u001B[0m\\x1b[2J\\x1b[3"
    )
  })
})

describe("JSON", () => {
  it.prop("is the same value after unsafe characters were escaped", [Schema.Json], ([value]) => {
    const text = [value, hostile, "\u{E0041}"]
    assert.deepStrictEqual(JSON.parse(toJson(text)), JSON.parse(JSON.stringify(text)))
    const indented = toIndentedJson(text, (_, one) => one)
    assert.deepStrictEqual(JSON.parse(indented), JSON.parse(JSON.stringify(text)))
    assert.strictEqual(indented.split("\n").length, JSON.stringify(text, null, 2).split("\n").length)
  })

  it("escapes C1 controls and direction marks as four hexadecimal digits", () => {
    assert.strictEqual(toJson("\u009B\u202E\u007F\u{E0041}"), String.raw`"\u009b\u202e\u007f\udb40\udc41"`)
  })
})

describe("a text of 100,000 characters", () => {
  const columns = [{ head: "text", of: (text: string) => text }]
  const draw = (text: string) =>
    table([text], columns, { columns: 40, paint: (_, one) => one }).split("\n")[1]

  // The work is bounded by the number of letters that fit, not by the length of the text.
  it.each([
    ["blanks", `a${" ".repeat(102_398)}b`, `a${" ".repeat(38)}…`],
    ["lines and blanks", `a${" \n ".repeat(34_000)}${"b".repeat(99)}`, "a  …"],
    ["openings of escape sequences", "\u001B]".repeat(50_000), /^(\\x1b\])+\\?x?1?b?…$/],
    ["marks on one letter", `a${"\u0301".repeat(100_000)}b`, /^.?…$/]
  ])("of %s is cut at the edge of the terminal", (_, text, expected) => {
    const cell = draw(text) ?? ""
    if (typeof expected === "string") assert.strictEqual(cell, expected)
    else assert.match(cell, expected)
    assert.isAtMost(cell.length, 40)
  })

  it("does not make the other columns wider than 80", () => {
    const wide = table(["x".repeat(100_000), "y"], [...columns, { head: "more", of: () => "z" }], {
      columns: Infinity,
      paint: (_, one) => one
    })
    assert.deepStrictEqual(
      wide.split("\n").map((line) => line.length),
      [86, 83, 83]
    )
  })
})

describe("the sources of the command", () => {
  const root = fileURLToPath(new URL("../src/", import.meta.url))
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts")
  )
  const containing = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(`${root}${file}`, "utf8"))).toSorted()

  it("write to the terminal in the modules of the output only", () => {
    assert.deepStrictEqual(containing(/effect\/Console"/), ["output/print.ts", "output/typing.ts"])
    assert.deepStrictEqual(containing(/\bdisplay\(|\{ display \}/), ["output/screen.ts"])
    assert.deepStrictEqual(containing(/std(out|err)\.write\(/), [
      "bin.ts",
      "commands/console/prompt.ts",
      "main.ts"
    ])
  })

  it("declare a text plain in one module only", () => {
    assert.deepStrictEqual(containing(/\bas PlainText\b/), ["output/text.ts"])
  })
})
