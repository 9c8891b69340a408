import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { frozen } from "@screeps-effect/fixtures/documents"
import { patchesOf } from "./support/patches.ts"

const ticks = Arbitrary.array(patchesOf, { minLength: 1, maxLength: 12 })

/** Returns the state after each message; messages are frozen, so that a write into them fails. */
const statesOf = (
  messages: ReadonlyArray<Readonly<Record<string, RoomPatch.RoomPatch>>>,
  patchDepth: RoomPatch.Depth
) => {
  let state: RoomState.RoomState = { ...RoomState.empty, patchDepth }
  return messages.map(
    (objects, i) => (state = RoomState.fold(state, frozen({ objects, gameTime: Tick.make(i) })))
  )
}

for (const depth of ["two-levels", "any-depth"] as const) {
  describe(`folding patches of ${depth}`, () => {
    it.prop("classifies an object as if its whole document had been sent", [ticks], ([all]) => {
      for (const { objects } of statesOf(all, depth)) {
        for (const object of objects.values()) {
          const whole = RoomObject.classify(RoomObject.toDocument(object))
          assert.strictEqual(object.type, whole.type)
          if (object.type === "unknown") continue
          if (RoomObject.drift(object).length === 0) assert.strictEqual(object, whole)
          else assert.deepStrictEqual(Object.entries(object), Object.entries(whole))
        }
      }
    })

    it.prop("keeps objects that do not differ", [ticks], ([all]) => {
      let before: RoomState.RoomState | undefined
      for (const state of statesOf(all, depth)) {
        for (const [id, object] of before?.objects ?? []) {
          const after = state.objects.get(id)
          if (after === undefined || after === object) continue
          assert.notDeepEqual(RoomObject.toDocument(after), RoomObject.toDocument(object))
        }
        before = state
      }
    })
  })
}
