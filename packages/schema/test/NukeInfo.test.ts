import { recording } from "@screeps-effect/fixtures"
import { NukesByShard } from "@screeps-effect/schema/NukeInfo"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Response = Schema.Struct({ nukes: NukesByShard })

describe("a nuke in flight", () => {
  it("has the tick in which it lands, 50 000 ticks after its launch", () => {
    const { nukes } = Schema.decodeUnknownSync(Response)(
      recording("game/experimental-nukes.admin-utils").response.body
    )
    const [nuke] = nukes["privSrv"] ?? []
    assert.isDefined(nuke)
    if (nuke === undefined) return
    assert.deepStrictEqual([nuke.launchRoomName, nuke.room, nuke.x, nuke.y], ["W5N8", "W4N7", 20, 20])
    assert.strictEqual(nuke.landTime, 56_239)
  })
})
