import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Decoration from "@screeps-effect/schema/Decoration"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const instance = Schema.decodeUnknownSync(Decoration.DecorationInstance)
const graffito = instance(reported.graffito)
const badge = instance(reported.badge)

describe("a decoration", () => {
  it("has paths when it is a badge", () => {
    assert.notProperty(graffito.decoration, "badge")
    assert.deepInclude(badge.decoration, { badge: reported.badge.decoration.badge })
  })

  it("is not a badge without paths", () => {
    const { badge: _, ...rest } = reported.badge.decoration
    assert.notProperty(Schema.decodeUnknownSync(Decoration.Decoration)(rest), "badge")
  })

  it("has few fields in seasonal worlds and all fields elsewhere", () => {
    const decode = Schema.decodeUnknownSync(Decoration.RoomDecoration)
    assert.notProperty(decode(reported.thinDecoration), "_id")
    assert.property(decode(reported.graffito).decoration, "rarity")
  })

  it("has properties that its owner can set, and plain values of the layout", () => {
    assert.deepInclude<unknown>(graffito.decoration, { props: reported.graffito.decoration.props })
  })
})

describe("a property of a decoration", () => {
  it("is read without the parts that have an unexpected form", () => {
    const paths: Array<string> = []
    const decode = Decoder.tolerant(Decoration.DecorationProperty)
    const odd = decode({ type: "range", min: "low", step: 2 }, ({ path }) => paths.push(path))
    assert.deepStrictEqual(odd, Result.succeed({ type: "range", step: 2 }))
    assert.deepStrictEqual(paths, ["min"])
  })
})

describe("the state of a placed decoration", () => {
  const state = graffito.active ?? {}

  it("has a shard and a room", () => {
    assert.deepStrictEqual([ActiveState.shard(state), ActiveState.room(state)], ["shard3", "E4S61"])
    assert.isUndefined(ActiveState.room({ room: 5 }))
  })

  it("is shown on the map or not", () => {
    const shown = [
      state,
      { world: true },
      { world: 1 },
      { world: "1" },
      { world: false },
      { world: "false" },
      { world: "perhaps" },
      {}
    ]
    assert.deepStrictEqual(shown.map(ActiveState.isOnMap), [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false
    ])
  })

  it("accepts only text, numbers and booleans as input", () => {
    const encode = Schema.encodeUnknownResult(ActiveState.ActiveStateInput)
    assert.isTrue(Result.isSuccess(encode({ room: "E4S61", x: 5, flip: true })))
    assert.isTrue(Result.isFailure(encode({ room: null })))
    assert.isTrue(Result.isFailure(encode({ x: Number.NaN })))
  })
})
