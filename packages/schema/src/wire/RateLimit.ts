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

/** Returns the length of a period in seconds. */
export const periodSeconds = (period: RateLimitPeriod): number => seconds[period]

const count = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** The state of one quota: how many requests remain, and when the period ends. */
export class RateLimit extends Schema.Opaque<RateLimit>()(
  Schema.Struct({
    /** Requests that are accepted per period. */
    limit: count(100_000),
    /** Period over which requests are counted. */
    period: RateLimitPeriod,
    /** Requests that are still accepted in this period. */
    remaining: count(100_000),
    /** When the period ends, in seconds since 1970; 0 before the first response. */
    reset: count(4_294_967_295),
    /** Seconds from the response that carried this state to the end of the period. */
    toReset: count(86_400)
  }).annotate({ identifier: "RateLimit" })
) {}

/** Checks whether a quota accepts no more requests at `now` (seconds since 1970). */
export const isExhausted = (state: RateLimit, now: number): boolean =>
  state.remaining === 0 && now < state.reset

const byPath = Schema.Record(Schema.String, RateLimit)

/** All quotas: the global one, and those of single endpoints by method and path. */
export class RateLimits extends Schema.Opaque<RateLimits>()(
  Schema.Struct({
    /** Quota of all requests together. */
    global: RateLimit,
    /** Quotas of single `GET` endpoints, by path. */
    GET: byPath,
    /** Quotas of single `POST` endpoints, by path. */
    POST: byPath
  }).annotate({ identifier: "RateLimits" })
) {}

/** Returns the quota of an endpoint; `undefined` when only the global quota applies to it. */
export const ofEndpoint = (limits: RateLimits, method: HttpMethod, path: string): RateLimit | undefined =>
  Object.hasOwn(limits[method], path) ? limits[method][path] : undefined

/** A request that exceeded a rate limit. */
export class RateLimitHit extends Schema.Opaque<RateLimitHit>()(
  Schema.Struct({
    /** Method of the endpoint. */
    method: HttpMethod,
    /** Path of the endpoint. */
    path: Schema.String,
    /** Retries made so far: 0 when the first attempt exceeded the limit. */
    retries: count(1_000),
    /** The quota that was exceeded; absent when the server does not send it, as for the global limit. */
    limit: Schema.optionalKey(RateLimit)
  }).annotate({ identifier: "RateLimitHit" })
) {}
