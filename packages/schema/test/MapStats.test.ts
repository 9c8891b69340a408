import { recording } from "@screeps-effect/fixtures"
import * as MapStat from "@screeps-effect/schema/MapStat"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as MapStats from "@screeps-effect/schema/MapStats"
import * as RoomStatus from "@screeps-effect/schema/RoomStatus"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const Response = Schema.Struct({ stats: MapStats.MapStats })
const recorded = (name: string) =>
  Schema.decodeUnknownSync(Response)(recording(`game/game-map-stats.${name}`).response.body).stats
const decode = Schema.decodeUnknownSync(MapStats.MapStatsRoom)
const official = decode(reported.mapRoom)

describe("a room of the map", () => {
  it("is owned, reserved, held by a stronghold or free", () => {
    const rooms = { ...recorded("owned-signed-reserved"), ...recorded("out-of-borders") }
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(rooms).map(([name, room]) => [name, MapStats.holding(room)])),
      {
        W7N4: "reserved",
        W5N8: "owned",
        W4N8: "reserved",
        W4N4: "stronghold",
        W1N1: "owned",
        W5N7: "free"
      }
    )
  })

  it("has a protection that follows from its times", () => {
    const rooms = recorded("novice-and-respawn")
    const kinds = Object.values(rooms).map((room) => RoomStatus.kind(room, 1_795_280_000_000))
    assert.deepStrictEqual(kinds, ["novice", "respawn"])
    assert.strictEqual(RoomStatus.kind(official, 1_477_999_999_999), "closed")
    assert.strictEqual(RoomStatus.kind(official, 1_478_000_000_000), "normal")
  })

  it("shows the game's text until it ends, then the player's text", () => {
    const ends = reported.mapRoom.hardSign.endDatetime
    assert.strictEqual(MapStats.signText(official, ends - 1), "A new area is planned here")
    assert.strictEqual(MapStats.signText(official, ends), "mine")
    assert.strictEqual(MapStats.signText(decode({ status: "normal" }), 0), undefined)
    const { W5N8 } = recorded("owned-signed-reserved")
    assert.strictEqual(W5N8 && MapStats.signText(W5N8, 0), "hello from bob")
  })

  it("has a statistic by user, sent as a list or as one entry", () => {
    assert.deepStrictEqual(
      MapStats.stat(official, "energyHarvested180").map(({ user, value }) => [user, value]),
      [
        [reported.mapRoom.own.user, 12_345],
        ["2", 10]
      ]
    )
    assert.deepStrictEqual(
      MapStats.stat(official, "creepsLost8").map(({ value }) => value),
      [3]
    )
    assert.deepStrictEqual(MapStats.stat(official, "energyControl8"), [])
  })

  it("keeps every statistic that can be requested", () => {
    const share = { user: "2", value: 1 }
    const names = RoomStat.all.flatMap((stat) =>
      MapStat.intervals.map((interval) => `${stat}${interval}` as const)
    )
    for (const interval of names) {
      assert.deepStrictEqual(
        MapStats.stat(decode({ status: "normal", [interval]: [share] }), interval).map(({ value }) => value),
        [1]
      )
    }
  })
})
