import * as PrivateServerError from "./PrivateServerError.ts"

/** Wraps a reason, for the failure channel. */
export const fail = (reason: PrivateServerError.PrivateServerError["reason"]) =>
  new PrivateServerError.PrivateServerError({ reason })

/** Last lines of a text, for people who look for the cause. */
export const tail = (text: string, lines = 30) => text.trimEnd().split("\n").slice(-lines).join("\n")
