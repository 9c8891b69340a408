/** The rooms of a job. */
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import { rooms } from "../areas.ts"

/** Returns the rooms of an area; fails with `InvalidInput` if the text is not one. */
export const areaOf = (
  operation: string,
  area: string
): Effect.Effect<ReadonlyArray<RoomName>, ScreepsError> => {
  const found = rooms(area)
  if (found !== undefined) return Effect.succeed(found)
  const detail = "expected rooms such as W1N1,W2N1, or two corners such as W10N10:W1N1"
  return Effect.fail(new ScreepsError({ operation, reason: new InvalidInput({ field: "rooms", detail }) }))
}
