import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { serveSample, output, errorLine, start } from "./support/example.ts"

const file = "60_market-watch.ts"

describe("60_market-watch", () => {
  it.live("prints the best offers, a chart of daily prices, and the remaining quota", () =>
    Effect.gen(function* () {
      const out = yield* output(file, ["H", "energy", "--rounds", "1"], { source: true })
      const price = String.raw`\d+\.\d{3}`
      for (const resource of ["H", "energy"])
        assert.match(out, new RegExp(String.raw`^  ${resource} +${price} +${price} +-?${price}$`, "m"))
      assert.include(out, "H: mean price by days before today")
      assert.match(out, /[┏┗]━/)
      assert.include(out, "58 of 60 requests for orders left this hour, round 1, every 2m")
    })
  )

  it.live("shows no limits on a private server, and ends within its pause on Ctrl-C", () =>
    Effect.gen(function* () {
      const { env } = yield* serveSample()
      const { ended, interrupt, untilPrinted } = yield* start(file, ["power"], { env })
      yield* untilPrinted(/no limits, round 1, every 10s/)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
    })
  )

  it.live("prints its usage for an unknown resource", () =>
    Effect.gen(function* () {
      assert.match(yield* errorLine(file, ["gold"]), /^Usage: node examples\/src\/60_market-watch\.ts/)
    })
  )
})
