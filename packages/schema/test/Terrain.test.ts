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
// Each example has 2500 codes: few runs, and no long search for a smaller example.
const property = { arbitrary: { runs: 25, maxShrinks: 20 } }

const Reply = Schema.Array(Schema.Union([Terrain.TerrainSquare, Terrain.TerrainDigits]))
const reply = (name: string) => {
  const { terrain } = recording(`game/game-room-terrain.${name}`).response.body as {
    readonly terrain: unknown
  }
  return Schema.decodeUnknownSync(Reply)(terrain)
}
const read = (text: string) => Result.getOrThrow(Terrain.decode(text))
const failure = (text: string) => Result.getOrThrow(Result.flip(Terrain.decode(text))).detail

describe("terrain as digits", () => {
  it.prop(
    "is encoded to the digits that it was decoded from",
    [digits],
    ([text]) => Terrain.encode(read(text)) === text,
    property
  )

  it("has rows from north to south and columns from west to east", () => {
    const terrain = read(`12${"0".repeat(48)}3${"0".repeat(squares - 51)}`)
    assert.deepStrictEqual([terrain.code(0, 0), terrain.code(1, 0), terrain.code(2, 0)], [1, 2, 0])
    assert.strictEqual(terrain.code(0, 1), 3)
  })

  it("reports the number of digits when it is not 2500", () => {
    assert.strictEqual(failure(""), "terrain must have 2500 digits, not 0")
    assert.strictEqual(failure("0".repeat(squares - 1)), "terrain must have 2500 digits, not 2499")
    assert.strictEqual(failure("0".repeat(squares + 1)), "terrain must have 2500 digits, not 2501")
  })

  it("reports the position of an invalid character", () => {
    const at = (text: string) => failure(text.padEnd(squares, "0"))
    assert.strictEqual(at("0040"), "terrain must contain only the digits 0 to 3 (see index 2)")
    for (const text of ["-", " ", "x", "٣", "９"])
      assert.strictEqual(at(text), "terrain must contain only the digits 0 to 3 (see index 0)")
  })
})

describe("terrain as a list of squares", () => {
  const listed = (text: string) => Terrain.fromSquares(Terrain.toSquares(read(text), "W1N8"))
  it.prop(
    "is encoded to the squares that it was decoded from",
    [digits],
    ([text]) => Terrain.encode(listed(text)) === text,
    property
  )

  it("lists a square of code 3 twice, first as wall", () => {
    const terrain = read("3".padEnd(squares, "0"))
    assert.deepStrictEqual(Terrain.toSquares(terrain, "W1N8"), [
      { room: "W1N8", x: 0, y: 0, type: "wall" },
      { room: "W1N8", x: 0, y: 0, type: "swamp" }
    ])
  })

  it("may list a square twice in either order, or twice with the same type", () => {
    const at = (...types: ReadonlyArray<string>) =>
      Terrain.fromSquares(types.map((type) => ({ x: 7, y: 9, type }))).code(7, 9)
    assert.deepStrictEqual([at("swamp", "wall"), at("wall", "swamp")], [3, 3])
    assert.deepStrictEqual([at("wall", "wall"), at("swamp", "swamp"), at("wall", "swamp", "wall")], [1, 2, 3])
  })

  it("ignores unknown types and squares outside the room", () => {
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

  it("lists the same squares as a recorded server, in the same order", () => {
    const terrain = Result.getOrThrow(Terrain.fromResponse(reply("encoded")))
    assert.deepStrictEqual(
      Terrain.toSquares(terrain, "W1N8"),
      reply("unencoded") as ReadonlyArray<Terrain.TerrainSquare>
    )
  })
})

describe("terrain of a recorded response", () => {
  it("is the same in both forms for the same room", () => {
    const [encoded, list] = ["encoded", "unencoded"].map((name) =>
      Result.getOrThrow(Terrain.fromResponse(reply(name)))
    )
    assert.isDefined(encoded)
    assert.isDefined(list)
    assert.strictEqual(Terrain.encode(encoded), Terrain.encode(list))
    assert.match(Terrain.encode(encoded), /0.*1|1.*0/)
  })

  it("is recognized by its form: generated rooms return digits when a list is requested", () => {
    const list = Result.getOrThrow(Terrain.fromResponse(reply("generated-room.unencoded")))
    const encoded = Result.getOrThrow(Terrain.fromResponse(reply("generated-room.encoded")))
    assert.strictEqual(Terrain.encode(list), Terrain.encode(encoded))
    assert.include(Terrain.encode(list), "3")
  })

  it("is a list when encoded is sent empty, and digits when it is sent as false", () => {
    assert.deepStrictEqual(reply("encoded-empty"), reply("unencoded"))
    assert.deepStrictEqual(reply("encoded-false"), reply("encoded"))
  })

  it("is plain where nothing is listed", () => {
    const terrain = Result.getOrThrow(Terrain.fromResponse([]))
    assert.strictEqual(Terrain.encode(terrain), "0".repeat(squares))
  })

  it("is rejected with malformed digits", () => {
    const error = Result.getOrThrow(Result.flip(Terrain.fromResponse([{ room: "W1N8", terrain: "012" }])))
    assert.strictEqual(error._tag, "InvalidTerrain")
    assert.strictEqual(error.message, "terrain must have 2500 digits, not 3")
  })
})

describe("a square", () => {
  const terrain = read("0123".padEnd(squares, "0"))

  it("is plain, wall or swamp, and a wall when it is both wall and swamp", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((x) => terrain.at(x, 0)),
      ["plain", "wall", "swamp", "wall"]
    )
  })

  it("is walkable unless it is a wall", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((x) => terrain.isWalkable(x, 0)),
      [true, false, true, false]
    )
  })

  it("rejects fractional coordinates", () => {
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

  it("is defined up to the corners of the room", () => {
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
      assert.throws(() => terrain.at(x, y), RangeError, "is not a square of a room")
      assert.throws(() => terrain.code(x, y), RangeError)
      assert.throws(() => terrain.isWalkable(x, y), RangeError)
    })
  }
})
