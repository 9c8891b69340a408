import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { output } from "./support/example.ts"

describe("85_agent", () => {
  it.live("founds a colony with a new account: looks for a room, places a spawn, and deploys code", () =>
    Effect.gen(function* () {
      const out = yield* output("85_agent.ts", [], { source: true })
      const tools = out.split("\n").map((line) => line.split(/\s+/).slice(0, 2).join(" "))
      for (const tool of [
        "who_am_i done",
        "map_of_rooms done",
        "place_first_spawn done",
        "deploy_code done"
      ]) {
        assert.include(tools, tool)
      }
      assert.match(
        out,
        /\nThe colony in W\d+N\d+ is founded, its spawn at \d+,\d+\. W\d+N\d+, ticks \d+ to \d+/
      )
    })
  )
})
