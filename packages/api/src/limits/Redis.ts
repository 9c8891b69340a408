/**
 * A Redis store for rate limits: several processes, on one machine or many, share the quotas of an account.
 *
 * **Details**
 *
 * The package's index does not export this module, so that only programs that import it load Effect's Redis module,
 * which is marked unstable.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRun, type Redis } from "./redisRun.ts"
import { makeSharedStore } from "./sharedStore.ts"
import { Store } from "./Store.ts"

/** Options of the Redis store. */
export interface Options {
  /** Prefix of all keys; default: `screeps-effect:`. */
  readonly prefix?: string | undefined
  /** How long to wait for Redis in one step before the process continues without it; default: 2 seconds. */
  readonly timeout?: Duration.Input | undefined
}

/**
 * Keeps the quotas of API tokens in Redis. All processes with the same Redis, `prefix` and token share the quotas and
 * together stay within them.
 *
 * **Details**
 *
 * Each call takes two to six steps of one or two requests each: a few milliseconds in all. Keys contain the server's host
 * and the SHA-256 of the token, and expire after two days. A waiting call polls when the next slot is due, and
 * at least every 10 seconds; calls are sent in the order of arrival. Requests of a process that has died count as sent
 * after 30 seconds.
 *
 * While Redis does not respond, each process continues alone with its share of the quotas, divided by the number of
 * processes that used them within the last minute. It logs one warning and polls Redis every 5 seconds. When Redis
 * responds again, or has lost its data, the process reports the requests that it has sent.
 *
 * **Gotchas**
 *
 * Build one layer for all clients of a process: two layers count as two processes. Redis needs version 5 or newer, and
 * `NodeRedis.layer` fails when Redis does not respond at the start; later it logs its own warning for each failed
 * reconnection.
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
