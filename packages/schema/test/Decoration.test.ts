import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as Decoration from "@screeps-effect/schema/Decoration"
import * as DecorationProperty from "@screeps-effect/schema/DecorationProperty"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const instance = Schema.decodeUnknownSync(Decoration.DecorationInstance)
const graffito = instance(reported.graffito)
const badge = instance(reported.badge)

describe("a decoration", () => {
  it("is either a badge with two paths, or has pictures", () => {
    assert.deepStrictEqual(
      [graffito, badge].map(({ decoration }) => Decoration.isBadge(decoration)),
      [false, true]
    )
    assert.isTrue(Decoration.isBadge(badge.decoration) && badge.decoration.badge.path1 === "M 0 0 Z")
  })

  it("lists the properties that users choose, without plain values of the layout", () => {
    assert.hasAllKeys(Decoration.properties(graffito.decoration), [
      "width",
      "flip",
      "color",
      "alpha",
      "animation",
      "lighting"
    ])
    assert.deepStrictEqual(Decoration.properties(badge.decoration), {})
  })

  it("is not a badge without paths", () => {
    const { badge: _, ...rest } = reported.badge.decoration
    assert.isFalse(Decoration.isBadge(Schema.decodeUnknownSync(Decoration.Decoration)(rest)))
  })

  it("has few fields in seasonal worlds and all fields elsewhere", () => {
    const decode = Schema.decodeUnknownSync(Decoration.RoomDecoration)
    assert.notProperty(decode(reported.thinDecoration), "_id")
    assert.property(decode(reported.graffito).decoration, "rarity")
  })
})

describe("a property of a decoration", () => {
  const properties = Decoration.properties(graffito.decoration)
  const kind = (property: DecorationProperty.DecorationProperty) =>
    [
      DecorationProperty.isBoolean,
      DecorationProperty.isColor,
      DecorationProperty.isNumber,
      DecorationProperty.isRange,
      DecorationProperty.isString
    ].map((is) => is(property))

  it("has exactly one type", () => {
    assert.deepStrictEqual(
      Object.values(properties).map((property) => kind(property).indexOf(true)),
      [3, 0, 1, 2, 4, -1]
    )
  })

  it("of a known type in an unexpected form is kept", () => {
    const odd = { type: "range", min: "low", default: [1] }
    const decoded = Schema.decodeUnknownSync(DecorationProperty.DecorationProperty)(odd)
    assert.deepStrictEqual(decoded, { type: "range", default: [1] })
  })
})

describe("the state of a placed decoration", () => {
  const state = graffito.active ?? {}

  it("has a shard and a room", () => {
    assert.deepStrictEqual([ActiveState.shard(state), ActiveState.room(state)], ["shard3", "E4S61"])
    assert.isUndefined(ActiveState.room({ room: 5 }))
  })

  it("is shown on the map or not", () => {
    const shown = [state, { world: true }, { world: 1 }, { world: false }, { world: "false" }, {}]
    assert.deepStrictEqual(shown.map(ActiveState.isOnMap), [true, true, true, false, false, false])
  })

  it("reads numbers that are sent as numbers or as text", () => {
    assert.deepStrictEqual(
      ["x", "y", "z"].map((name) => ActiveState.number({ ...state, z: "" }, name)),
      [10, 12.5, undefined]
    )
    assert.isUndefined(ActiveState.number({ x: "wide" }, "x"))
    assert.isUndefined(ActiveState.number({ x: true }, "x"))
  })

  it("reads booleans in every recorded form, and undefined otherwise", () => {
    const flags = { a: true, b: "1", c: 0, d: "0", e: "perhaps", f: null }
    assert.deepStrictEqual(
      "abcdefg".split("").map((name) => ActiveState.flag(flags, name)),
      [true, true, false, false, undefined, undefined, undefined]
    )
  })

  it("ignores inherited members of objects", () => {
    assert.isUndefined(ActiveState.text({}, "constructor"))
    assert.isUndefined(ActiveState.number({}, "toString"))
  })

  it("accepts only text, numbers and booleans as input", () => {
    const encode = Schema.encodeUnknownResult(ActiveState.ActiveStateInput)
    assert.isTrue(Result.isSuccess(encode({ room: "E4S61", x: 5, flip: true })))
    assert.isTrue(Result.isFailure(encode({ room: null })))
    assert.isTrue(Result.isFailure(encode({ x: Number.NaN })))
  })
})
