/**
 * The store of rate limits for several programs, on one machine or many, that share an account: their quotas are kept
 * in Redis.
 *
 * **Details**
 *
 * A module of its own, which is not part of the package's index: only who imports it needs Effect's Redis module,
 * which Effect calls unstable.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeSharedStore } from "./sharedStore.ts"
import { makeRun, type Redis } from "./redisScript.ts"
import { Store } from "./Store.ts"

/** How the quotas are kept. */
export interface Options {
  /** What the keys begin with; `screeps-effect:` by default. */
  readonly prefix?: string | undefined
  /** How long Redis may take for one step before the program goes on by itself; 2 seconds by default. */
  readonly timeout?: Duration.Input | undefined
}

/**
 * Keeps the quotas of API tokens in Redis, for all programs that use the same Redis, the same `prefix` and the same
 * token: together they keep the promise of one.
 *
 * **Details**
 *
 * Each call takes two to six steps of one script, each an atomic one: a few milliseconds in all. Keys name the
 * server's host and the SHA-256 of the token, and expire a day after the last period. Who waits asks when the next slot
 * is due, and at least every 10 seconds; turns go by the time of arrival. Requests of a program that died count as sent
 * after 30 seconds.
 *
 * While Redis does not answer, each program goes on by itself with its part of the quotas: one of as many as asked
 * within the last minute. It logs one warning, asks again every 5 seconds, and then tells what it has used; so it does
 * when Redis has forgotten.
 *
 * **Gotchas**
 *
 * Build one layer for all clients of a process: two layers are two programs. Redis needs version 5 or newer, and
 * `NodeRedis.layer` fails when Redis does not answer at the start; later it logs a warning of its own whenever it fails to
 * connect anew.
 */
export const layerStoreRedis = (options?: Options): Layer.Layer<never, never, Redis> =>
  Layer.effect(
    Store,
    Effect.flatMap(makeRun(), (run) =>
      makeSharedStore(run, {
        prefix: options?.prefix ?? "screeps-effect:",
        timeout: options?.timeout ?? Duration.seconds(2)
      })
    )
  )
