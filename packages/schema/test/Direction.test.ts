import * as Direction from "@screeps-effect/schema/Direction"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const step = Schema.Int.check(Schema.isBetween({ minimum: -49, maximum: 49 }))

describe("a direction", () => {
  it("is 1 to 8, clockwise from the top", () => {
    const decode = Schema.decodeUnknownResult(Direction.Direction)
    assert.deepStrictEqual(Object.values(Direction.directions), [1, 2, 3, 4, 5, 6, 7, 8])
    for (const value of [0, 9, 2.5, "1", null]) assert.isTrue(Result.isFailure(decode(value)), String(value))
    assert.deepStrictEqual(decode(Direction.directions.topLeft), Result.succeed(8))
  })

  it("is a step: x grows to the right, y to the bottom", () => {
    const { bottom, left, topRight } = Direction.directions
    assert.deepStrictEqual(Direction.offset(topRight), { dx: 1, dy: -1 })
    assert.deepStrictEqual(Direction.offset(bottom), { dx: 0, dy: 1 })
    assert.deepStrictEqual(Direction.offset(left), { dx: -1, dy: 0 })
  })

  it.prop("is returned for its own step", [Direction.Direction], ([direction]) => {
    const { dx, dy } = Direction.offset(direction)
    assert.strictEqual(Direction.of(dx, dy), direction)
  })

  it.prop("leads closer to a distant target", [step, step], ([dx, dy]) => {
    const direction = Direction.of(dx, dy)
    if (direction === undefined) return assert.deepStrictEqual([dx, dy], [0, 0])
    const walked = Direction.offset(direction)
    assert.strictEqual(Math.abs(dx - walked.dx), Math.max(0, Math.abs(dx) - 1))
    assert.strictEqual(Math.abs(dy - walked.dy), Math.max(0, Math.abs(dy) - 1))
  })
})
