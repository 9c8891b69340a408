/** Results of a socket's sign-in. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The two results of a sign-in: `auth ok <token>` and `auth failed`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const outcomes = ["ok", "failed"] as const

/** The result of a socket's sign-in. */
export type SocketAuthOutcome = (typeof outcomes)[number]

/** Checks the result of a socket's sign-in. */
export const SocketAuthOutcome: Schema.Codec<SocketAuthOutcome> = literals("SocketAuthOutcome", outcomes)

/** The server's response to a socket's sign-in: accepted with a new token, or rejected. */
export type SocketAuth = { readonly outcome: "ok"; readonly token: string } | { readonly outcome: "failed" }

/** A token is sent in a header of each request: it is ASCII without blanks, and not longer than a server's headers. */
const accepted = /^auth ok ([!-~]{1,4096})$/

/**
 * Parses the server's response to a sign-in; returns `undefined` for all other frames.
 *
 * **Gotchas**
 *
 * The token is a secret; on private servers it is a new one that replaces the token that was sent. After a rejected
 * sign-in the socket stays open, and an earlier sign-in on it stays valid.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const parse = (frame: string): SocketAuth | undefined => {
  if (frame === "auth failed") return { outcome: "failed" }
  const token = accepted.exec(frame)?.[1]
  return token === undefined ? undefined : { outcome: "ok", token }
}
