import type { ConstructionSite } from "@screeps-effect/schema/ConstructionSite"
import type { Controller } from "@screeps-effect/schema/Controller"
import type { Creep } from "@screeps-effect/schema/Creep"
import type { Pile } from "@screeps-effect/schema/Pile"
import type { Road } from "@screeps-effect/schema/Road"
import type { Source } from "@screeps-effect/schema/Source"
import type { Tower } from "@screeps-effect/schema/Tower"
import type { Wall } from "@screeps-effect/schema/Wall"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type * as StructureType from "@screeps-effect/schema/StructureType"
import type { Tick } from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Match from "effect/Match"
import { describe, expectTypeOf, it } from "vitest"

declare const object: RoomObject.RoomObject

describe("the type of a room object", () => {
  it("narrows to the record of that name", () => {
    switch (object.type) {
      case "creep":
        expectTypeOf(object).toEqualTypeOf<Creep>()
        expectTypeOf(object.ageTime).toEqualTypeOf<Tick | null | undefined>()
        break
      case "energy":
        expectTypeOf(object).toEqualTypeOf<Pile>()
        break
      case "constructedWall":
        expectTypeOf(object).toEqualTypeOf<Wall>()
        break
      case "unknown":
        expectTypeOf(object).toEqualTypeOf<RoomObject.UnknownRoomObject>()
        break
      default:
        expectTypeOf(object.x).toEqualTypeOf<number>()
        // @ts-expect-error the other kinds are not creeps
        object satisfies Creep
    }
    if (object.type !== "unknown") expectTypeOf(object).toEqualTypeOf<RoomObject.Known>()
  })

  it("rejects types that do not exist", () => {
    // @ts-expect-error flags are not room objects
    if (object.type === "flag") return
    expectTypeOf<"flag">().not.toExtend<RoomObject.RoomObject["type"]>()
  })

  it("is present on all kinds, with an optional identifier", () => {
    expectTypeOf<RoomObject.Known["type"]>().toEqualTypeOf<RoomObject.Type>()
    expectTypeOf<RoomObject.RoomObject["type"]>().toEqualTypeOf<RoomObject.Type | "unknown">()
    expectTypeOf<RoomObject.Known["_id"]>().toEqualTypeOf<ObjectId | null | undefined>()
    expectTypeOf<(typeof RoomObject.types)[number]>().toEqualTypeOf<RoomObject.Type>()
    expectTypeOf<RoomObject.Structure["type"]>().toEqualTypeOf<StructureType.Known>()
  })

  it("indexes the kinds by their type on the wire", () => {
    for (const type of ["creep", "road"] as const) {
      expectTypeOf<RoomObject.Kinds[typeof type]>().toEqualTypeOf<Creep | Road>()
    }
  })
})

describe("Match of Effect", () => {
  it("passes each case its record", () => {
    const result = Match.value(object).pipe(
      Match.discriminators("type")({ creep: ({ name }) => name, road: ({ hits }) => hits }),
      Match.orElse(() => undefined)
    )
    expectTypeOf(result).toEqualTypeOf<string | number | undefined>()
  })

  it("rejects unknown kinds", () => {
    const matcher = Match.value(object)
    // @ts-expect-error flags are not room objects
    expectTypeOf(Match.discriminators("type")({ flag: () => 1 })(matcher)).toBeObject()
  })
})

describe("a guard", () => {
  it("narrows lists", () => {
    const objects: ReadonlyArray<RoomObject.RoomObject> = []
    expectTypeOf(objects.filter(RoomObject.is("creep"))).toEqualTypeOf<Array<Creep>>()
    expectTypeOf(objects.filter(RoomObject.isStructure)).toEqualTypeOf<Array<RoomObject.Structure>>()
    // @ts-expect-error flags are not room objects
    RoomObject.is("flag")
  })

  it("narrows to owners, hit points and stores", () => {
    if (RoomObject.isOwned(object)) {
      expectTypeOf(object.user).toEqualTypeOf<UserId>()
      expectTypeOf<Extract<typeof object, { readonly type: "creep" }>>().toExtend<Creep>()
      // @ts-expect-error sources have no owner
      if (object.type === "source") return
    }
    if (RoomObject.isDamageable(object)) expectTypeOf(object.hits).toEqualTypeOf<number>()
    if (RoomObject.hasStore(object))
      expectTypeOf(object.store["energy"]).toExtend<number | null | undefined>()
    expectTypeOf<Tower>().toExtend<RoomObject.Structure>()
    expectTypeOf<Controller>().toExtend<RoomObject.Structure>()
    expectTypeOf<ConstructionSite>().not.toExtend<RoomObject.Structure>()
    expectTypeOf<Source>().not.toExtend<RoomObject.Owned>()
  })
})

describe("a record", () => {
  it("is assignable from a plain object", () => {
    const road: Omit<Road, "nextDecayTime"> & { readonly nextDecayTime: number } = {
      type: "road",
      room: "W1N1",
      x: 1,
      y: 2,
      hits: 5000,
      hitsMax: 5000,
      nextDecayTime: 5
    }
    expectTypeOf(road.type).toEqualTypeOf<"road">()
  })
})
