import type { Direction } from "@screeps-effect/schema/Direction"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { describe, expectTypeOf, it } from "vitest"

const id = ObjectId.make("cbefe41954704cb")

describe("an intent", () => {
  it("is its name and what it asks for", () => {
    const step = Intent.move({ direction: 1 })
    expectTypeOf(step).toExtend<Intent.ObjectIntent>()
    expectTypeOf(step.name).toEqualTypeOf<"move">()
    expectTypeOf(Intent.suicide().intent).toEqualTypeOf<Intent.Nothing>()
  })

  it("is told apart by its name", () => {
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

  it("takes what the game knows, and nothing else", () => {
    expectTypeOf(Intent.transfer).toBeCallableWith({ id, resourceType: "XGH2O", amount: 1 })
    // @ts-expect-error there is no ninth direction
    Intent.move({ direction: 9 })
    // @ts-expect-error a kitchen is no resource
    Intent.drop({ resourceType: "kitchen", amount: 1 })
    // @ts-expect-error pixels are in no store
    Intent.transfer({ id, resourceType: "pixel", amount: 1 })
    // @ts-expect-error a factory makes no power
    Intent.produce({ resourceType: "power" })
    // @ts-expect-error the identity of an object is no bare text
    Intent.harvest({ id: "cbefe41954704cb" })
    // @ts-expect-error nothing more is told
    Intent.suicide({ id })
  })

  it("of a room is a list", () => {
    expectTypeOf(Intent.destroyStructure).toBeCallableWith([{ roomName: "W1N1", id }])
    // @ts-expect-error a single thing is no list
    Intent.removeFlag({ roomName: "W1N1", name: "Flag1" })
    // @ts-expect-error the room is named
    Intent.removeFlag([{ name: "Flag1" }])
  })

  it("for a site names a spawn", () => {
    const square = { roomName: "W1N1", x: 10, y: 10 } as const
    expectTypeOf(Intent.createConstructionSite).toBeCallableWith([
      { ...square, structureType: "spawn", name: "Spawn2" },
      { ...square, structureType: "road" }
    ])
    // @ts-expect-error a spawn has a name
    Intent.createConstructionSite([{ ...square, structureType: "spawn" }])
    // @ts-expect-error nobody builds controllers
    Intent.createConstructionSite([{ ...square, structureType: "controller" }])
  })

  it("for an order names the room, but for resources of accounts", () => {
    const order = { type: "sell", price: 0.5, totalAmount: 100 } as const
    expectTypeOf(Intent.createOrder).toBeCallableWith({ ...order, resourceType: "H", roomName: "W1N1" })
    expectTypeOf(Intent.createOrder).toBeCallableWith({ ...order, resourceType: "pixel" })
    // @ts-expect-error hydrogen lies in a terminal
    Intent.createOrder({ ...order, resourceType: "H" })
  })
})

describe("the intents that are known", () => {
  it("are of an object, a room or the account", () => {
    expectTypeOf(Intent.move.kind).toEqualTypeOf<"object">()
    expectTypeOf(Intent.removeFlag.kind).toEqualTypeOf<"room">()
    expectTypeOf(Intent.deal.kind).toEqualTypeOf<"global">()
    expectTypeOf<Intent.ObjectIntent["name"]>().toEqualTypeOf<Intent.ObjectIntentName>()
    expectTypeOf<Intent.RoomIntent["name"]>().toEqualTypeOf<Intent.RoomIntentName>()
    expectTypeOf<Intent.GlobalIntent["name"]>().toEqualTypeOf<Intent.GlobalIntentName>()
    expectTypeOf<Intent.ObjectIntentName & Intent.GlobalIntentName>().toBeNever()
  })

  it("are exported under their names", () => {
    expectTypeOf<Intent.IntentName>().toExtend<keyof typeof Intent>()
  })
})
