import { Badge } from "@screeps-effect/schema/Badge"
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
