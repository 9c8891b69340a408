import type { Direction } from "@screeps-effect/schema/Direction"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { describe, expectTypeOf, it } from "vitest"

const id = ObjectId.make("cbefe41954704cb")

describe("an intent", () => {
  it("has a name and parameters", () => {
    const step = Intent.move({ direction: 1 })
    expectTypeOf(step).toExtend<Intent.ObjectIntent>()
    expectTypeOf(step.name).toEqualTypeOf<"move">()
    expectTypeOf(Intent.suicide().intent).toEqualTypeOf<Intent.EmptyIntent>()
  })

  it("is narrowed by its name", () => {
    const name = (intent: Intent.Intent) => {
      if (intent.name === "setPublic")
        expectTypeOf(intent.intent).toEqualTypeOf<{ readonly isPublic: boolean }>()
      if (intent.name === "setSpawnDirections") {
        expectTypeOf(intent.intent.directions).toEqualTypeOf<ReadonlyArray<Direction>>()
      }
      return intent.name
    }
    expectTypeOf(name).returns.toEqualTypeOf<Intent.IntentName>()
  })

  it("accepts known parameters only", () => {
    expectTypeOf(Intent.transfer).toBeCallableWith({ id, resourceType: "XGH2O", amount: 1 })
    // @ts-expect-error there is no ninth direction
    Intent.move({ direction: 9 })
    // @ts-expect-error kitchen is not a resource
    Intent.drop({ resourceType: "kitchen", amount: 1 })
    // @ts-expect-error pixels cannot be stored
    Intent.transfer({ id, resourceType: "pixel", amount: 1 })
    // @ts-expect-error factories cannot produce power
    Intent.produce({ resourceType: "power" })
    // @ts-expect-error an identifier is not plain text
    Intent.harvest({ id: "cbefe41954704cb" })
    // @ts-expect-error unknown parameters are rejected
    Intent.suicide({ id })
  })

  it("of a room is a list", () => {
    expectTypeOf(Intent.destroyStructure).toBeCallableWith([{ roomName: "W1N1", id }])
    // @ts-expect-error a single element is not a list
    Intent.removeFlag({ roomName: "W1N1", name: "Flag1" })
    // @ts-expect-error roomName is required
    Intent.removeFlag([{ name: "Flag1" }])
  })

  it("for a construction site has a name only for spawns", () => {
    const square = { roomName: "W1N1", x: 10, y: 10 } as const
    expectTypeOf(Intent.createConstructionSite).toBeCallableWith([
      { ...square, structureType: "spawn", name: "Spawn2" },
      { ...square, structureType: "road" }
    ])
    // @ts-expect-error spawns require a name
    Intent.createConstructionSite([{ ...square, structureType: "spawn" }])
    // @ts-expect-error players cannot build controllers
    Intent.createConstructionSite([{ ...square, structureType: "controller" }])
  })

  it("for an order has a room except for resources of the account", () => {
    const order = { type: "sell", price: 0.5, totalAmount: 100 } as const
    expectTypeOf(Intent.createOrder).toBeCallableWith({ ...order, resourceType: "H", roomName: "W1N1" })
    expectTypeOf(Intent.createOrder).toBeCallableWith({ ...order, resourceType: "pixel" })
    // @ts-expect-error orders for hydrogen require a room
    Intent.createOrder({ ...order, resourceType: "H" })
  })
})

describe("the known intents", () => {
  it("are of an object, a room or the account", () => {
    expectTypeOf(Intent.move.kind).toEqualTypeOf<"object">()
    expectTypeOf(Intent.removeFlag.kind).toEqualTypeOf<"room">()
    expectTypeOf(Intent.deal.kind).toEqualTypeOf<"global">()
    expectTypeOf<Intent.ObjectIntent["name"]>().toEqualTypeOf<Intent.ObjectIntentName>()
    expectTypeOf<Intent.RoomIntent["name"]>().toEqualTypeOf<Intent.RoomIntentName>()
    expectTypeOf<Intent.GlobalIntent["name"]>().toEqualTypeOf<Intent.GlobalIntentName>()
    expectTypeOf<Intent.ObjectIntentName & Intent.GlobalIntentName>().toBeNever()
  })

  it("are exported by name", () => {
    expectTypeOf<Intent.IntentName>().toExtend<keyof typeof Intent>()
  })
})
