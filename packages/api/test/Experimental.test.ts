import * as Experimental from "@screeps-effect/api/Experimental"
import * as Pvp from "@screeps-effect/schema/Pvp"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assertExchange, assertFails, assertInvalidInput } from "./support/exchange.ts"
import { asGuest } from "./support/fake.ts"

const rooms = (response: Pvp.Pvp) =>
  Pvp.shards(response).map(({ rooms, shard, time }) => [
    shard,
    Number(time),
    ...rooms.map(({ _id, lastPvpTime }) => `${_id} ${lastPvpTime}`)
  ])

describe("Experimental.pvp", () => {
  it.effect("returns only room and last tick of a mod's room documents", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(
        Experimental.pvp({ interval: 100 }),
        "game/experimental-pvp.admin-utils.interval",
        { credentials: asGuest }
      )
      assert.deepStrictEqual(rooms(response), [["privSrv", 12932, "W5N8 12931"]])
      assert.deepStrictEqual<unknown>(response.pvp?.["privSrv"]?.rooms, [{ _id: "W5N8", lastPvpTime: 12931 }])
    })
  )

  it.effect("returns rooms since a start tick, or of the server's default interval", () =>
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

  it.effect("returns rooms by shard on official servers, and without shards from old responses", () =>
    Effect.gen(function* () {
      const response = yield* assertExchange(Experimental.pvp({ interval: 50 }), "experimental.pvp.official")
      assert.deepStrictEqual(rooms(response), [
        ["shard0", 60000000],
        ["shard3", 50000000, "E1S1 49999990"]
      ])
      const old = yield* assertExchange(Experimental.pvp({ start: 19999900 }), "experimental.pvp.old")
      assert.deepStrictEqual(rooms(old), [[undefined, 20000000, "E1S1 19999990"]])
    })
  )

  it.effect("rejects invalid intervals and starts without a request, and fails without the mod", () =>
    Effect.gen(function* () {
      for (const interval of [0, -1, 1.5])
        yield* assertInvalidInput(Experimental.pvp({ interval }), "interval")
      for (const start of [-1, 1.5]) yield* assertInvalidInput(Experimental.pvp({ start }), "start")
      yield* assertFails(Experimental.pvp(), "game/experimental-pvp.unmodded-404", "EndpointNotFound")
    })
  )
})

describe("Experimental.nukes", () => {
  it.effect("returns where and when nukes land", () =>
    Effect.gen(function* () {
      const { nukes } = yield* assertExchange(Experimental.nukes(), "game/experimental-nukes.admin-utils", {
        credentials: asGuest
      })
      const nuke = nukes["privSrv"]?.[0]
      assert.isDefined(nuke)
      assert.deepStrictEqual([nuke.room, nuke.launchRoomName], ["W4N7", "W5N8"])
      assert.strictEqual(nuke.landTime - 56000, 239)
    })
  )

  it.effect("returns nukes by shard on official servers, and fails without the mod on private ones", () =>
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
