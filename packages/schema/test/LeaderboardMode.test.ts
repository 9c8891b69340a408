import * as LeaderboardMode from "@screeps-effect/schema/LeaderboardMode"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("the mode of a leaderboard", () => {
  const decode = Schema.decodeUnknownResult(LeaderboardMode.LeaderboardMode)

  it("is world or power", () => {
    assert.deepStrictEqual(
      LeaderboardMode.all.map((mode) => Result.getOrThrow(decode(mode))),
      ["world", "power"]
    )
  })

  it("rejects any other text", () => {
    assert.isTrue(Result.isFailure(decode("kitchen")))
  })
})
