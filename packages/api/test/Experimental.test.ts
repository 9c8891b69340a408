import * as Experimental from "@screeps-effect/api/Experimental"
import * as NukeInfo from "@screeps-effect/schema/NukeInfo"
import * as Pvp from "@screeps-effect/schema/Pvp"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertRefused } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

const rooms = (answer: Pvp.Pvp) =>
  Pvp.shards(answer).map(({ rooms, shard, time }) => [
    shard,
    Number(time),
    ...rooms.map(({ _id, lastPvpTime }) => `${_id} ${lastPvpTime}`)
  ])

describe("rooms in which players fight", () => {
  it.effect("are told by the mod with nothing else of the rooms", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(
        Experimental.pvp({ interval: 100 }),
        "game/experimental-pvp.admin-utils.interval",
        { who: asGuest }
      )
      assert.deepStrictEqual(rooms(answer), [["privSrv", 12932, "W5N8 12931"]])
      assert.deepStrictEqual<unknown>(answer.pvp?.["privSrv"]?.rooms, [{ _id: "W5N8", lastPvpTime: 12931 }])
    })
  )

  it.effect("are told from a tick on, or for as long as the server likes", () =>
    Effect.gen(function* () {
      const none = yield* assertExchange(
        Experimental.pvp({ start: 100 }),
        "game/experimental-pvp.admin-utils.start"
      )
      assert.deepStrictEqual(rooms(none), [["privSrv", 11550]])
      const some = yield* assertExchange(Experimental.pvp(), "game/experimental-pvp.admin-utils.no-args")
      assert.deepStrictEqual(rooms(some), [["privSrv", 12932, "W5N8 12931"]])
    })
  )

  it.effect("are told by official servers with a time for each shard, and long ago without shards", () =>
    Effect.gen(function* () {
      const answer = yield* assertExchange(Experimental.pvp({ interval: 50 }), "experimental.pvp.official")
      assert.deepStrictEqual(rooms(answer), [
        ["shard0", 60000000],
        ["shard3", 50000000, "E1S1 49999990"]
      ])
      const old = yield* assertExchange(Experimental.pvp({ start: 19999900 }), "experimental.pvp.old")
      assert.deepStrictEqual(rooms(old), [[undefined, 20000000, "E1S1 19999990"]])
    })
  )

  it.effect("are asked for in whole ticks of this mod", () =>
    Effect.gen(function* () {
      for (const interval of [0, -1, 1.5]) yield* assertRefused(Experimental.pvp({ interval }), "interval")
      for (const start of [-1, 1.5]) yield* assertRefused(Experimental.pvp({ start }), "start")
      yield* assertFails(Experimental.pvp(), "game/experimental-pvp.unmodded-404", "EndpointNotFound")
    })
  )
})

describe("nukes in flight", () => {
  it.effect("are told with where and when they land", () =>
    Effect.gen(function* () {
      const { nukes } = yield* assertExchange(Experimental.nukes(), "game/experimental-nukes.admin-utils", {
        who: asGuest
      })
      const nuke = nukes["privSrv"]?.[0]
      assert.isDefined(nuke)
      assert.deepStrictEqual([nuke.room, nuke.launchRoomName], ["W4N7", "W5N8"])
      assert.strictEqual(NukeInfo.ticksToLand(nuke, 56000), 239)
    })
  )

  it.effect("are told by official servers in the same words", () =>
    Effect.gen(function* () {
      const { nukes } = yield* assertExchange(Experimental.nukes(), "experimental.nukes.official")
      assert.deepStrictEqual(
        Object.entries(nukes).map(([shard, list]) => [shard, list.length]),
        [
          ["shard0", 0],
          ["shard3", 1]
        ]
      )
      yield* assertFails(Experimental.nukes(), "game/experimental-nukes.unmodded-404", "EndpointNotFound")
    })
  )
})
