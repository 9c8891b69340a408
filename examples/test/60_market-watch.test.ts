import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { elsewhere, output, sentence, start } from "./support/example.ts"

const file = "60_market-watch.ts"

describe("the example that watches a market", () => {
  it.live("shows the best offers, the days, and what the limits still admit", () =>
    Effect.gen(function* () {
      const out = yield* output(file, ["H", "energy", "--rounds", "1"])
      const price = String.raw`\d+\.\d{3}`
      for (const resource of ["H", "energy"])
        assert.match(out, new RegExp(String.raw`^  ${resource} +${price} +${price} +\d+\.\d %$`, "m"))
      assert.include(out, "H: mean price by days before today")
      assert.match(out, /[┏┗]━/)
      assert.include(out, "58 of 60 requests for orders left this hour, asked 1×, once in 2m")
    })
  )

  it.live("knows no limits on a private server, and ends at once on Ctrl-C", () =>
    Effect.gen(function* () {
      const { env } = yield* elsewhere()
      const { ended, interrupt, says } = yield* start(file, ["power"], { env })
      yield* says(/no limits, asked 1×, once in 10s/)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
    })
  )

  it.live("says how it is used", () =>
    Effect.gen(function* () {
      assert.match(yield* sentence(file, ["gold"]), /^Usage: node examples\/src\/60_market-watch\.ts/)
    })
  )
})
