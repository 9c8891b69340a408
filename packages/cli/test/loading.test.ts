import { assert, describe, it } from "@effect/vitest"
import { commandsIn } from "../src/runner/run.ts"

describe("the commands that are loaded", () => {
  it("loads only the named command when another argument is the name of one, too", () => {
    assert.deepStrictEqual(commandsIn(["memory", "get", "stats"]), ["memory"])
    assert.deepStrictEqual(commandsIn(["--server", "map", "--json", "memory", "get", "stats"]), ["memory"])
  })

  it("loads all commands among the arguments when an unknown flag may have a value", () => {
    const args = ["--unknown", "value", "memory", "get", "stats"]
    assert.deepStrictEqual(commandsIn(args), args)
  })
})
