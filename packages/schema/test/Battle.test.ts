import { recording } from "@screeps-effect/fixtures"
import * as Battle from "@screeps-effect/schema/Battle"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(Battle.BattleReport)
const recorded: unknown = recording("game/warpath-battles.admin-utils.start").response.body
const summary = (report: unknown) =>
  Battle.all(decode(report)).map(({ battle, shard }) => [
    shard,
    battle.room,
    Battle.classification(battle),
    Battle.defender(battle),
    Battle.lastTick(battle)
  ])

describe("a report of battles", () => {
  it("decodes a bare list, as the admin mod sends it", () => {
    assert.deepStrictEqual(summary(recorded), [["privSrv", "W5N8", 3, "bob", 12_931]])
    assert.deepStrictEqual(summary([]), [])
  })

  it("decodes lists by shard, as the third-party service sends them", () => {
    assert.deepStrictEqual(summary(reported.serviceReport), [
      ["shard0", "E4S61", 3, "Bob", 61_234_567],
      ["shard3", "W1N1", 3, "Bob", 61_234_567]
    ])
  })
})

describe("a battle", () => {
  const battle = { room: "W1N1", classification: 1, attackers: ["alice"], lastPvpTime: 5 }

  it("has no defender in a room without owner", () => {
    assert.deepStrictEqual(summary([{ ...battle, defender: false }, battle, { ...battle, defender: "" }]), [
      [undefined, "W1N1", 1, undefined, 5],
      [undefined, "W1N1", 1, undefined, 5],
      [undefined, "W1N1", 1, undefined, 5]
    ])
  })

  it("keeps the power creeps of the attackers", () => {
    const powerCreeps = [
      { name: "Op", className: "operator", level: 2, powers: [{ power: "GENERATE_OPS", level: 1 }] }
    ]
    const report = [{ ...battle, powerCreeps, stronghold: 0 }]
    assert.deepStrictEqual<unknown>(decode(report), report)
  })

  it("is rejected when its attackers are not a list", () => {
    assert.throws(() => decode([{ ...battle, attackers: "alice" }]))
    assert.throws(() => decode({ shards: { shard0: [battle] } }))
  })
})
