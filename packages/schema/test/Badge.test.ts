import * as Badges from "@screeps-effect/schema/Badge"
import { Badge, BadgeInput, BadgeJson } from "@screeps-effect/schema/Badge"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(Badge)
const colors = { color1: "#112233", color2: "#abcdef", color3: "#FF8800" }

describe("a badge", () => {
  it("is a built-in shape by number", () => {
    assert.isTrue(Result.isSuccess(decode({ type: 3, ...colors, param: -100, flip: true })))
  })

  it("is a pair of paths", () => {
    assert.isTrue(
      Result.isSuccess(decode({ type: { path1: "M 0 0", path2: "M 1 1" }, ...colors, param: 0, flip: false }))
    )
    assert.isTrue(Result.isFailure(decode({ type: { path1: "M 0 0" }, ...colors })))
  })

  it("may lack its parameter, or have colours of the old palette", () => {
    assert.isTrue(Result.isSuccess(decode({ type: 1, ...colors, color2: 12 })))
  })

  it("has three colours", () => {
    assert.isTrue(Result.isFailure(decode({ type: 1, color1: "#112233", color2: "#abcdef" })))
  })
})

describe("a badge as a server tells it", () => {
  const tell = Schema.decodeUnknownSync(BadgeJson)
  const whole = { type: 3, ...colors, param: 7, flip: false }
  const { type: _, ...shapeless } = whole

  it("is the badge", () => {
    assert.deepStrictEqual(Badges.parse(tell(whole)), whole)
    assert.deepStrictEqual(tell({ ...whole, mod: 1 }), whole)
  })

  it("is none where it has no shape, or a colour that is no text", () => {
    for (const malformed of [
      shapeless,
      { ...whole, color1: ["#ff0000"] },
      { ...whole, type: "3" },
      {},
      [],
      "red",
      5
    ])
      assert.isUndefined(Badges.parse(tell(malformed)), JSON.stringify(malformed))
  })

  it("is none where there is none", () => {
    assert.isUndefined(Badges.parse(undefined))
    assert.isUndefined(Badges.parse(null))
  })

  it("keeps what is malformed as it came", () => {
    assert.deepStrictEqual<unknown>(tell(shapeless), shapeless)
    assert.deepStrictEqual<unknown>(Schema.encodeSync(BadgeJson)(tell(shapeless)), shapeless)
  })
})

describe("a badge that is set", () => {
  const encode = Schema.encodeUnknownResult(BadgeInput)
  const isTaken = (fields: object) =>
    Result.isSuccess(encode({ type: 3, ...colors, param: 0, flip: false, ...fields }))

  it("is one that a recorded server took", () => {
    const { badge } = recording("user/badge-set.ok").request.body as { readonly badge: unknown }
    assert.deepStrictEqual<unknown>(encode(badge), Result.succeed(badge))
  })

  it("is none that a recorded server refused", () => {
    for (const name of ["bad-param", "bad-type", "number-colors"]) {
      const { badge } = recording(`user/badge-set.${name}`).request.body as { readonly badge: unknown }
      assert.isTrue(Result.isFailure(encode(badge)), name)
    }
  })

  it("has one of 24 shapes, or paths", () => {
    assert.deepStrictEqual(
      [0, 1, 24, 25, 1.5, "3"].map((type) => isTaken({ type })),
      [false, true, true, false, false, false]
    )
    assert.isTrue(isTaken({ type: { path1: "M 0 0 Z", path2: "" } }))
  })

  it("has a shape, and colours that are text", () => {
    const { type: _, ...shapeless } = { type: 3, ...colors, param: 0, flip: false }
    assert.isTrue(Result.isFailure(encode(shapeless)))
    assert.isFalse(isTaken({ color1: ["#ff0000"] }))
  })

  it("is bent from -100 to 100", () => {
    assert.deepStrictEqual(
      [-101, -100, 0.5, 100, 101].map((param) => isTaken({ param })),
      [false, true, true, true, false]
    )
  })

  it("has colours of six digits, and nothing behind them that a server would overlook", () => {
    for (const color1 of ["#12345", "112233", "#1122334", '#112233"/>', "#gggggg", "red"])
      assert.isFalse(isTaken({ color1 }), color1)
  })

  it("need not say that it is not flipped", () => {
    assert.isTrue(Result.isSuccess(encode({ type: 3, ...colors, param: 0 })))
  })
})
