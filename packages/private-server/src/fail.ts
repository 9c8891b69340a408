import * as PrivateServerError from "./PrivateServerError.ts"

/** Wraps a reason in a `PrivateServerError`. */
export const fail = (reason: PrivateServerError.PrivateServerError["reason"]) =>
  new PrivateServerError.PrivateServerError({ reason })

/** Returns the last lines of a text. */
export const tail = (text: string, lines = 30) => text.trimEnd().split("\n").slice(-lines).join("\n")
