import * as RoomName from "@screeps-effect/schema/RoomName"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const number = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Place = Schema.Struct({ x: number(-1000, 999), y: number(-1000, 999) })
// One room away from the outermost names, so that every neighbour has a name.
const Inner = Schema.Struct({ x: number(-999, 998), y: number(-999, 998) })
const rooms = Arbitrary.map(Arbitrary.schema(Inner), RoomName.fromWorld)

describe("world coordinates", () => {
  const examples: ReadonlyArray<readonly [RoomName.RoomName, number, number]> = [
    ["E0S0", 0, 0],
    ["W0N0", -1, -1],
    ["W0S0", -1, 0],
    ["E0N0", 0, -1],
    ["W1N1", -2, -2],
    ["E10S5", 10, 5],
    ["W12N3", -13, -4],
    ["W999N999", -1000, -1000],
    ["E999S999", 999, 999]
  ]
  for (const [room, x, y] of examples) {
    it(`are (${x}, ${y}) for ${room}`, () => {
      assert.deepStrictEqual(RoomName.toWorld(room), { x, y })
      assert.strictEqual(RoomName.fromWorld({ x, y }), room)
    })
  }

  it.prop("are unchanged by a conversion to a room name and back", [Place], ([place]) => {
    const room = RoomName.fromWorld(place)
    assert.isTrue(RoomName.is(room), room)
    assert.deepStrictEqual(RoomName.toWorld(room), place)
  })

  const sides = { we: Schema.Literals(["W", "E"]), ns: Schema.Literals(["N", "S"]) }
  it.prop(
    "are converted back to the room name that they were computed from",
    { ...sides, column: number(0, 999), row: number(0, 999) },
    (parts) => {
      const room: RoomName.RoomName = `${parts.we}${parts.column}${parts.ns}${parts.row}`
      assert.strictEqual(RoomName.fromWorld(RoomName.toWorld(room)), room)
    }
  )
})

describe("neighbours", () => {
  it("cross the origin of the world", () => {
    assert.deepStrictEqual(RoomName.neighbours("W0N0"), {
      top: "W0N1",
      right: "E0N0",
      bottom: "W0S0",
      left: "W1N0"
    })
    assert.deepStrictEqual(RoomName.neighbours("E0S0"), {
      top: "E0N0",
      right: "E1S0",
      bottom: "E0S1",
      left: "W0S0"
    })
  })

  it("are adjacent far from the origin", () => {
    assert.deepStrictEqual(RoomName.neighbours("W12N3"), {
      top: "W12N4",
      right: "W11N3",
      bottom: "W12N2",
      left: "W13N3"
    })
  })

  it.prop("are one room away and have the room as their neighbour", [rooms], ([room]) => {
    const { bottom, left, right, top } = RoomName.neighbours(room)
    assert.deepStrictEqual(
      [top, right, bottom, left].map((beside) => RoomName.distance(room, beside)),
      [1, 1, 1, 1]
    )
    assert.strictEqual(RoomName.neighbours(top).bottom, room)
    assert.strictEqual(RoomName.neighbours(left).right, room)
  })
})

describe("distance", () => {
  it("counts diagonal steps as one", () => {
    assert.strictEqual(RoomName.distance("W0N0", "E0S0"), 1)
    assert.strictEqual(RoomName.distance("W5N5", "E3S1"), 9)
    assert.strictEqual(RoomName.distance("W1N1", "W1N8"), 7)
    assert.strictEqual(RoomName.distance("W7N3", "W7N3"), 0)
  })

  it("goes straight through a large world", () => {
    assert.strictEqual(RoomName.distance("W100N0", "E100N0"), 201)
  })

  it.prop("is the same in both directions", [rooms, rooms], ([a, b]) => {
    assert.strictEqual(RoomName.distance(a, b), RoomName.distance(b, a))
  })
})

describe("distanceWrapped", () => {
  const world = { width: 202, height: 202 }

  it("takes the shorter way around the borders", () => {
    assert.strictEqual(RoomName.distanceWrapped("W100N0", "E100N0", world), 1)
    assert.strictEqual(RoomName.distanceWrapped("W100N100", "E99S98", world), 3)
  })

  it("is the straight distance when that is shorter", () => {
    assert.strictEqual(RoomName.distanceWrapped("W5N5", "E3S1", world), 9)
    assert.strictEqual(RoomName.distanceWrapped("W50N0", "E50N0", world), 101)
  })

  it("wraps each axis by its own size", () => {
    assert.strictEqual(RoomName.distanceWrapped("W0N0", "E9S1", { width: 12, height: 60 }), 2)
    assert.strictEqual(RoomName.distanceWrapped("W0N0", "E1S9", { width: 60, height: 12 }), 2)
  })
})

describe("the kind of a room", () => {
  const check = (
    is: (room: RoomName.RoomName) => boolean,
    yes: Array<RoomName.RoomName>,
    no: Array<RoomName.RoomName>
  ) => {
    assert.deepStrictEqual(yes.filter(is), yes)
    assert.deepStrictEqual(no.filter(is), [])
  }

  it("is a highway when one number is divisible by ten", () => {
    check(RoomName.isHighway, ["W0N5", "W10N3", "E7S20", "W0N0", "E100S1"], ["W5N5", "W1N1", "E19S21"])
  })

  it("is a keeper room around a centre", () => {
    check(
      RoomName.isKeeperRoom,
      ["W4N4", "W5N4", "W6N4", "W4N5", "W6N5", "W4N6", "W5N6", "W6N6", "E14S26"],
      ["W5N5", "W3N4", "W7N5", "W4N7", "E15S25", "W10N5"]
    )
  })

  it("is a centre when both numbers end in five", () => {
    check(RoomName.isSectorCentre, ["W5N5", "W15N25", "E105S5"], ["W5N4", "W50N5", "W4N6"])
  })

  it.prop("is at most one of highway, keeper room and centre", [rooms], ([room]) => {
    const kinds = [RoomName.isHighway, RoomName.isKeeperRoom, RoomName.isSectorCentre].filter((is) =>
      is(room)
    )
    assert.isAtMost(kinds.length, 1)
  })
})

describe("sector", () => {
  it("is named by its centre", () => {
    assert.strictEqual(RoomName.sector("W3N8"), "W5N5")
    assert.strictEqual(RoomName.sector("E11S29"), "E15S25")
    assert.strictEqual(RoomName.sector("W1S9"), "W5S5")
    assert.strictEqual(RoomName.sector("E105N5"), "E105N5")
  })

  it("contains no highways", () => {
    assert.deepStrictEqual((["W10N3", "W3N0", "W0N0"] as const).map(RoomName.sector), [
      undefined,
      undefined,
      undefined
    ])
  })

  it.prop("extends four rooms from its centre", [rooms], ([room]) => {
    const centre = RoomName.sector(room)
    if (centre === undefined) return RoomName.isHighway(room)
    return RoomName.isSectorCentre(centre) && RoomName.distance(room, centre) <= 4
  })
})
