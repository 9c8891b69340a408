/** The name of a room on a command line. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Argument from "effect/cli/Argument"
import * as Option from "effect/Option"

/** A room, in upper or lower case. @internal */
export const argument = Argument.String("room").pipe(
  Argument.filterMap(
    (text) => Option.getSuccess(RoomName.parse(text)),
    () => "a room such as W7N3"
  )
)
