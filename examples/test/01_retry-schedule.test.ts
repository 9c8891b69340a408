import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { output } from "./support/example.ts"

describe("01_retry-schedule", () => {
  it.live("retries by its schedule, not at all, or a write on purpose", () =>
    Effect.map(output("01_retry-schedule.ts", [], { source: true }), (out) => {
      const lines = out.split("\n").filter((line) => line.startsWith("  "))
      assert.deepStrictEqual(lines, [
        "  retry 1 after ServerFault",
        "  retry 2 after ServerFault",
        "  retry 3 after ServerFault",
        "  retry 4 after ServerFault",
        "  tick 1000",
        "  GET /api/game/time: ServerFault (502: 502 Bad Gateway)",
        "  Unreachable",
        "  retry 1 after Unreachable",
        "  sent"
      ])
    })
  )
})
