import { recording } from "@screeps-effect/fixtures"
import { NukesByShard, ticksToLand } from "@screeps-effect/schema/NukeInfo"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Response = Schema.Struct({ nukes: NukesByShard })

describe("a nuke in flight", () => {
  it("lands 50 000 ticks after its launch, and then has 0 ticks left", () => {
    const { nukes } = Schema.decodeUnknownSync(Response)(
      recording("game/experimental-nukes.admin-utils").response.body
    )
    const [nuke] = nukes["privSrv"] ?? []
    assert.isDefined(nuke)
    if (nuke === undefined) return
    assert.deepStrictEqual([nuke.launchRoomName, nuke.room, nuke.x, nuke.y], ["W5N8", "W4N7", 20, 20])
    assert.deepStrictEqual(
      [6239, 56_238, 56_239, 60_000].map((time) => ticksToLand(nuke, time)),
      [50_000, 1, 0, 0]
    )
  })
})
