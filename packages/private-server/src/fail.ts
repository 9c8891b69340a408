import * as PrivateServerError from "./PrivateServerError.ts"

/** Wraps a reason in a `PrivateServerError`. */
export const fail = (reason: PrivateServerError.PrivateServerError["reason"]) =>
  new PrivateServerError.PrivateServerError({ reason })

/** Returns the error of a server that did not start, by default before it had logged anything. */
export const didNotStart = (detail: string, log = "") =>
  fail(new PrivateServerError.DidNotStart({ detail, log: tail(log) }))

/** Returns the last lines of a text. */
export const tail = (text: string, lines = 30) => text.trimEnd().split("\n").slice(-lines).join("\n")
