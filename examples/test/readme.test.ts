/** Runs the first program of the README as printed, and checks the README's facts. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Endpoints } from "@screeps-effect/api"
import { assert, describe, it } from "vitest"

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")

describe("the README", () => {
  it("starts with a program that runs without a server", () => {
    const [, program = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? []
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
      { cwd: join(import.meta.dirname, ".."), encoding: "utf8" }
    )
    assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
    assert.match(stdout, /Tick 1000: the middle of the room is \w+\./)
    assert.lengthOf(stdout.match(/Tick \d+: \d+ objects\./g) ?? [], 3)
  })

  it("states how many operations there are, and how many go beyond the specification", () => {
    const beyond = Endpoints.all.filter(({ inSpecification }) => !inSpecification)
    assert.include(
      readme,
      `${Endpoints.all.length} operations, ${beyond.length} of them [beyond the API's specification]`
    )
  })

  it("shows the packages within the first 80 lines", () => {
    assert.isAtMost(readme.slice(0, readme.indexOf("## Packages")).split("\n").length, 80)
  })
})
