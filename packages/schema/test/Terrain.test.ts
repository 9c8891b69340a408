import * as Terrain from "@screeps-effect/schema/Terrain"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const squares = Terrain.size * Terrain.size
const digits = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(["0", "1", "2", "3"])), {
    minLength: squares,
    maxLength: squares
  }),
  (codes) => codes.join("")
)
// 2500 codes make one world of examples each: few runs, no long search for a smaller one.
const property = { arbitrary: { runs: 25, maxShrinks: 20 } }

const Reply = Schema.Array(Schema.Union([Terrain.TerrainSquare, Terrain.TerrainDigits]))
const reply = (name: string) => {
  const { terrain } = recording(`game/game-room-terrain.${name}`).response.body as {
    readonly terrain: unknown
  }
  return Schema.decodeUnknownSync(Reply)(terrain)
}
const read = (text: string) => Result.getOrThrow(Terrain.decode(text))
const why = (text: string) => Result.getOrThrow(Result.flip(Terrain.decode(text))).why

describe("terrain in digits", () => {
  it.prop("is written as it was read", [digits], ([text]) => Terrain.encode(read(text)) === text, property)

  it("is laid out row by row from the north-west corner", () => {
    const terrain = read(`12${"0".repeat(48)}3${"0".repeat(squares - 51)}`)
    assert.deepStrictEqual([terrain.code(0, 0), terrain.code(1, 0), terrain.code(2, 0)], [1, 2, 0])
    assert.strictEqual(terrain.code(0, 1), 3)
  })

  it("says how many digits there are when there are not 2500", () => {
    assert.strictEqual(why(""), "terrain has 2500 digits, not 0")
    assert.strictEqual(why("0".repeat(squares - 1)), "terrain has 2500 digits, not 2499")
    assert.strictEqual(why("0".repeat(squares + 1)), "terrain has 2500 digits, not 2501")
  })

  it("says where another character stands", () => {
    const at = (text: string) => why(text.padEnd(squares, "0"))
    assert.strictEqual(at("0040"), "terrain is written with the digits 0 to 3 (at 2)")
    for (const text of ["-", " ", "x", "٣", "９"])
      assert.strictEqual(at(text), "terrain is written with the digits 0 to 3 (at 0)")
  })
})

describe("terrain in a list of squares", () => {
  const listed = (text: string) => Terrain.fromSquares(Terrain.toSquares(read(text), "W1N8"))
  it.prop("is written as it was read", [digits], ([text]) => Terrain.encode(listed(text)) === text, property)

  it("names a square of code 3 twice, first as wall", () => {
    const terrain = read("3".padEnd(squares, "0"))
    assert.deepStrictEqual(Terrain.toSquares(terrain, "W1N8"), [
      { room: "W1N8", x: 0, y: 0, type: "wall" },
      { room: "W1N8", x: 0, y: 0, type: "swamp" }
    ])
  })

  it("may name a square twice in either order, or the same thing twice", () => {
    const at = (...types: ReadonlyArray<string>) =>
      Terrain.fromSquares(types.map((type) => ({ x: 7, y: 9, type }))).code(7, 9)
    assert.deepStrictEqual([at("swamp", "wall"), at("wall", "swamp")], [3, 3])
    assert.deepStrictEqual([at("wall", "wall"), at("swamp", "swamp"), at("wall", "swamp", "wall")], [1, 2, 3])
  })

  it("passes over other kinds and squares outside the room", () => {
    const terrain = Terrain.fromSquares([
      { x: 0, y: 0, type: "lava" },
      { x: 50, y: 0, type: "wall" },
      { x: -1, y: 1, type: "wall" },
      { x: 0, y: 50, type: "wall" },
      { x: 1.5, y: 3, type: "wall" },
      { x: 0, y: 0.5, type: "wall" },
      { x: 0.5, y: 0.5, type: "swamp" }
    ])
    assert.strictEqual(Terrain.encode(terrain), "0".repeat(squares))
  })

  it("lists what a recorded server lists, in its order", () => {
    const terrain = Result.getOrThrow(Terrain.fromReply(reply("encoded")))
    assert.deepStrictEqual(
      Terrain.toSquares(terrain, "W1N8"),
      reply("unencoded") as ReadonlyArray<Terrain.TerrainSquare>
    )
  })
})

describe("terrain of a recorded answer", () => {
  it("is the same in both shapes of the same room", () => {
    const [encoded, list] = ["encoded", "unencoded"].map((name) =>
      Result.getOrThrow(Terrain.fromReply(reply(name)))
    )
    assert.isDefined(encoded)
    assert.isDefined(list)
    assert.strictEqual(Terrain.encode(encoded), Terrain.encode(list))
    assert.match(Terrain.encode(encoded), /0.*1|1.*0/)
  })

  it("is decided by what is there: generated rooms answer digits to a request for a list", () => {
    const asked = Result.getOrThrow(Terrain.fromReply(reply("generated-room.unencoded")))
    const encoded = Result.getOrThrow(Terrain.fromReply(reply("generated-room.encoded")))
    assert.strictEqual(Terrain.encode(asked), Terrain.encode(encoded))
    assert.include(Terrain.encode(asked), "3")
  })

  it("is a list when encoded is sent empty, digits when it is sent as false", () => {
    assert.deepStrictEqual(reply("encoded-empty"), reply("unencoded"))
    assert.deepStrictEqual(reply("encoded-false"), reply("encoded"))
  })

  it("is plain where nothing is listed", () => {
    const terrain = Result.getOrThrow(Terrain.fromReply([]))
    assert.strictEqual(Terrain.encode(terrain), "0".repeat(squares))
  })

  it("is refused with malformed digits", () => {
    const error = Result.getOrThrow(Result.flip(Terrain.fromReply([{ room: "W1N8", terrain: "012" }])))
    assert.strictEqual(error._tag, "InvalidTerrain")
    assert.strictEqual(error.message, "terrain has 2500 digits, not 3")
  })
})

describe("a square", () => {
  const terrain = read("0123".padEnd(squares, "0"))

  it("is plain, wall or swamp, and a wall when it is both", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((x) => terrain.at(x, 0)),
      ["plain", "wall", "swamp", "wall"]
    )
  })

  it("can be stood on unless it is a wall", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((x) => terrain.isWalkable(x, 0)),
      [true, false, true, false]
    )
  })

  it("is counted in whole numbers: there is none between two", () => {
    for (const [x, y] of [
      [0.5, 0],
      [0, 0.5],
      [0.5, 0.5],
      [48.5, 0.01],
      [Number.NaN, 0]
    ] as const) {
      assert.throws(() => terrain.code(x, y), RangeError)
      assert.throws(() => terrain.at(x, y), RangeError)
      assert.throws(() => terrain.isWalkable(x, y), RangeError)
    }
  })

  it("is there up to the corners of the room", () => {
    assert.deepStrictEqual(
      [terrain.at(49, 0), terrain.at(0, 49), terrain.at(49, 49)],
      ["plain", "plain", "plain"]
    )
  })

  for (const [x, y] of [
    [-1, 0],
    [0, -1],
    [50, 0],
    [0, 50],
    [1.5, 0],
    [Number.NaN, 0]
  ] as const) {
    it(`is not at (${x}, ${y})`, () => {
      assert.throws(() => terrain.at(x, y), RangeError, "is no square of a room")
      assert.throws(() => terrain.code(x, y), RangeError)
      assert.throws(() => terrain.isWalkable(x, y), RangeError)
    })
  }
})
