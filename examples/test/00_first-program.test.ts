import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output } from "./support/example.ts"

const file = "00_first-program.ts"

const checkOutput = (out: string) => {
  const [room, ...states] = out.trimEnd().split("\n")
  assert.match(room ?? "", /^W7N3: level 4, \d+ points to the next level$/)
  assert.lengthOf(states, 5)
  for (const state of states) assert.match(state, /^tick (?:\?|\d+): \d\d objects$/)
}

describe("00_first-program", () => {
  it("has at most 32 lines", () => {
    const source = readFileSync(join(import.meta.dirname, "../src", file), "utf8")
    assert.isAtMost(source.trimEnd().split("\n").length, 32)
  })

  it.live("prints the user's room, then five states of it", () =>
    Effect.map(output(file, [], { source: true }), checkOutput)
  )

  it.live("connects to the server and the account of the environment", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      checkOutput(yield* output(file, [], { env }))
    })
  )

  it.live("ends with a message for an account without rooms", () =>
    Effect.gen(function* () {
      const { env, world } = yield* serveSample()
      yield* world.users.add({ username: "eve", password: "correct-horse" })
      const account = { SCREEPS_USERNAME: "eve", SCREEPS_PASSWORD: "correct-horse" }
      assert.strictEqual(yield* output(file, [], { env: { ...env, ...account } }), "eve owns no room.\n")
    })
  )
})
