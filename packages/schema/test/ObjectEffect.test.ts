import * as ObjectEffect from "@screeps-effect/schema/ObjectEffect"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { oneOf } from "./support/recorded.ts"

const at = Tick.make
const list = (object: ObjectEffect.Affected) => ObjectEffect.active(object, at(0))

describe("the effects on an object", () => {
  it("are listed from an object keyed by index, as powers are stored", () => {
    const lab = oneOf("lab", ({ effects }) => effects !== undefined)
    assert.isFalse(Array.isArray(lab.effects))
    const [effect, ...others] = list(lab)
    assert.deepStrictEqual(effect, { effect: 5, power: 5, level: 1, endTime: at(7350) })
    assert.isEmpty(others)
  })

  it("are listed from a list, as effects of strongholds are stored", () => {
    const core = oneOf("invaderCore", ({ effects }) => Array.isArray(effects))
    const effects = list(core)
    assert.isNotEmpty(effects)
    assert.includeMembers(
      [ObjectEffect.invulnerability, 1002],
      effects.map((effect) => ObjectEffect.id(effect))
    )
  })

  it("are empty when they are absent or null", () => {
    for (const effects of [undefined, null, [], {}, [null], { "0": null }]) {
      assert.deepStrictEqual(list(effects === undefined ? {} : { effects }), [])
    }
  })

  it("keep their order", () => {
    const effects = { "0": { endTime: at(5) }, "1": { endTime: at(3) }, "10": { endTime: at(4) } }
    assert.deepStrictEqual(
      list({ effects }).map(({ endTime }) => Number(endTime)),
      [5, 3, 4]
    )
  })

  it("are active until the tick in which they end", () => {
    const object = { effects: [{ power: 12, level: 1, endTime: at(100) }] }
    assert.lengthOf(ObjectEffect.active(object, at(99)), 1)
    assert.isEmpty(ObjectEffect.active(object, at(100)))
  })
})

describe("an effect", () => {
  it("is identified by either of its numbers", () => {
    assert.strictEqual(ObjectEffect.id({ effect: 1001, endTime: at(1) }), 1001)
    assert.strictEqual(ObjectEffect.id({ power: 12, endTime: at(1) }), 12)
    assert.strictEqual(ObjectEffect.id({ effect: null, power: 12, endTime: at(1) }), 12)
    assert.isUndefined(ObjectEffect.id({ endTime: at(1) }))
  })

  it.prop("is listed in both forms", [Schema.Array(ObjectEffect.ObjectEffect)], ([effects]) => {
    const running = effects.filter(({ endTime }) => endTime > 0)
    assert.deepStrictEqual(list({ effects }), running)
    assert.deepStrictEqual(list({ effects: Object.fromEntries(effects.entries()) }), running)
  })
})
