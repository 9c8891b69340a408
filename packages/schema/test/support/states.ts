/** Contents of room states, for comparisons. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as Decoder from "@screeps-effect/schema/Decoder"

/** Returns the documents of a state's objects, keyed by identifier. */
export const documents = (state: RoomState | undefined): unknown =>
  Object.fromEntries(
    [...(state?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)] as const)
  )

/** Lists the kinds of unknown objects in states, and what known ones lack, without duplicates. */
export const unknowns = (states: ReadonlyArray<RoomState>): ReadonlyArray<string> => [
  ...new Set(
    states.flatMap((state) =>
      [...state.objects.values()].flatMap((object) =>
        object.type === "unknown"
          ? [`${object.kind}: unknown kind`]
          : RoomObject.drift(object).map((one) => `${object.type}: ${Decoder.formatDrift([one])}`)
      )
    )
  )
]
