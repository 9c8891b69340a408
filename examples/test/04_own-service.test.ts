import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { output } from "./support/example.ts"

const file = "04_own-service.ts"

describe("04_own-service", () => {
  it.live("prints the tick, and the energy of each room", () =>
    Effect.map(output(file, [], { source: true }), (out) =>
      assert.match(out, /^tick 10\d\d\nW7N3: 42000 energy\n$/)
    )
  )

  it.live("marks a room below the reserve that the environment sets", () =>
    Effect.map(output(file, [], { env: { COLONY_RESERVE: "42001" } }), (out) =>
      assert.match(out, /\nW7N3: 42000 energy, below the reserve\n$/)
    )
  )
})
