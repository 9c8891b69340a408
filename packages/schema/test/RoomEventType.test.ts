import * as RoomEventType from "@screeps-effect/schema/RoomEventType"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("an event in a room", () => {
  it("has a number and a name", () => {
    const numbers = Object.values(RoomEventType.events)
    assert.deepStrictEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const number of numbers) {
      assert.strictEqual(RoomEventType.events[RoomEventType.name(number)], number)
    }
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(RoomEventType.RoomEventType)(13)))
  })

  it("is one of six kinds of attack or two kinds of healing", () => {
    const attack = Schema.decodeUnknownResult(RoomEventType.AttackType)
    const heal = Schema.decodeUnknownResult(RoomEventType.HealType)
    assert.deepStrictEqual(attack(RoomEventType.attacks.nuke), Result.succeed(6))
    assert.isTrue(Result.isFailure(attack(7)))
    assert.deepStrictEqual(heal(RoomEventType.heals.ranged), Result.succeed(2))
    assert.isTrue(Result.isFailure(heal(3)))
  })
})
