import * as Store from "@screeps-effect/schema/Store"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { oneOf, recorded } from "./support/recorded.ts"

const whole = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
const Amounts = Schema.Record(Schema.Literals(["energy", "H", "O", "power"]), whole)

describe("a general store", () => {
  const storage = oneOf("storage", ({ storeCapacity }) => storeCapacity === 1_000_000)

  it("holds any resources up to its capacity", () => {
    assert.strictEqual(Store.capacity(storage), 1_000_000)
    assert.strictEqual(Store.capacity(storage, "energy"), 1_000_000)
    assert.strictEqual(Store.capacity(storage, "pixel"), 1_000_000)
    assert.strictEqual(Store.free(storage, "energy"), 1_000_000 - Store.used(storage))
    assert.strictEqual(Store.free(storage), 1_000_000 - Store.used(storage))
  })

  it("returns the amount of a resource, and 0 for resources that it does not name", () => {
    const container = { store: { energy: 84, OH: 0, H: null }, storeCapacity: 2000 }
    assert.strictEqual(Store.amount(container, "energy"), 84)
    assert.strictEqual(Store.amount(container, "OH"), 0)
    assert.strictEqual(Store.amount(container, "H"), 0)
    assert.strictEqual(Store.amount(container, "power"), 0)
    assert.strictEqual(Store.used(container), 84)
    assert.deepStrictEqual(Store.contents(container), [["energy", 84]])
  })

  it("returns amount 0 for inherited members of objects", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      const container = { store: { energy: 84 }, storeCapacity: 2000 }
      assert.strictEqual(Store.amount(container, name), 0, name)
      assert.strictEqual(Store.capacity(container, name), 2000, name)
      assert.strictEqual(Store.free(container, name), 1916, name)
      const spawn = { store: { energy: 84 }, storeCapacityResource: { energy: 300 } }
      assert.strictEqual(Store.capacity(spawn, name), 0, name)
      assert.strictEqual(Store.free(spawn, name), 0, name)
    }
  })

  it("has free capacity 0 when it holds too much", () => {
    const lost = { store: { energy: 500 }, storeCapacity: 0 }
    assert.strictEqual(Store.capacity(lost), 0)
    assert.strictEqual(Store.free(lost), 0)
    assert.strictEqual(Store.free(lost, "energy"), 0)
  })
})

describe("a limited store", () => {
  const nuker = oneOf("nuker")

  it("has a capacity for each of its resources, and 0 for others", () => {
    assert.strictEqual(Store.capacity(nuker, "energy"), 300_000)
    assert.strictEqual(Store.capacity(nuker, "G"), 5000)
    assert.strictEqual(Store.capacity(nuker, "H"), 0)
    assert.strictEqual(Store.free(nuker, "H"), 0)
    assert.strictEqual(Store.capacity(nuker), 305_000)
    assert.strictEqual(Store.free(nuker, "G"), 5000 - Store.amount(nuker, "G"))
  })

  it("may be full of one resource and have free capacity for another", () => {
    const powerSpawn = {
      store: { energy: 5000, power: 40 },
      storeCapacityResource: { energy: 5000, power: 100 }
    }
    assert.strictEqual(Store.free(powerSpawn, "energy"), 0)
    assert.strictEqual(Store.free(powerSpawn, "power"), 60)
    assert.strictEqual(Store.free(powerSpawn), 60)
  })
})

describe("a laboratory's store", () => {
  it("has capacity for any mineral while it holds none", () => {
    const empty = {
      store: { energy: 1880, GH2O: 0 },
      storeCapacity: 5000,
      storeCapacityResource: { energy: 2000, GH2O: null }
    }
    assert.strictEqual(Store.capacity(empty, "energy"), 2000)
    assert.strictEqual(Store.free(empty, "energy"), 120)
    assert.strictEqual(Store.capacity(empty, "GH2O"), 3000)
    assert.strictEqual(Store.free(empty, "XUH2O"), 3000)
    assert.strictEqual(Store.capacity(empty), 5000)
    assert.strictEqual(Store.free(empty), 3120)
  })

  it("has capacity only for the mineral that it holds", () => {
    const lab = oneOf("lab", ({ store }) => (store["GH"] ?? 0) > 0)
    assert.isNull(lab.storeCapacity)
    assert.strictEqual(Store.capacity(lab), 5000)
    assert.strictEqual(Store.capacity(lab, "GH"), 3000)
    assert.strictEqual(Store.free(lab, "GH"), 3000 - Store.amount(lab, "GH"))
    assert.strictEqual(Store.capacity(lab, "OH"), 0)
    assert.strictEqual(Store.free(lab, "OH"), 0)
  })
})

describe("a store without capacity", () => {
  it("has amounts, and an undefined capacity", () => {
    for (const object of [...recorded("tombstone"), ...recorded("ruin"), ...recorded("powerBank")]) {
      assert.isUndefined(Store.capacity(object))
      assert.isUndefined(Store.capacity(object, "energy"))
      assert.isUndefined(Store.free(object))
      assert.isUndefined(Store.free(object, "energy"))
      assert.strictEqual(
        Store.used(object),
        Store.contents(object).reduce((sum, [, amount]) => sum + amount, 0)
      )
    }
  })
})

describe("a terminal without a store", () => {
  it("holds nothing", () => {
    assert.strictEqual(Store.used({}), 0)
    assert.strictEqual(Store.amount({ store: null }, "energy"), 0)
    assert.deepStrictEqual(Store.contents({ store: null }), [])
    assert.isUndefined(Store.capacity({ storeCapacity: null }))
  })
})

describe("the arithmetic of stores", () => {
  it.prop("adds up amounts and free capacity to the capacity", [Amounts, whole], ([store, storeCapacity]) => {
    const general = { store, storeCapacity }
    const used = Store.used(general)
    assert.strictEqual(Store.free(general), Math.max(0, storeCapacity - used))
    assert.strictEqual(Store.free(general, "energy"), Store.free(general))
    assert.strictEqual(
      Store.contents(general).reduce((sum, [, amount]) => sum + amount, 0),
      used
    )
  })

  it.prop(
    "adds up for each resource of limited stores",
    [Amounts, Amounts],
    ([store, storeCapacityResource]) => {
      const limited = { store, storeCapacityResource }
      for (const resource of ["energy", "H", "O", "power"] as const) {
        const capacity = storeCapacityResource[resource]
        assert.strictEqual(Store.capacity(limited, resource), capacity)
        assert.strictEqual(Store.free(limited, resource), Math.max(0, capacity - store[resource]))
      }
    }
  )
})
