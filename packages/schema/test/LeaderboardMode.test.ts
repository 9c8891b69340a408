import * as LeaderboardMode from "@screeps-effect/schema/LeaderboardMode"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("a leaderboard", () => {
  const decode = Schema.decodeUnknownResult(LeaderboardMode.LeaderboardMode)

  it("is about the world or about power", () => {
    assert.deepStrictEqual(
      LeaderboardMode.all.map((mode) => Result.getOrThrow(decode(mode))),
      ["world", "power"]
    )
  })

  it("is about nothing else", () => {
    assert.isTrue(Result.isFailure(decode("kitchen")))
  })
})
