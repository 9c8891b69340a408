import * as Badges from "@screeps-effect/schema/Badge"
import { Badge, BadgeInput, BadgeJson } from "@screeps-effect/schema/Badge"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(Badge)
const colors = { color1: "#112233", color2: "#abcdef", color3: "#FF8800" }

describe("Badge", () => {
  it("accepts the number of a built-in shape as type", () => {
    assert.isTrue(Result.isSuccess(decode({ type: 3, ...colors, param: -100, flip: true })))
  })

  it("accepts a pair of SVG paths as type, and rejects a single path", () => {
    assert.isTrue(
      Result.isSuccess(decode({ type: { path1: "M 0 0", path2: "M 1 1" }, ...colors, param: 0, flip: false }))
    )
    assert.isTrue(Result.isFailure(decode({ type: { path1: "M 0 0" }, ...colors })))
  })

  it("accepts a badge without a parameter, and colours of the old palette", () => {
    assert.isTrue(Result.isSuccess(decode({ type: 1, ...colors, color2: 12 })))
  })

  it("rejects a badge with only two colours", () => {
    assert.isTrue(Result.isFailure(decode({ type: 1, color1: "#112233", color2: "#abcdef" })))
  })
})

describe("BadgeJson", () => {
  const decodeJson = Schema.decodeUnknownSync(BadgeJson)
  const whole = { type: 3, ...colors, param: 7, flip: false }
  const { type: _, ...shapeless } = whole

  it("decodes a valid badge and drops unknown keys", () => {
    assert.deepStrictEqual(Badges.parse(decodeJson(whole)), whole)
    assert.deepStrictEqual(decodeJson({ ...whole, mod: 1 }), whole)
  })

  it("is parsed to undefined without a shape, and with a colour that is not text", () => {
    for (const malformed of [
      shapeless,
      { ...whole, color1: ["#ff0000"] },
      { ...whole, type: "3" },
      {},
      [],
      "red",
      5
    ])
      assert.isUndefined(Badges.parse(decodeJson(malformed)), JSON.stringify(malformed))
  })

  it("is parsed to undefined when it is absent or null", () => {
    assert.isUndefined(Badges.parse(undefined))
    assert.isUndefined(Badges.parse(null))
  })

  it("keeps a malformed badge unchanged", () => {
    assert.deepStrictEqual<unknown>(decodeJson(shapeless), shapeless)
    assert.deepStrictEqual<unknown>(Schema.encodeSync(BadgeJson)(decodeJson(shapeless)), shapeless)
  })
})

describe("BadgeInput", () => {
  const encode = Schema.encodeUnknownResult(BadgeInput)
  const isAccepted = (fields: object) =>
    Result.isSuccess(encode({ type: 3, ...colors, param: 0, flip: false, ...fields }))

  it("accepts a badge that a recorded server accepted", () => {
    const { badge } = recording("user/badge-set.ok").request.body as { readonly badge: unknown }
    assert.deepStrictEqual<unknown>(encode(badge), Result.succeed(badge))
  })

  it("rejects every badge that a recorded server rejected", () => {
    for (const name of ["bad-param", "bad-type", "number-colors"]) {
      const { badge } = recording(`user/badge-set.${name}`).request.body as { readonly badge: unknown }
      assert.isTrue(Result.isFailure(encode(badge)), name)
    }
  })

  it("accepts the 24 built-in shapes and pairs of paths only", () => {
    assert.deepStrictEqual(
      [0, 1, 24, 25, 1.5, "3"].map((type) => isAccepted({ type })),
      [false, true, true, false, false, false]
    )
    assert.isTrue(isAccepted({ type: { path1: "M 0 0 Z", path2: "" } }))
  })

  it("requires a shape, and colours as text", () => {
    const { type: _, ...shapeless } = { type: 3, ...colors, param: 0, flip: false }
    assert.isTrue(Result.isFailure(encode(shapeless)))
    assert.isFalse(isAccepted({ color1: ["#ff0000"] }))
  })

  it("accepts parameters from -100 to 100 only", () => {
    assert.deepStrictEqual(
      [-101, -100, 0.5, 100, 101].map((param) => isAccepted({ param })),
      [false, true, true, true, false]
    )
  })

  it("requires colours of exactly six digits, with nothing before or after them", () => {
    for (const color1 of ["#12345", "112233", "#1122334", '#112233"/>', "#gggggg", "red"])
      assert.isFalse(isAccepted({ color1 }), color1)
  })

  it("accepts a badge without the field flip", () => {
    assert.isTrue(Result.isSuccess(encode({ type: 3, ...colors, param: 0 })))
  })
})
