/** Responses that routes share. */
import { Rejected } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Dialect, RouteContext } from "../dialect.ts"

/** @internal */
export const ok = { ok: 1 } as const

/** Rejects a request as the game does: status 200 and an `error` text. @internal */
export const refuse = (text: string): Effect.Effect<never, Rejected> =>
  Effect.fail(new Rejected({ detail: text, status: 200 }))

/**
 * Waits where a private server waits for its storage between reading a record and writing it back: other requests are
 * handled meanwhile.
 *
 * @internal
 */
export const awaitStorage = ({ dialect }: RouteContext): Effect.Effect<void> =>
  dialect.losesWrites === true ? Effect.yieldNow : Effect.void

/** Whether a field was sent. @internal */
export const has = (sent: unknown, field: string): boolean =>
  typeof sent === "object" && sent !== null && field in sent

/** The server's error when a required field is missing. @internal */
export const fault = "TypeError: Cannot read properties of undefined (reading 'length')"

/** Several database results at once, one per number of records, with numbers as keys. @internal */
export const numbered = (dialect: Dialect, counts: Readonly<Record<number, number>>): Response => {
  const one = (matched: number) => {
    const { modified, result } = dialect.updated(matched)
    return dialect.kind === "private" ? { modified } : { ok: 1, n: result?.n, nModified: result?.nModified }
  }
  const answers = Object.entries(counts).map(([number, matched]) => [number, one(matched)])
  return Response.json({ ...Object.fromEntries(answers), ...ok })
}

/** Decodes assembled data with a record's schema; a mismatch is a mistake of the in-memory server. @internal */
export const decoded = <A>(record: Schema.ConstraintCodec<A, unknown>, data: unknown): Effect.Effect<A> =>
  Effect.orDie(Schema.decodeUnknownEffect(record)(data))
