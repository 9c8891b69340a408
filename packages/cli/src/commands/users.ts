/** Recognizes how servers respond for a user who does not exist. */
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"

/** The path of the operation that finds users. */
const path = "/api/user/find"

/** Returns whether an error means that the user does not exist; private servers respond with a server fault. @internal */
export const isUnknownUser = ({ operation, reason }: ScreepsError): boolean =>
  operation.endsWith(` ${path}`) &&
  ((reason._tag === "Rejected" && reason.detail === "user not found") ||
    (reason._tag === "ServerFault" &&
      reason.detail.startsWith("TypeError: ") &&
      reason.detail.includes(" of null")))
