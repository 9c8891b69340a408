/** What states of rooms hold, for comparing. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as SchemaIssue from "effect/SchemaIssue"

/** The documents of a state's objects, by id. */
export const documents = (state: RoomState | undefined): unknown =>
  Object.fromEntries(
    [...(state?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)] as const)
  )

const message = SchemaIssue.makeFormatterDefault()

/** Objects that are of a type that nobody knows, or not what their type says; each sort once. */
export const unknowns = (states: ReadonlyArray<RoomState>): ReadonlyArray<string> => [
  ...new Set(
    states.flatMap((state) =>
      [...state.objects.values()].flatMap((object) =>
        object instanceof RoomObject.UnknownRoomObject
          ? [`${object.kind}: ${object.issue === undefined ? "not known" : message(object.issue)}`]
          : []
      )
    )
  )
]
