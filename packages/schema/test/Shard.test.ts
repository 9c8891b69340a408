import { recording } from "@screeps-effect/fixtures"
import { Shard, ticksPerHour } from "@screeps-effect/schema/Shard"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Response = Schema.Struct({ shards: Schema.Array(Shard) })
const shards = (name: string) =>
  Schema.decodeUnknownSync(Response)(recording(`game/game-shards-info.${name}`).response.body).shards

describe("a shard", () => {
  it("has no name until the server has one", () => {
    assert.deepStrictEqual(
      [...shards("admin-utils"), ...shards("admin-utils.shard-name-unset")].map(({ name }) => name),
      ["privSrv", undefined]
    )
  })

  it("has a number of ticks per hour that follows from their mean length", () => {
    const [shard] = shards("admin-utils")
    assert.strictEqual(shard && Math.round(ticksPerHour(shard) ?? 0), 19_945)
  })

  it("has no number of ticks per hour right after the server's start", () => {
    const shard = Schema.decodeUnknownSync(Shard)({ cpuLimit: 0, lastTicks: [], rooms: 121, tick: null })
    assert.isUndefined(ticksPerHour(shard))
  })
})
