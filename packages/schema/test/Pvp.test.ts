import { recording } from "@screeps-effect/fixtures"
import * as Pvp from "@screeps-effect/schema/Pvp"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(Pvp.Pvp)
const shards = (response: unknown): ReadonlyArray<unknown> =>
  Pvp.shards(decode(response)).map(({ rooms, shard, time }) => [shard, time, rooms.map(({ _id }) => _id)])

describe("fights between players", () => {
  it("are listed by shard with one game time by the admin mod", () => {
    const response: unknown = recording("game/experimental-pvp.admin-utils.interval").response.body
    assert.deepStrictEqual(shards(response), [["privSrv", 12_932, ["W5N8"]]])
  })

  it("are listed by shard with a game time each on official servers", () => {
    assert.deepStrictEqual(shards(reported.officialPvp), [
      ["shard0", 61_234_600, ["E4S61"]],
      ["shard1", 50_000_000, []]
    ])
  })

  it("are read from a bare list without shards", () => {
    assert.deepStrictEqual(shards(reported.oldPvp), [[undefined, 16_000_000, ["E4S61"]]])
  })

  it("have no shard when the server has no name for it", () => {
    const rooms = [{ _id: "W1N1", lastPvpTime: 1 }]
    assert.deepStrictEqual(shards({ ok: 1, time: 2, pvp: { null: { rooms }, undefined: { rooms } } }), [
      [undefined, 2, ["W1N1"]],
      [undefined, 2, ["W1N1"]]
    ])
  })

  it("may be empty or absent", () => {
    assert.deepStrictEqual(shards({ ok: 1, pvp: {} }), [])
    assert.deepStrictEqual(shards({ ok: 1 }), [[undefined, undefined, []]])
  })
})
