import { assert, describe, it } from "@effect/vitest"
import { shown } from "../src/shown.ts"

describe("a text of a server in a message", () => {
  const texts: ReadonlyArray<readonly [text: string, expected: string]> = [
    ["plain é 中", "plain é 中"],
    ["two\n    lines\tand\r\nmore", "two lines and more"],
    ["\u001b[2J\u0007", "\\x1b[2J\\x07"],
    ["right\u202eleft", "right\\u202eleft"],
    ["half \ud800", "half \\ud800"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), `${"x".repeat(200)}…`],
    ["\u0000".repeat(10_000_000), `${"\\x00".repeat(200)}…`]
  ]
  it.each(texts)("is one line of bounded length without control characters: %#", (text, expected) => {
    assert.strictEqual(shown(text), expected)
  })
})
