import { recording } from "@screeps-effect/fixtures"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Response = Schema.Struct({ list: Schema.Array(PowerCreepRecord.PowerCreepRecord) })
const recorded = (name: string) =>
  Schema.decodeUnknownSync(Response)(recording(`game/power-creeps-list.${name}`).response.body).list
const creep = (fields: object) =>
  Schema.decodeUnknownSync(PowerCreepRecord.PowerCreepRecord)(
    Object.assign({}, recorded("with-delete-time")[1], fields)
  )

describe("a power creep of an account", () => {
  it("is spawned in a room or not", () => {
    assert.deepStrictEqual(
      recorded("spawned").map((one) => [one.name, PowerCreepRecord.isSpawned(one), one.room]),
      [
        ["Op1", true, "W5N8"],
        ["Second", false, undefined]
      ]
    )
    assert.isTrue(PowerCreepRecord.isSpawned(creep({ spawnCooldownTime: 5, shard: "shard2" })))
  })

  it("can be spawned after its cooldown", () => {
    const dead = creep({ spawnCooldownTime: 1000, shard: null })
    assert.deepStrictEqual(
      [999, 1000].map((now) => PowerCreepRecord.canSpawn(dead, now)),
      [false, true]
    )
    assert.isTrue(PowerCreepRecord.canSpawn(creep({}), 0))
    assert.isFalse(PowerCreepRecord.canSpawn(creep({ spawnCooldownTime: null }), 1e13))
  })

  it("is being deleted or not", () => {
    assert.deepStrictEqual(recorded("with-delete-time").map(PowerCreepRecord.isBeingDeleted), [true, false])
    assert.isFalse(PowerCreepRecord.isBeingDeleted(creep({ deleteTime: null })))
  })

  it("uses one level, and one more for each of its own levels", () => {
    const creeps = recorded("with-delete-time")
    assert.deepStrictEqual(
      creeps.map(({ level }) => level),
      [0, 2]
    )
    assert.strictEqual(PowerCreepRecord.freeLevels(25_000, creeps), 1)
    assert.strictEqual(PowerCreepRecord.freeLevels(0, []), 0)
  })
})
