/** Places of syntax errors. */
import { assert, describe, it } from "@effect/vitest"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Result from "effect/Result"
import * as CodeSyntax from "../src/CodeSyntax.ts"
import { withPlaces } from "../src/run/syntax.ts"

describe("a syntax error", () => {
  const cases: ReadonlyArray<readonly [what: string, text: string, problem: string]> = [
    ["in the first line", "const a = = 1", "main:1:11: SyntaxError: Unexpected token '='"],
    [
      "in a later line",
      "const a = 1\n\n\tlet a",
      "main:3:6: SyntaxError: Identifier 'a' has already been declared"
    ],
    [
      "after the end of the function around it",
      "}\nlet x",
      "main:2:1: SyntaxError: Unexpected identifier 'let'"
    ],
    ["that is a missing bracket", "if (x) {\n  y()\n", "main:3:1: SyntaxError: Unexpected token ')'"],
    [
      "of a module of the newer kind",
      "import a from 'b'",
      "main:1:1: SyntaxError: Cannot use import statement outside a module"
    ],
    [
      "below other kinds of line breaks",
      "a()\r\nb();\u2028= 1",
      "main:3:1: SyntaxError: Unexpected token '='"
    ]
  ]
  for (const [what, text, problem] of cases) {
    it(`${what} has its line and column`, () =>
      assert.deepStrictEqual(CodeSyntax.check({ main: text }).map(CodeSyntax.describe), [problem]))
  }

  it("is found in each module, whatever its name, and not in binary ones", () => {
    const modules = { main: "", "a:7\n    at b": "= 1", wasm: { binary: "AAAA" }, c: "= 2" }
    assert.deepStrictEqual(
      CodeSyntax.check(modules).map(({ line, module }) => [module, line]),
      [
        ["a:7\n    at b", 1],
        ["c", 1]
      ]
    )
  })
})

it("code that is nested too deeply to compile has no syntax error", () =>
  assert.deepStrictEqual(CodeSyntax.check({ main: "[".repeat(1_000_000) }), []))

it("code that is valid in the game has no syntax error, and does not run", () => {
  const main =
    "throw new Error('it runs')\nif (Game.cpu.bucket < 500) return\nmodule.exports.loop = async () => { await 1 }"
  assert.deepStrictEqual(CodeSyntax.check({ main, with: "with (a) { b }", shebang: "// #!" }), [])
})

describe("an error that the game reports", () => {
  const map = { version: 3, sources: ["../src/main.ts"], names: [], mappings: "AAUA;AACA;AACA" }
  const parsed = Result.getOrThrow(SourceMaps.parse(JSON.stringify(map), "main"))
  const mapTextOf = (modules: CodeModules, maps: SourceMaps.SourceMaps = new Map()) =>
    withPlaces(modules, SourceMaps.make(maps)).mapText

  it("has the module, the line and the column of a syntax error", () => {
    const mapText = mapTextOf({ main: "require('util')", util: "\n= 1" })
    assert.strictEqual(
      mapText("SyntaxError: Unexpected token '='"),
      "SyntaxError: Unexpected token '='\n    at util:2:1"
    )
  })

  it("has the place of a syntax error in the sources", () => {
    const maps = new Map([["main", parsed]])
    for (const [main, place] of [
      ["= 1", "src/main.ts:11:1"],
      ["\n= 1", "src/main.ts:12:1"]
    ] as const)
      assert.strictEqual(
        mapTextOf({ main }, maps)("SyntaxError: Unexpected token '='"),
        `SyntaxError: Unexpected token '='\n    at ${place}`
      )
  })

  it("that the game has cut is completed", () => {
    const mapText = mapTextOf({ main: "import a from 'b'" })
    assert.strictEqual(
      mapText("SyntaxError: Cannot use import st"),
      "SyntaxError: Cannot use import statement outside a module\n    at main:1:1"
    )
  })

  it("has its place when it contains a name that is too long to show", () => {
    const long = "a".repeat(20_000)
    const mapped = mapTextOf({ main: `let ${long}\nlet ${long}` })(
      `SyntaxError: Identifier '${long.slice(0, 9000)}`
    )
    assert.match(mapped, /^SyntaxError: Identifier 'a{488}\n {4}at main:2:5$/)
  })

  it("has all places if several modules have the same error", () => {
    const mapText = mapTextOf({ main: "= 1", util: "\n= 1" })
    assert.strictEqual(
      mapText("SyntaxError: Unexpected token '='"),
      "SyntaxError: Unexpected token '='\n    at main:1:1\n    at util:2:1"
    )
  })

  it("stays the same if it is another one, or has a stack trace", () => {
    const mapText = mapTextOf({ main: "= 1" })
    for (const text of [
      "SyntaxError: ",
      "Error: x",
      "SyntaxError: Unexpected token '='\n    at JSON.parse (<anonymous>)"
    ])
      assert.strictEqual(mapText(text), text)
  })
})
