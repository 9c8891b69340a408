/** Every kind of object that the schema knows has a drawing and a letter of its own. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPicture from "@screeps-effect/pictures/RoomPicture"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"

const [bob, alice] = [UserId.make("5a0000000000b0b"), UserId.make("5a000000000a11c")]
const land = Terrain.fromSquares([])

/** Fields that the game gives no default. */
const required = {
  name: "Scout",
  body: ["work", "move", "carry", "attack"].map((type) => ({ type, hits: 100 })),
  mineralType: "H",
  depositType: "mist",
  resourceType: "symbol_aleph",
  destination: { room: "W1N1", x: 1, y: 1 },
  launchRoomName: "W1N1",
  structureType: "tower",
  level: 3
}

let made = 0
const object = (type: string, fields: object = {}) =>
  RoomObject.classify(
    RoomObject.withDefaults({
      _id: `${++made}`,
      type,
      room: "W7N3",
      x: 9,
      y: 9,
      user: bob,
      ...required,
      ...fields
    })
  )

/** The lines of a drawing, without colours. */
const outline = (one: RoomObject.RoomObject) =>
  JSON.stringify(
    RoomPicture.sprite(one)?.shapes.map((shape) =>
      shape.kind === "text" ? shape.text : [shape.steps, shape.width, shape.fill === undefined]
    )
  )

/** Returns the kinds that look like another one. */
const alike = (lookOf: (type: RoomObject.Type) => string) => {
  const seen = new Map<string, RoomObject.Type>()
  return RoomObject.types.flatMap((type) => {
    const look = lookOf(type)
    const other = seen.get(look)
    seen.set(look, type)
    return other === undefined ? [] : [`${type} looks like ${other}`]
  })
}

const extent = (shapes: ReadonlyArray<RoomPicture.Shape>): number =>
  Math.max(
    ...shapes.flatMap((shape) => {
      if (shape.kind === "text") return []
      const half = shape.stroke === undefined ? 0 : (shape.width ?? 0) / 2
      return shape.steps.flatMap((step) =>
        step[0] === "A"
          ? [Math.abs(step[1]) + step[3] + half, Math.abs(step[2]) + step[3] + half]
          : step.slice(1).map((number) => Math.abs(Number(number)) + half)
      )
    })
  )

describe("every kind of object", () => {
  it("has a drawing of its own, which is not that of an unknown kind", () => {
    assert.deepStrictEqual(
      alike((type) => outline(object(type))),
      []
    )
    const unknown = outline(object("ufo"))
    for (const type of RoomObject.types) assert.notStrictEqual(outline(object(type)), unknown, type)
  })

  it("has a letter and a colour of its own in terminals, which are not those of an unknown kind", () => {
    const legend = (type: string, colors: boolean) =>
      RoomPicture.draw(land, [object(type)], { colors })[1]
        ?.split("  ")
        .slice(1)
        .join("  ") ?? ""
    const letterOf = (type: string) => legend(type, false).charAt(0)
    const colorOf = (type: string) => legend(type, true).split("  ")[0] ?? ""
    assert.deepStrictEqual(alike(letterOf), [])
    assert.deepStrictEqual(alike(colorOf), [])
    for (const type of RoomObject.types) {
      assert.match(letterOf(type), /^[!-~]$/, type)
      assert.notMatch(letterOf(type), /[?.#~x]/, type)
    }
  })
})

describe("objects on one square", () => {
  const [mineral, extractor] = [object("mineral"), object("extractor")]

  it("show a mineral under its extractor, as a letter and as a drawing", () => {
    for (const objects of [
      [mineral, extractor],
      [extractor, mineral]
    ]) {
      assert.strictEqual(RoomPicture.draw(land, objects, { colors: false })[9]?.[9], "m")
      const drawn = RoomPicture.scene(land, objects).flatMap(({ name, shapes }) =>
        name === undefined ? [] : [{ name, shapes }]
      )
      assert.sameMembers(
        drawn.map(({ name }) => name),
        ["mineral", "extractor"]
      )
      // The extractor is a ring around the mineral: nothing of it is filled, or within the mineral.
      for (const shape of drawn.find(({ name }) => name === "extractor")?.shapes ?? []) {
        assert.isTrue(shape.kind === "path" && shape.fill === undefined)
        if (shape.kind === "path")
          for (const step of shape.steps) assert.isTrue(step[0] === "A" && step[3] > 0.5)
      }
    }
  })

  it("draw a creep no wider than its square, in every direction", () => {
    for (const type of ["creep", "powerCreep"])
      for (const angle of [0, 1, 2, 3, 4, 5, 6])
        assert.isAtMost(extent(RoomPicture.sprite(object(type), { angle })?.shapes ?? []), 0.51, type)
  })
})

describe("the layers of a room", () => {
  const at = (type: string, x: number, y: number, user: UserId.UserId = bob) => object(type, { x, y, user })

  it("contain every object once: what stands still, what moves, and ramparts above", () => {
    const objects = RoomObject.types.map((type, i) => at(type, i, 5))
    const still = RoomPicture.standing(objects).flatMap(({ name }) => (name === undefined ? [] : [name]))
    const moving = RoomPicture.moving(objects).map(({ type }) => type)
    assert.deepStrictEqual(moving, ["tower", "powerCreep", "creep"])
    const joined = ["road", "constructedWall", "rampart"]
    assert.sameMembers([...still, ...moving, ...joined], [...RoomObject.types])
    assert.lengthOf(RoomPicture.ramparts(objects), 1)
  })

  it("join the ramparts of an owner, with a line around them only", () => {
    const [mine, theirs] = RoomPicture.ramparts(
      [at("rampart", 5, 5), at("rampart", 6, 5), at("rampart", 5, 6), at("rampart", 7, 5, alice)],
      { user: bob }
    )
    const border = (sprite: RoomPicture.Sprite | undefined) => {
      const [, line] = sprite?.shapes ?? []
      return line?.kind === "path" ? line.steps.filter(([kind]) => kind === "L").length : 0
    }
    assert.deepStrictEqual([border(mine), border(theirs)], [8, 4])
  })

  it("mark the squares that lead to other rooms", () => {
    const exits = (walls: Parameters<typeof Terrain.fromSquares>[0]) =>
      RoomPicture.terrain(Terrain.fromSquares(walls)).shapes.flatMap((shape) =>
        shape.kind === "path" && shape.fill === RoomPicture.ground.exit
          ? shape.steps.filter(([kind]) => kind === "M")
          : []
      ).length
    assert.strictEqual(exits([]), 200)
    assert.strictEqual(exits([{ x: 10, y: 0, type: "wall" }]), 199)
  })

  it("name the players of creeps and controllers, except the viewer", () => {
    const users = new Map([
      [bob, { _id: bob, username: "bob" }],
      [alice, { _id: alice, username: "a".repeat(100_000) }]
    ])
    const textsOf = (owner: UserId.UserId, type: string) =>
      (RoomPicture.sprite(at(type, 1, 1, owner), { user: bob, users })?.shapes ?? []).flatMap((shape) =>
        shape.kind === "text" && shape.y > 0.5 ? [shape.text] : []
      )
    assert.deepStrictEqual(textsOf(bob, "creep"), [])
    assert.deepStrictEqual(textsOf(alice, "creep"), ["a".repeat(20)])
    assert.deepStrictEqual(textsOf(alice, "controller"), ["a".repeat(20)])
    assert.deepStrictEqual(textsOf(alice, "extension"), [])
  })
})
