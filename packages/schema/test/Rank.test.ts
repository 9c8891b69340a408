import { recording } from "@screeps-effect/fixtures"
import * as Rank from "@screeps-effect/schema/Rank"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const Seasons = Schema.Struct({ seasons: Schema.Array(Rank.LeaderboardSeason) })

describe("a rank", () => {
  it("has a place that is its number plus 1", () => {
    assert.strictEqual(Rank.place(Schema.decodeUnknownSync(Rank.Rank)(reported.rank)), 1)
  })
})

describe("a month of the leaderboard", () => {
  it("is a placeholder without a date on private servers", () => {
    const { seasons } = Schema.decodeUnknownSync(Seasons)(recording("game/leaderboard-seasons").response.body)
    assert.deepStrictEqual(
      seasons.map(({ date }) => date),
      [undefined, undefined]
    )
  })

  it("is a year and a month in requests", () => {
    const encode = Schema.encodeUnknownResult(Rank.LeaderboardMonth)
    for (const month of ["2026-11", "2017-01"]) assert.isTrue(Result.isSuccess(encode(month)), month)
    for (const month of ["", "2026-13", "2026-1", "2026-00", "season8", "2026-11-01"])
      assert.isTrue(Result.isFailure(encode(month)), month)
  })
})
