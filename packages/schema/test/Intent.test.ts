import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const id = ObjectId.make("cbefe41954704cb")
const decode = Schema.decodeUnknownResult(Intent.Intent, { onExcessProperty: "error" })
const isRefused = (name: string, intent: unknown) => Result.isFailure(decode({ name, intent }))
const isTaken = (name: string, intent: unknown) => Result.isSuccess(decode({ name, intent }))

const declared = Object.entries({ ...Intent.objectIntents, ...Intent.roomIntents, ...Intent.globalIntents })

const square = { roomName: "W1N1", x: 10, y: 10 } as const

/** Intents that name rooms, which are written by hand; all others are made up from their schemas. */
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
  it("is its name and what it asks for, ready to travel", () => {
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

  it("is one of sixty-six, each of one kind", () => {
    const { global, object, room } = Intent.names
    assert.lengthOf(new Set([...object, ...room, ...global]), 66)
    assert.deepStrictEqual([object.length, room.length, global.length], [49, 5, 12])
    for (const [kind, names] of Object.entries(Intent.names)) {
      for (const name of names) assert.strictEqual(Intent.kind(name), kind)
    }
    assert.isTrue(Intent.isIntentName("claimReactor"))
    assert.isFalse(Intent.isIntentName("toString"))
  })

  for (const [name, { intentName, kind, schema }] of declared) {
    const byHand = written.filter((intent) => intent.name === name)
    const made = Arbitrary.sampleEffect<Intent.Intent>(Arbitrary.schema(schema), { count: 25, seed: 11 })
    it.effect(`called ${name} is taken as it was made`, () =>
      Effect.gen(function* () {
        assert.strictEqual(intentName, name)
        assert.strictEqual(kind, Intent.isIntentName(name) ? Intent.kind(name) : undefined)
        const intents = byHand.length > 0 ? byHand : yield* made
        assert.isNotEmpty(intents)
        for (const intent of intents) assert.deepStrictEqual(decode(intent), Result.succeed(intent))
      })
    )
  }

  it("of no known name is refused", () => {
    assert.isTrue(isRefused("fly", {}))
    assert.isTrue(isRefused("toString", {}))
  })

  it("is no text that holds JSON", () => {
    assert.isTrue(isRefused("move", '{"direction":1}'))
    assert.isTrue(isRefused("suicide", "{}"))
    assert.isTrue(isRefused("suicide", []))
  })

  it("asks for what it is for, and for nothing more", () => {
    assert.isTrue(isTaken("suicide", {}))
    assert.isTrue(isRefused("suicide", { id }))
    assert.isTrue(isRefused("setPublic", {}))
    assert.isTrue(isRefused("setPublic", { isPublic: "yes" }))
  })
})

describe("an intent of an object", () => {
  it("goes one way of eight", () => {
    assert.isTrue(isTaken("move", { direction: 8 }))
    assert.isTrue(isTaken("move", { id }))
    for (const direction of [0, 9, 1.5, "1"])
      assert.isTrue(isRefused("move", { direction }), String(direction))
    assert.isTrue(isRefused("move", {}))
  })

  it("makes creeps of 1 to 50 parts, with a name", () => {
    const creep = { name: "Bob", body: ["work", "move"] }
    assert.isTrue(isTaken("createCreep", creep))
    assert.isTrue(isTaken("createCreep", { ...creep, energyStructures: [id], directions: [1, 3] }))
    assert.isTrue(isRefused("createCreep", { ...creep, name: "" }))
    assert.isTrue(isRefused("createCreep", { ...creep, body: [] }))
    assert.isTrue(isRefused("createCreep", { ...creep, body: ["wing"] }))
    assert.isTrue(isRefused("createCreep", { ...creep, body: Array.from({ length: 51 }, () => "move") }))
    assert.isTrue(isRefused("createCreep", { ...creep, directions: [] }))
  })

  it("hands over whole amounts of known resources", () => {
    assert.isTrue(isTaken("transfer", { id, resourceType: "energy", amount: 50 }))
    assert.isTrue(isTaken("transfer", { id, resourceType: "T", amount: 50 }))
    for (const amount of [0, -1, 0.5, 1e21, Number.NaN]) {
      assert.isTrue(isRefused("transfer", { id, resourceType: "energy", amount }), String(amount))
    }
    assert.isTrue(isRefused("transfer", { id, resourceType: "pixel", amount: 50 }))
    assert.isTrue(isRefused("transfer", { resourceType: "energy", amount: 50 }))
  })

  it("sends and aims at rooms that can be", () => {
    assert.isTrue(isTaken("launchNuke", { roomName: "W5N5", x: 0, y: 49 }))
    assert.isTrue(isRefused("launchNuke", { roomName: "undefined", x: 0, y: 49 }))
    assert.isTrue(isRefused("launchNuke", { roomName: "W5N5", x: 0, y: 50 }))
    assert.isTrue(isRefused("observeRoom", { roomName: "sim" }))
  })

  it("is not cut where the server cuts it", () => {
    assert.isTrue(isTaken("say", { message: "longer than ten signs" }))
    assert.isTrue(isTaken("signController", { id, sign: "x".repeat(101) }))
    assert.isTrue(isTaken("signController", { id, sign: "" }))
  })
})

describe("an intent of a room", () => {
  const flag = { x: 1, y: 2, name: "Flag1", color: 10, secondaryColor: 1 }

  it("is a list that is not empty", () => {
    assert.isTrue(isTaken("removeFlag", [{ roomName: "W1N1", name: "Flag1" }]))
    assert.isTrue(isRefused("removeFlag", { roomName: "W1N1", name: "Flag1" }))
    assert.isTrue(isRefused("removeFlag", []))
  })

  it("stays in one room, which it names", () => {
    const sites = (...rooms: ReadonlyArray<string>) => rooms.map((roomName) => ({ roomName, id }))
    assert.isTrue(isTaken("removeConstructionSite", sites("W1N1", "W1N1")))
    assert.isTrue(isRefused("removeConstructionSite", sites("W1N1", "W2N1")))
    assert.isTrue(isRefused("removeConstructionSite", [{ id }]))
    assert.strictEqual(Intent.roomOf(Intent.removeFlag([{ roomName: "W1N1", name: "Flag1" }])), "W1N1")
    assert.isUndefined(Intent.roomOf(Intent.removeFlag([])))
    assert.strictEqual(Intent.roomId, "room")
  })

  it("sets flags of the ten colours anywhere in the room", () => {
    assert.isTrue(isTaken("createFlag", [{ roomName: "W1N1", ...flag, x: 0, y: 49 }]))
    assert.isTrue(isRefused("createFlag", [{ roomName: "W1N1", ...flag, color: 11 }]))
    assert.isTrue(isRefused("createFlag", [{ roomName: "W1N1", ...flag, name: "" }]))
  })

  it("builds what players build, off the border, spawns with a name", () => {
    const at = (x: number, structureType: string, more: object = {}) => [
      { roomName: "W1N1", x, y: 1, structureType, ...more }
    ]
    assert.isTrue(isTaken("createConstructionSite", at(1, "road")))
    assert.isTrue(isTaken("createConstructionSite", at(48, "spawn", { name: "Spawn2" })))
    assert.isTrue(isRefused("createConstructionSite", at(1, "spawn")))
    assert.isTrue(isRefused("createConstructionSite", at(1, "road", { name: "Road1" })))
    assert.isTrue(isRefused("createConstructionSite", at(1, "controller")))
    assert.isTrue(isRefused("createConstructionSite", at(0, "road")))
    assert.isTrue(isRefused("createConstructionSite", at(49, "road")))
  })
})

describe("an intent of the account", () => {
  const order = { type: "sell", resourceType: "H", price: 0.25, totalAmount: 1000, roomName: "W1N1" }

  it("orders at a price of a thousandth of a credit or more", () => {
    assert.isTrue(isTaken("createOrder", order))
    assert.isTrue(isTaken("createOrder", { ...order, price: 0.001 }))
    for (const price of [0, 0.0001, -1, Number.POSITIVE_INFINITY]) {
      assert.isTrue(isRefused("createOrder", { ...order, price }), String(price))
      assert.isTrue(isRefused("changeOrderPrice", { orderId: id, newPrice: price }), String(price))
    }
    assert.isTrue(isRefused("createOrder", { ...order, type: "lend" }))
  })

  it("orders for a room what lies in terminals, and for no room what accounts own", () => {
    const { roomName: _, ...withoutRoom } = order
    assert.isTrue(isRefused("createOrder", withoutRoom))
    assert.isTrue(isTaken("createOrder", { ...withoutRoom, resourceType: "pixel" }))
    assert.isTrue(isRefused("createOrder", { ...order, resourceType: "pixel" }))
  })

  it("knows the powers and classes of power creeps", () => {
    assert.isTrue(isTaken("upgradePowerCreep", { id, power: 19 }))
    assert.isTrue(isRefused("upgradePowerCreep", { id, power: 20 }))
    assert.isTrue(isTaken("createPowerCreep", { name: "Ann", className: "operator" }))
    assert.isTrue(isRefused("createPowerCreep", { name: "Ann", className: "commander" }))
  })

  it("notifies at most once a day", () => {
    assert.isTrue(isTaken("notify", { message: "help", groupInterval: 1440 }))
    assert.isTrue(isRefused("notify", { message: "help", groupInterval: 1441 }))
  })
})

describe("an intent of a mod", () => {
  it("is declared like those of the game", () => {
    const fly = Intent.declareObject("fly", Schema.Struct({ height: Schema.Int }))
    assert.deepStrictEqual(fly({ height: 3 }), { name: "fly", intent: { height: 3 } })
    assert.strictEqual(fly.kind, "object")
    assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(fly.schema)(fly({ height: 3 }))))
    assert.isTrue(
      Result.isFailure(Schema.decodeUnknownResult(fly.schema)({ name: "move", intent: { height: 3 } }))
    )
  })
})
