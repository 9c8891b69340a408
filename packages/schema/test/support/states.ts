/** Contents of room states, for comparisons. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as SchemaIssue from "effect/SchemaIssue"

/** Returns the documents of a state's objects, keyed by identifier. */
export const documents = (state: RoomState | undefined): unknown =>
  Object.fromEntries(
    [...(state?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)] as const)
  )

const message = SchemaIssue.makeFormatterDefault()

/** Lists the kinds and issues of unknown objects in states, without duplicates. */
export const unknowns = (states: ReadonlyArray<RoomState>): ReadonlyArray<string> => [
  ...new Set(
    states.flatMap((state) =>
      [...state.objects.values()].flatMap((object) =>
        object instanceof RoomObject.UnknownRoomObject
          ? [`${object.kind}: ${object.issue === undefined ? "unknown kind" : message(object.issue)}`]
          : []
      )
    )
  )
]
