/** The accounts of a runner, each with its own client and quotas; a job goes to one that is not waiting for quota. */
import type { RateLimits } from "@screeps-effect/api/RateLimits"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type * as Context from "effect/Context"

/** The services of an account, as `ScreepsClient.layerNoDeps` provides them. */
export type Services = ScreepsClient | RateLimits

/** One account. */
export interface Account {
  /** Position in the list of accounts, counted from 1: a name for metrics that reveals nothing. */
  readonly number: number
  /** Its name in warnings: the number, unless the program has given another one. */
  readonly name: string
  readonly services: Context.Context<Services>
  /** Requests in flight. */
  inFlight: number
  /** Until when requests wait (`Millis.monotonic`), by quota; `*` for all. */
  readonly waits: Map<string, number>
  /** Whether the server rejected the last request: its token, or its user name and password. */
  isRejected: boolean
}

/** Creates an account. */
export const make = (
  services: Context.Context<Services>,
  index: number,
  name = String(index + 1)
): Account => ({
  number: index + 1,
  name,
  services,
  inFlight: 0,
  waits: new Map(),
  isRejected: false
})

const isFree = ({ waits }: Account, limitKey: string, now: number) =>
  now >= (waits.get(limitKey) ?? -Infinity) && now >= (waits.get("*") ?? -Infinity)

/** Returns the free account with the fewest requests in flight; `undefined` if all wait for this quota. */
export const choose = (
  accounts: ReadonlyArray<Account>,
  limitKey: string,
  now: number,
  concurrency: number
): Account | undefined =>
  accounts
    .filter((one) => isFree(one, limitKey, now) && one.inFlight < concurrency)
    .toSorted((a, b) => a.inFlight - b.inFlight)[0]

/** Returns how many requests of a quota could start now. */
export const room = (
  accounts: ReadonlyArray<Account>,
  limitKey: string,
  now: number,
  concurrency: number
): number =>
  accounts
    .filter((one) => isFree(one, limitKey, now))
    .reduce((sum, { inFlight }) => sum + Math.max(0, concurrency - inFlight), 0)

/** Returns whether an account does not wait for this quota. */
export const hasQuota = (accounts: ReadonlyArray<Account>, limitKey: string, now: number): boolean =>
  accounts.some((one) => isFree(one, limitKey, now))

/** Uses no quota of an account before a moment; `*` for all of them. */
export const pause = ({ waits }: Account, limitKey: string, until: number): void => {
  waits.set(limitKey, Math.max(until, waits.get(limitKey) ?? -Infinity))
}
