/** Room objects of official servers that others published. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { publishedObjects, sourceOf } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"

describe("a published room object of an official server", () => {
  for (const published of publishedObjects())
    it(`has the kind of its type, without drift: ${published.name}`, () => {
      const object = RoomObject.classify(published.object)
      assert.strictEqual(object.type, published.object.type)
      assert.deepStrictEqual(RoomObject.drift(object), [])
      assert.deepStrictEqual(RoomObject.missing(object), [])
      assert.isAtLeast(sourceOf(published).year, 2018)
    })
})
