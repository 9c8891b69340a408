/** Recognizes how servers respond for a user who does not exist. */
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"

/** The path of the operation that finds users. */
const path = "/api/user/find"

/** Returns whether an error means that the user does not exist. @internal */
export const isUnknownUser = ({ operation, reason }: ScreepsError): boolean =>
  operation.endsWith(` ${path}`) && reason._tag === "Rejected" && reason.detail === "user not found"
