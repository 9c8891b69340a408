/** How a socket's sign-in ends. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The two ways in which a sign-in ends: `auth ok <token>` and `auth failed`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const outcomes = ["ok", "failed"] as const

/** How a socket's sign-in ended. */
export type SocketAuthOutcome = (typeof outcomes)[number]

/** Checks how a socket's sign-in ended. */
export const SocketAuthOutcome: Schema.Codec<SocketAuthOutcome> = literals("SocketAuthOutcome", outcomes)

/** A socket's sign-in as the server answers it: with a fresh token, or refused. */
export type SocketAuth = { readonly outcome: "ok"; readonly token: string } | { readonly outcome: "failed" }

/**
 * Reads the server's answer to a sign-in; `undefined` for frames that are none.
 *
 * **Gotchas**
 *
 * The token is a secret, and on private servers a new one that replaces the one that was sent. A refusal leaves the
 * socket open, and an earlier sign-in on it valid.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const parse = (frame: string): SocketAuth | undefined => {
  if (frame === "auth failed") return { outcome: "failed" }
  const token = /^auth ok (\S+)$/.exec(frame)?.[1]
  return token === undefined ? undefined : { outcome: "ok", token }
}
