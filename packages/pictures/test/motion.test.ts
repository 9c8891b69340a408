/** Movements and turns between two ticks. */
import * as Motion from "../src/RoomCanvas/motion.ts"
import { assert, describe, it } from "@effect/vitest"

const start = Motion.toward(undefined, { x: 1, y: 1 }, undefined, 0, 100)
const place = (motion: Motion.Motion, now: number) => {
  const { x, y } = Motion.at(motion, now)
  return { x, y }
}

describe("the movement between two squares", () => {
  it("has a constant speed, and starts where the creep is drawn", () => {
    const going = Motion.toward(start, { x: 2, y: 1 }, undefined, 1000, 100)
    assert.deepStrictEqual(place(going, 1050), { x: 1.5, y: 1 })
    assert.isTrue(Motion.isGoing(going, 1050))
    assert.deepStrictEqual(place(going, 9999), { x: 2, y: 1 })
    assert.isFalse(Motion.isGoing(going, 9999))
    const turning = Motion.toward(going, { x: 2, y: 2 }, undefined, 1050, 100)
    assert.deepStrictEqual(place(turning, 1050), { x: 1.5, y: 1 })
    assert.deepStrictEqual(place(turning, 1150), { x: 2, y: 2 })
  })

  it("is a jump if the creep could not walk that far", () => {
    const jumped = Motion.toward(start, { x: 30, y: 1 }, undefined, 1000, 100)
    assert.deepStrictEqual(place(jumped, 1000), { x: 30, y: 1 })
  })

  it("turns a tower to its target the shorter way, and keeps the direction without a target", () => {
    const aimed = Motion.toward(undefined, { x: 1, y: 1 }, Math.PI * 0.9, 0, 100)
    const turned = Motion.toward(aimed, { x: 1, y: 1 }, -Math.PI * 0.9, 1000, 100)
    const angles = [1000, 1010, 1020, 1100].map((now) => Motion.at(turned, now).angle)
    for (const [i, angle] of angles.entries()) {
      assert.isAtLeast(angle, Math.PI * 0.9 - 1e-9)
      assert.isAtLeast(angle, angles[i - 1] ?? 0)
    }
    assert.closeTo(angles.at(-1) ?? 0, Math.PI * 1.1, 1e-9)
    assert.strictEqual(Motion.toward(turned, { x: 1, y: 1 }, undefined, 2000, 100), turned)
  })
})
