import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPicture from "@screeps-effect/pictures/RoomPicture"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { UserId } from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const user = Schema.decodeUnknownSync(UserId)
const bob = user("5a0000000000b0b")
const alice = user("5a000000000a11c")

const land = Terrain.fromSquares([
  { x: 0, y: 0, type: "wall" },
  { x: 1, y: 0, type: "swamp" }
])

let made = 0
const document = (type: string, x: number, y: number, fields: object = {}) =>
  RoomObject.classify({ _id: `${++made}`, type, room: "W7N3", x, y, ...fields })
const road = (x: number, y: number) => document("road", x, y, { hits: 5000, hitsMax: 5000, nextDecayTime: 9 })
const creep = (x: number, y: number, owner: string) =>
  document("creep", x, y, {
    name: "Scout",
    user: owner,
    body: [{ type: "move", hits: 100 }],
    hits: 100,
    hitsMax: 100,
    fatigue: 0,
    store: {},
    storeCapacity: 0,
    spawning: false,
    ageTime: 1500,
    actionLog: null
  })

const letters = (objects: ReadonlyArray<RoomObject.RoomObject>, owner?: UserId) =>
  RoomPicture.draw(land, objects, { colors: false, user: owner })
const [escape] = "\x1b"

describe("the picture of a room", () => {
  it("has a letter for each square and a legend", () => {
    const rows = letters([road(2, 0), creep(3, 0, bob)])
    assert.lengthOf(rows, 50)
    for (const row of rows) assert.match(row, /^[.#~+o]{50}( {2}|$)/)
    assert.strictEqual(rows[0], `#~+o${".".repeat(46)}  . plain`)
    assert.deepStrictEqual(
      rows.map((row) => row.slice(52)).filter((meaning) => meaning !== ""),
      [". plain", "# wall", "~ swamp", "+ road", "o creep"]
    )
  })

  it("shows a creep on a road, in either order of the objects", () => {
    const [under, over] = [road(2, 0), creep(2, 0, bob)]
    assert.strictEqual(letters([under, over])[0]?.[2], "o")
    assert.strictEqual(letters([over, under])[0]?.[2], "o")
  })

  it("distinguishes a player's own creeps from all others", () => {
    assert.strictEqual(letters([creep(2, 0, bob), creep(3, 0, alice)], bob)[0]?.slice(0, 5), "#~ox.")
    assert.include(letters([creep(3, 0, alice)], bob).join(""), "x others' creep")
  })

  it("shows unknown kinds as question marks", () => {
    assert.strictEqual(letters([document("ufo", 3, 0)])[0]?.slice(0, 5), "#~.?.")
  })

  it("shows objects without their fields as their kinds", () => {
    const worn = document("creep", 2, 0, { body: [{ type: "move", hits: 100 }] })
    assert.strictEqual(letters([worn, document("spawn", 3, 0)])[0]?.slice(0, 5), "#~oS.")
  })

  it("shows two squares in each character when it has colours", () => {
    const rows = RoomPicture.draw(land, [creep(0, 1, bob)], { colors: true }).map((row) =>
      row.replaceAll(escape ?? "", "ESC")
    )
    assert.lengthOf(rows, 25)
    for (const row of rows) assert.match(row, /^(ESC\[38;5;\d+;48;5;\d+m▀){50}ESC\[0m/)
    assert.isTrue(rows[0]?.startsWith("ESC[38;5;232;48;5;46m▀"), rows[0])
    assert.isTrue(rows[0]?.endsWith("ESC[0m  ESC[48;5;237m  ESC[0m plain"), rows[0])
  })
})
