import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { output } from "./support/example.ts"

describe("05_stream-and-calls", () => {
  it.live("reports foreign creeps with their owners, and no creep of one's own", () =>
    Effect.map(output("05_stream-and-calls.ts", [], { source: true }), (out) =>
      assert.match(out, /^(?:Stranger of alice \(level 1\) at \d+,\d+\n){2}$/)
    )
  )
})
