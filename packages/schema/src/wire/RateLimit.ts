/**
 * Rate limits of official servers: how many requests they accept per endpoint and in total.
 *
 * **Details**
 *
 * They apply to requests with API tokens on official servers; private servers have no rate limits.
 *
 * **Source** reported; that private servers have no rate limits is recorded from a server 4.3.0.
 */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"
import { record } from "../values/Record.ts"

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

/** Returns the length of a period in seconds. */
export const periodSeconds = (period: RateLimitPeriod): number => seconds[period]

const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** The state of one quota: how many requests remain, and when the period ends. */
export class RateLimit extends record<RateLimit>("RateLimit")({
  /** Requests that are accepted per period. */
  limit: count(100_000),
  /** Period over which requests are counted. */
  period: RateLimitPeriod,
  /** Requests that are still accepted in this period. */
  remaining: count(100_000),
  /** When the period ends, in seconds since 1970 by this machine's clock; 0 before the first response. */
  reset: count(4_294_967_295),
  /** Seconds from the response that carried this state to the end of the period. */
  toReset: count(86_400)
}) {}

/**
 * All known quotas by their keys: `global`, or method and path such as `GET /api/user/code`. The service `RateLimits` of
 * `@screeps-effect/api` returns them as `states`.
 */
export const RateLimits: Schema.Codec<RateLimits> = Schema.Record(Schema.String, RateLimit).annotate({
  identifier: "RateLimits"
})

/** All known quotas by their keys. */
export type RateLimits = { readonly [limitKey: string]: RateLimit }
