/** Values that are nested so deeply that some versions of Node cannot write them as JSON. */
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"

const levels = 20_000

/** JSON text of nested lists. */
export const lists = "[".repeat(levels) + "]".repeat(levels)

/** JSON text of nested objects. */
export const objects = '{"a":'.repeat(levels) + "1" + "}".repeat(levels)

/** The nested lists. */
export const deep: unknown = JSON.parse(lists)

/** Whether this version of Node cannot write them: newer ones (26) do. */
export const isTooDeep = (() => {
  try {
    JSON.stringify(deep)
    return false
  } catch {
    return true
  }
})()

/** What a call leads to, in words: the test runner cannot show such values. */
export const outcomeOf = <A, R>(call: Effect.Effect<A, ScreepsError, R>): Effect.Effect<string, never, R> =>
  Effect.match(call, { onFailure: ({ reason }) => reason.message, onSuccess: () => "success" })
