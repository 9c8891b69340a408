import { assert, describe, it } from "@effect/vitest"
import { SimilarWords } from "../src/index.ts"

const words = ["game.time", "game.tick", "game.roomTerrain", "memory.get"]

describe("a misspelt word", () => {
  it("gets suggestions with the same beginning, with swapped letters, or that contain the word", () => {
    assert.deepStrictEqual(SimilarWords.nearest("terrain", words), ["game.roomTerrain"])
    assert.strictEqual(SimilarWords.nearest("game.tmie", words)[0], "game.time")
    assert.deepStrictEqual(SimilarWords.nearest("xyzzy", words), [])
  })

  it("is answered with a question, or with nothing", () => {
    assert.strictEqual(SimilarWords.question("terrain", words), "did you mean game.roomTerrain?")
    assert.strictEqual(SimilarWords.question("xyzzy", words), "")
  })

  it("may have a million letters: only its beginning is compared", () => {
    assert.deepStrictEqual(SimilarWords.nearest("game.time".repeat(1_000_000), words), [])
  })
})
