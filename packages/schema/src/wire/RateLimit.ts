/**
 * Rate limits: how many requests official servers still take, per endpoint and in all.
 *
 * **Details**
 *
 * They hold for requests with API tokens on official servers; private servers have none.
 *
 * **Source** reported; that private servers have none is recorded from a server 4.3.0.
 */
import * as Schema from "effect/Schema"
import { HttpMethod } from "./HttpMethod.ts"
import { literals } from "../values/family.ts"

/**
 * The periods over which requests are counted.
 *
 * **Source** reported.
 */
export const periods = ["minute", "hour", "day"] as const

/** A period over which requests are counted. */
export type RateLimitPeriod = (typeof periods)[number]

/** Checks a period over which requests are counted. */
export const RateLimitPeriod: Schema.Codec<RateLimitPeriod> = literals("RateLimitPeriod", periods)

const seconds: { readonly [P in RateLimitPeriod]: number } = { minute: 60, hour: 3_600, day: 86_400 }

/** The length of a period in seconds. */
export const periodSeconds = (period: RateLimitPeriod): number => seconds[period]

const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** How many requests one quota still takes, and when it is full again. */
export class RateLimit extends Schema.Opaque<RateLimit>()(
  Schema.Struct({
    /** Requests taken per period. */
    limit: count(100_000),
    period: RateLimitPeriod,
    /** Requests still taken in this period. */
    remaining: count(100_000),
    /** When the period ends, in seconds since 1970; 0 before the first response. */
    reset: count(4_294_967_295),
    /** How long that is from the response that carried it, in seconds. */
    toReset: count(86_400)
  }).annotate({ identifier: "RateLimit" })
) {}

/** Checks whether a quota takes no more requests at `now` (seconds since 1970). */
export const isExhausted = (state: RateLimit, now: number): boolean =>
  state.remaining === 0 && now < state.reset

const byPath = Schema.Record(Schema.String, RateLimit)

/** All quotas: the one for requests of every kind, and those of single endpoints, by method and path. */
export class RateLimits extends Schema.Opaque<RateLimits>()(
  Schema.Struct({ global: RateLimit, GET: byPath, POST: byPath }).annotate({ identifier: "RateLimits" })
) {}

/** The quota that an endpoint has of its own; `undefined` when only the global one holds for it. */
export const ofEndpoint = (limits: RateLimits, method: HttpMethod, path: string): RateLimit | undefined =>
  Object.hasOwn(limits[method], path) ? limits[method][path] : undefined

/**
 * A request that met a limit: which, how often it has been repeated, and the quota that it met.
 *
 * **Details**
 *
 * `limit` is `undefined` where the server did not send it, as it never does when the global limit was met.
 */
export class RateLimitHit extends Schema.Opaque<RateLimitHit>()(
  Schema.Struct({
    method: HttpMethod,
    path: Schema.String,
    /** The repeats already made: 0 when the first attempt met the limit. */
    retries: count(1_000),
    limit: Schema.optionalKey(RateLimit)
  }).annotate({ identifier: "RateLimitHit" })
) {}
