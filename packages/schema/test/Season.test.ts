import { phase, Season } from "@screeps-effect/schema/Season"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

describe("a season", () => {
  it("is planned until it begins and over after it ends", () => {
    const season = Schema.decodeUnknownSync(Season)(reported.season)
    const [begins, ends] = [Date.parse(season.startDate ?? ""), Date.parse(season.endDate ?? "")]
    assert.deepStrictEqual(
      [begins - 1, begins, ends - 1, ends].map((now) => phase(season, now)),
      ["planned", "running", "running", "over"]
    )
  })

  it("is of an unknown phase when the date that decides it is missing or malformed", () => {
    const season = Schema.decodeUnknownSync(Season)({
      ...reported.season,
      startDate: "1970-01-02",
      endDate: "?"
    })
    const { startDate, ...open } = Schema.decodeUnknownSync(Season)({
      ...reported.season,
      endDate: "1970-01-02"
    })
    assert.isDefined(startDate)
    const day = 86_400_000
    assert.deepStrictEqual(
      [phase(season, 0), phase(season, day), phase(open, 0), phase(open, day)],
      ["planned", "unknown", "unknown", "over"]
    )
  })
})
