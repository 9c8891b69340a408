import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const id = ObjectId.make("cbefe41954704cb")
const decode = Schema.decodeUnknownResult(Intent.Intent, { onExcessProperty: "error" })
const isRejected = (name: string, intent: unknown) => Result.isFailure(decode({ name, intent }))
const isAccepted = (name: string, intent: unknown) => Result.isSuccess(decode({ name, intent }))

const declared = Object.entries({ ...Intent.objectIntents, ...Intent.roomIntents, ...Intent.globalIntents })

const square = { roomName: "W1N1", x: 10, y: 10 } as const

/** Handwritten intents, which contain room names; all others are generated from their schemas. */
const written: ReadonlyArray<Intent.Intent> = [
  Intent.createConstructionSite([
    { ...square, structureType: "spawn", name: "Spawn2" },
    { ...square, structureType: "road" }
  ]),
  Intent.removeConstructionSite([{ roomName: "W1N1", id }]),
  Intent.destroyStructure([{ roomName: "W1N1", id }]),
  Intent.createFlag([{ ...square, name: "Flag1", color: 10, secondaryColor: 1 }]),
  Intent.removeFlag([{ roomName: "W1N1", name: "Flag1" }]),
  Intent.send({ targetRoomName: "E5S5", resourceType: "battery", amount: 100, description: "yours" }),
  Intent.launchNuke(square),
  Intent.observeRoom({ roomName: "W1N1" }),
  Intent.setPosition(square),
  Intent.createOrder({ type: "buy", price: 0.001, totalAmount: 1, resourceType: "H", roomName: "W1N1" }),
  Intent.deal({ orderId: id, amount: 1, targetRoomName: "W1N1" })
]

describe("an intent", () => {
  it("has a name and parameters in the format of requests", () => {
    assert.deepStrictEqual(
      { _id: id, room: "W1N1", ...Intent.move({ direction: 3 }) },
      {
        _id: id,
        room: "W1N1",
        name: "move",
        intent: { direction: 3 }
      }
    )
    assert.deepStrictEqual(Intent.suicide(), { name: "suicide", intent: {} })
    assert.deepStrictEqual(Intent.destroyStructure([{ roomName: "W1N1", id }]), {
      name: "destroyStructure",
      intent: [{ roomName: "W1N1", id }]
    })
    assert.deepStrictEqual(Intent.cancelOrder({ orderId: id }), {
      name: "cancelOrder",
      intent: { orderId: id }
    })
  })

  it("has one of 66 names, each of one kind", () => {
    const counts = [Intent.objectIntents, Intent.roomIntents, Intent.globalIntents].map(
      (intents) => Object.keys(intents).length
    )
    assert.deepStrictEqual(counts, [49, 5, 12])
    assert.lengthOf(new Set(declared.map(([name]) => name)), 66)
    for (const [, { intentName, kind }] of declared) assert.strictEqual(Intent.kind(intentName), kind)
    assert.isTrue(Intent.isIntentName("claimReactor"))
    assert.isFalse(Intent.isIntentName("toString"))
  })

  for (const [name, { intentName, kind, schema }] of declared) {
    const handwritten = written.filter((intent) => intent.name === name)
    const made = Arbitrary.sampleEffect<Intent.Intent>(Arbitrary.schema(schema), { count: 25, seed: 11 })
    it.effect(`called ${name} is decoded unchanged`, () =>
      Effect.gen(function* () {
        assert.strictEqual(intentName, name)
        assert.strictEqual(kind, Intent.isIntentName(name) ? Intent.kind(name) : undefined)
        const intents = handwritten.length > 0 ? handwritten : yield* made
        assert.isNotEmpty(intents)
        for (const intent of intents) assert.deepStrictEqual(decode(intent), Result.succeed(intent))
      })
    )
  }

  it("is rejected with an unknown name", () => {
    assert.isTrue(isRejected("fly", {}))
    assert.isTrue(isRejected("toString", {}))
  })

  it("is rejected with parameters that are JSON text", () => {
    assert.isTrue(isRejected("move", '{"direction":1}'))
    assert.isTrue(isRejected("suicide", "{}"))
    assert.isTrue(isRejected("suicide", []))
  })

  it("is rejected with missing, wrong or additional parameters", () => {
    assert.isTrue(isAccepted("suicide", {}))
    assert.isTrue(isRejected("suicide", { id }))
    assert.isTrue(isRejected("setPublic", {}))
    assert.isTrue(isRejected("setPublic", { isPublic: "yes" }))
  })
})

describe("an intent of an object", () => {
  it("accepts the eight directions only", () => {
    assert.isTrue(isAccepted("move", { direction: 8 }))
    assert.isTrue(isAccepted("move", { id }))
    for (const direction of [0, 9, 1.5, "1"])
      assert.isTrue(isRejected("move", { direction }), String(direction))
    assert.isTrue(isRejected("move", {}))
  })

  it("spawns creeps with a name and 1 to 50 parts", () => {
    const creep = { name: "Bob", body: ["work", "move"] }
    assert.isTrue(isAccepted("createCreep", creep))
    assert.isTrue(isAccepted("createCreep", { ...creep, energyStructures: [id], directions: [1, 3] }))
    assert.isTrue(isRejected("createCreep", { ...creep, name: "" }))
    assert.isTrue(isRejected("createCreep", { ...creep, body: [] }))
    assert.isTrue(isRejected("createCreep", { ...creep, body: ["wing"] }))
    assert.isTrue(isRejected("createCreep", { ...creep, body: Array.from({ length: 51 }, () => "move") }))
    assert.isTrue(isRejected("createCreep", { ...creep, directions: [] }))
  })

  it("transfers positive whole amounts of known resources only", () => {
    assert.isTrue(isAccepted("transfer", { id, resourceType: "energy", amount: 50 }))
    assert.isTrue(isAccepted("transfer", { id, resourceType: "T", amount: 50 }))
    for (const amount of [0, -1, 0.5, 1e21, Number.NaN]) {
      assert.isTrue(isRejected("transfer", { id, resourceType: "energy", amount }), String(amount))
    }
    assert.isTrue(isRejected("transfer", { id, resourceType: "pixel", amount: 50 }))
    assert.isTrue(isRejected("transfer", { resourceType: "energy", amount: 50 }))
  })

  it("accepts valid room names and squares only", () => {
    assert.isTrue(isAccepted("launchNuke", { roomName: "W5N5", x: 0, y: 49 }))
    assert.isTrue(isRejected("launchNuke", { roomName: "undefined", x: 0, y: 49 }))
    assert.isTrue(isRejected("launchNuke", { roomName: "W5N5", x: 0, y: 50 }))
    assert.isTrue(isRejected("observeRoom", { roomName: "sim" }))
  })

  it("accepts texts that the server shortens", () => {
    assert.isTrue(isAccepted("say", { message: "longer than ten signs" }))
    assert.isTrue(isAccepted("signController", { id, sign: "x".repeat(101) }))
    assert.isTrue(isAccepted("signController", { id, sign: "" }))
  })
})

describe("an intent of a room", () => {
  const flag = { x: 1, y: 2, name: "Flag1", color: 10, secondaryColor: 1 }

  it("is a list with at least one element", () => {
    assert.isTrue(isAccepted("removeFlag", [{ roomName: "W1N1", name: "Flag1" }]))
    assert.isTrue(isRejected("removeFlag", { roomName: "W1N1", name: "Flag1" }))
    assert.isTrue(isRejected("removeFlag", []))
  })

  it("places flags of the ten colours on any square", () => {
    assert.isTrue(isAccepted("createFlag", [{ roomName: "W1N1", ...flag, x: 0, y: 49 }]))
    assert.isTrue(isRejected("createFlag", [{ roomName: "W1N1", ...flag, color: 11 }]))
    assert.isTrue(isRejected("createFlag", [{ roomName: "W1N1", ...flag, name: "" }]))
  })

  it("accepts buildable structures off the border, with a name for spawns only", () => {
    const at = (x: number, structureType: string, more: object = {}) => [
      { roomName: "W1N1", x, y: 1, structureType, ...more }
    ]
    assert.isTrue(isAccepted("createConstructionSite", at(1, "road")))
    assert.isTrue(isAccepted("createConstructionSite", at(48, "spawn", { name: "Spawn2" })))
    assert.isTrue(isRejected("createConstructionSite", at(1, "spawn")))
    assert.isTrue(isRejected("createConstructionSite", at(1, "road", { name: "Road1" })))
    assert.isTrue(isRejected("createConstructionSite", at(1, "controller")))
    assert.isTrue(isRejected("createConstructionSite", at(0, "road")))
    assert.isTrue(isRejected("createConstructionSite", at(49, "road")))
  })
})

describe("an intent of the account", () => {
  const order = { type: "sell", resourceType: "H", price: 0.25, totalAmount: 1000, roomName: "W1N1" }

  it("accepts prices from a thousandth of a credit", () => {
    assert.isTrue(isAccepted("createOrder", order))
    assert.isTrue(isAccepted("createOrder", { ...order, price: 0.001 }))
    for (const price of [0, 0.0001, -1, Number.POSITIVE_INFINITY]) {
      assert.isTrue(isRejected("createOrder", { ...order, price }), String(price))
      assert.isTrue(isRejected("changeOrderPrice", { orderId: id, newPrice: price }), String(price))
    }
    assert.isTrue(isRejected("createOrder", { ...order, type: "rent" }))
  })

  it("requires a room for resources of rooms, and rejects a room for resources of accounts", () => {
    const { roomName: _, ...withoutRoom } = order
    assert.isTrue(isRejected("createOrder", withoutRoom))
    assert.isTrue(isAccepted("createOrder", { ...withoutRoom, resourceType: "pixel" }))
    assert.isTrue(isRejected("createOrder", { ...order, resourceType: "pixel" }))
  })

  it("accepts known powers and classes of power creeps only", () => {
    assert.isTrue(isAccepted("upgradePowerCreep", { id, power: 19 }))
    assert.isTrue(isRejected("upgradePowerCreep", { id, power: 20 }))
    assert.isTrue(isAccepted("createPowerCreep", { name: "Ann", className: "operator" }))
    assert.isTrue(isRejected("createPowerCreep", { name: "Ann", className: "commander" }))
  })

  it("accepts notification intervals of at most one day", () => {
    assert.isTrue(isAccepted("notify", { message: "help", groupInterval: 1440 }))
    assert.isTrue(isRejected("notify", { message: "help", groupInterval: 1441 }))
  })
})

describe("a body to spawn", () => {
  const creep = (body: unknown) => ({ name: "Bob", body })

  it("has 1 to 50 known parts", () => {
    const of = (length: number) => Array.from({ length }, () => "tough")
    assert.isTrue(isAccepted("createCreep", creep(["move"])))
    assert.isTrue(isAccepted("createCreep", creep(of(50))))
    for (const body of [[], of(51), ["wing"]]) assert.isTrue(isRejected("createCreep", creep(body)))
  })
})

describe("an order to create", () => {
  it("buys or sells", () => {
    const order = { price: 1, totalAmount: 1, resourceType: "H", roomName: "W1N1" }
    for (const type of ["buy", "sell"]) assert.isTrue(isAccepted("createOrder", { ...order, type }))
    assert.isTrue(isRejected("createOrder", { ...order, type: "rent" }))
  })
})
