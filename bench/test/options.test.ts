import { assert, describe, it } from "vitest"
import { parse } from "../src/options.ts"

describe("options of the benchmarks", () => {
  it("measures everything in five rounds by default", () => {
    assert.deepStrictEqual(parse([]), { rounds: 5, filter: "", against: undefined, write: false })
  })

  it("measures what is written in fifteen rounds, unless another number is given", () => {
    assert.strictEqual(parse(["--write"]).rounds, 15)
    assert.strictEqual(parse(["--write", "--rounds", "3"]).rounds, 3)
  })

  it("reads rounds, filter and commit", () => {
    assert.deepStrictEqual(parse(["--rounds", "9", "--filter", "call", "--against", "main~3"]), {
      rounds: 9,
      filter: "call",
      against: "main~3",
      write: false
    })
  })

  it.each(["0", "-1", "2.5", "many", ""])("rejects %j as a number of rounds", (rounds) => {
    assert.throws(() => parse([`--rounds=${rounds}`]), "--rounds takes a whole number")
  })

  it.each(["--upload-pack=x", "a b", "$(id)", ""])("rejects %j as a commit", (commit) => {
    assert.throws(() => parse([`--against=${commit}`]), "--against takes a commit")
  })

  it("rejects an unknown option", () => {
    assert.throws(() => parse(["--fast"]), "--fast")
  })

  it("writes tables only from a measurement of everything", () => {
    assert.throws(() => parse(["--write", "--filter", "call"]), "leave out --filter")
    assert.throws(() => parse(["--write", "--against", "main"]), "exclude each other")
  })
})
