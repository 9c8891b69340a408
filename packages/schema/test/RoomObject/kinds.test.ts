import * as Controller from "@screeps-effect/schema/Controller"
import * as Lab from "@screeps-effect/schema/Lab"
import * as Pile from "@screeps-effect/schema/Pile"
import * as Portal from "@screeps-effect/schema/Portal"
import * as Millis from "@screeps-effect/schema/Millis"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Tick from "@screeps-effect/schema/Tick"
import { objectsOf } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import { changed, oneOf, recorded } from "../support/recorded.ts"

describe("a pile", () => {
  it("has its amount in the field named after its resource", () => {
    for (const { document } of objectsOf("energy")) {
      const pile = RoomObject.classify(document)
      if (pile.type !== "energy") throw new Error("a pile was expected")
      const resource = Pile.resource(pile)
      assert.strictEqual(resource, document["resourceType"])
      assert.strictEqual(Pile.amount(pile), document[resource])
      assert.isAbove(Pile.amount(pile), 0)
    }
  })

  const place = { type: "energy", room: "W1N1", x: 1, y: 1 } as const

  it("consists of energy when it names no resource", () => {
    assert.strictEqual(Pile.resource(place), "energy")
    assert.strictEqual(Pile.amount({ ...place, energy: 30, resourceType: null }), 30)
  })

  it("has amount 0 without a number, whatever the name of its resource", () => {
    assert.strictEqual(Pile.amount({ ...place, resourceType: "H" }), 0)
    assert.strictEqual(Pile.amount({ ...place, resourceType: "H", energy: 30 }), 0)
    assert.strictEqual(Pile.amount({ ...place, resourceType: "constructor" }), 0)
    assert.strictEqual(Pile.amount({ ...place, energy: null }), 0)
  })
})

describe("a portal", () => {
  it("leads to a square of a room, or to a room of another shard", () => {
    const kinds = recorded("portal").map((portal) => Portal.destination(portal))
    assert.deepInclude(kinds, { kind: "room", room: "W8N3", x: 15, y: 25 })
    assert.deepInclude(kinds, { kind: "shard", room: "E20N30", shard: "shard2" })
  })
})

describe("a controller", () => {
  const controller = oneOf("controller", ({ level }) => level === 2)

  it("has a total progress that follows from its level, not from the document", () => {
    assert.deepStrictEqual(Controller.progress(controller), { done: 6048, total: 45_000, left: 38_952 })
    assert.deepStrictEqual(
      Controller.progress(changed(controller, { level: 7, progress: null, progressTotal: 0 })),
      { done: 0, total: 10_935_000, left: 10_935_000 }
    )
  })

  it("has no progress left above its total", () => {
    assert.strictEqual(Controller.progress(changed(controller, { level: 1, progress: 500 }))?.left, 0)
  })

  it("has no progress without an owner and at the highest level", () => {
    for (const level of [0, 8, -1, 9]) assert.isUndefined(Controller.progress(changed(controller, { level })))
  })
})

describe("a laboratory", () => {
  it("returns the mineral that it holds", () => {
    assert.strictEqual(Lab.mineral(oneOf("lab", ({ store }) => (store["XGH2O"] ?? 0) > 0)), "XGH2O")
  })

  it("returns no mineral after it was emptied", () => {
    assert.isUndefined(Lab.mineral(oneOf("lab", ({ storeCapacity }) => storeCapacity === 5000)))
  })
})

describe("a wall", () => {
  it("disappears in a tick", () => {
    const wall = oneOf("constructedWall", ({ decayTime }) => typeof decayTime === "number")
    assert.deepStrictEqual(wall.decayTime, Tick.make(26_186))
  })

  it("disappears at a wall-clock time", () => {
    const wall = oneOf("constructedWall", ({ decayTime }) => typeof decayTime === "object")
    assert.deepStrictEqual(wall.decayTime, { timestamp: Millis.make(1_796_131_278_193) })
  })
})
