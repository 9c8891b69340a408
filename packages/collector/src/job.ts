/** What is collected: one job is one request whose result is stored once. */
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** The kinds of jobs, the most urgent first. */
export const kinds = ["rooms", "orders", "ranks", "history", "prices", "terrain"] as const

/**
 * The kind of a job: `rooms` (owners and levels), `orders` (the market's index), `ranks` (a page of a leaderboard),
 * `history` (a chunk of a room), `prices` (a resource by day), `terrain`.
 */
export type Kind = (typeof kinds)[number]

/** Checks whether a text is a kind of jobs. */
export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** What a job is about; together with the server it is the job's key. */
export interface JobKey {
  readonly kind: Kind
  /** Name of the shard; empty on servers without shards. */
  readonly shard: string
  /** A room, an area of rooms, a resource, or a leaderboard and its first rank; empty when there is only one. */
  readonly target: string
  /** Start of the period in milliseconds since 1970; the first tick for `history`, 0 for `terrain`. */
  readonly slot: number
}

/** A job to add, unless it exists. */
export interface NewJob extends JobKey {
  /** When the job becomes a hole if it has no result, in milliseconds since 1970. */
  readonly deadline: number
}

/** A job that this runner does. */
export interface Job extends NewJob {
  /** Its id in the ledger and in the queue. */
  readonly id: string
  readonly server: string
  /** How often the job was handed out, this time included. */
  readonly attempts: number
  /** Why the last attempt failed; `null` if there was none. */
  readonly lastError: string | null
}

/** The result of a request, not yet stored. */
export interface Fetched {
  /** Number of rows that `store` writes. */
  readonly rows: number
  /** Writes the rows; writing them twice changes nothing. */
  readonly store: Effect.Effect<void, SqlError, SqlClient.SqlClient>
  /** Jobs that follow, such as the next page. */
  readonly next: ReadonlyArray<NewJob>
  /** Whether the server never recorded what was requested, so that there is no result. */
  readonly isAbsent?: boolean
}

/** What a runner knows about a server's time; each part is `undefined` or missing until somebody needed it. */
export interface KnownTime {
  /** A tick of each shard that has begun: the present tick, or an earlier one. */
  readonly ticks: Map<string, number>
  /** Ticks in a chunk of history. */
  chunkSize: number | undefined
}

/** How jobs of one kind are done. */
export interface KindDefinition {
  /** The endpoint's quota: method and path. */
  readonly limitKey: string
  /** Whether the server still has the data after the period has ended. */
  readonly canWait: boolean
  readonly fetch: (job: Job, known: KnownTime) => Effect.Effect<Fetched, ScreepsError, ScreepsClient>
}

/** Returns the shard of a job as input of an operation. */
export const onShard = ({ shard }: JobKey): { readonly shard?: string } => (shard === "" ? {} : { shard })
