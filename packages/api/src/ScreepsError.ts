/**
 * The error of every operation: `ScreepsError`, with a `reason` that says what went wrong.
 *
 * **Details**
 *
 * Catch one reason with `Effect.catchReason("ScreepsError", "Rejected", …)`, several with `Effect.catchReasons`, or
 * turn the reasons into errors of their own with `Effect.unwrapReason("ScreepsError")`.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import { formatDuration } from "./client/formatDuration.ts"

/** Adds to a message when the server accepts requests again, if that is known and not now. */
const withRetry = (message: string, separator: string, after = Duration.zero): string =>
  Duration.isFinite(after) && Duration.isPositive(after)
    ? `${message}${separator} retry after ${formatDuration(after)}`
    : message

/** The server rejected the request with a message of its own, often with status 200. */
export class Rejected extends withoutStackTrace(
  Schema.TaggedError<Rejected>()("Rejected", {
    /** First line of the server's message, without a leading `Error: `. */
    detail: Schema.String,
    /** HTTP status of the response, often 200. */
    status: Schema.Int,
    /**
     * Further fields of the response, such as a limit or a count; absent without any. At most 50 values, three levels deep,
     * texts of up to 200 characters; what may be a secret is `<redacted>`.
     */
    extra: Schema.optionalKey(Schema.JsonObject)
  })
) {
  override get message() {
    return this.detail
  }
}

/** Internal server error: a status of 500 or above, or a JavaScript error returned with any status. */
export class ServerFault extends withoutStackTrace(
  Schema.TaggedError<ServerFault>()("ServerFault", {
    /** HTTP status of the response. */
    status: Schema.Int,
    /** First line of the server's message or page. */
    detail: Schema.String,
    /**
     * How long to wait before the next attempt, from the header `Retry-After`; absent without that header, and when it
     * names more than a day.
     */
    retryAfter: Schema.optionalKey(Schema.DurationFromMillis)
  })
) {
  override get message() {
    return withRetry(`${this.status}: ${this.detail}`, ";", this.retryAfter)
  }
}

/**
 * The request has no valid credentials: none were provided; they contain characters that are not allowed in a header; the
 * server rejected them, and no others were found; or a token was rejected again after a new sign-in.
 */
export class Unauthorized extends withoutStackTrace(
  Schema.TaggedError<Unauthorized>()("Unauthorized", {
    /** Which credentials were missing or rejected; never the credentials themselves. */
    detail: Schema.String,
    /**
     * `true` for an API token that may be valid for other calls: official servers reject a restricted token
     * in the same way for calls outside its scope, and this one has not worked yet. Absent otherwise.
     */
    mayBeRestricted: Schema.optionalKey(Schema.Literal(true))
  })
) {
  override get message() {
    return this.detail
  }
}

/**
 * The token is valid but restricted, and this call is outside its scope.
 *
 * **Details**
 *
 * Only the server decides: no call is rejected before it is sent because of the scope that `Auth.queryToken` returns,
 * since the names in that list are reported and do not always match endpoints.
 *
 * **Source** a status 403 with `forbidden`, read in the source of newer auth mods. Official servers: a status 401 for a
 * token that works for other calls, and in the seasonal world for every call over HTTP, reported by one observer in 2026.
 */
export class Forbidden extends withoutStackTrace(
  Schema.TaggedError<Forbidden>()("Forbidden", {
    /** The call that the token does not allow, such as `GET /api/user/name`. */
    scope: Schema.String,
    /** `true` in the seasonal world, where restricted tokens work for the socket only; absent elsewhere. */
    isSeason: Schema.optionalKey(Schema.Literal(true))
  })
) {
  override get message() {
    const outside = `${this.scope} is outside the token's scope`
    if (this.isSeason === true)
      return `${outside}: the seasonal world accepts restricted tokens for its socket only, use one with full access`
    const or = this.scope.includes("/api/user/memory-segment") ? ", or this segment is" : ""
    return `${outside}${or}: use one that allows it, or one with full access`
  }
}

/**
 * This server has no such endpoint: only another kind of server has it, or a mod that this server does not run.
 *
 * **Details**
 *
 * On official servers, which run no mods, operations that only mods provide fail with this reason before
 * anything is sent. Every other call is sent each time: a private server may have been restarted with a mod.
 *
 * **Gotchas**
 *
 * xxscreeps responds in the same way to an unknown user, room or branch (recorded from xxscreeps 0.0.9).
 */
export class EndpointNotFound extends withoutStackTrace(
  Schema.TaggedError<EndpointNotFound>()("EndpointNotFound", {
    /** Path of the request, without the query. */
    path: Schema.String,
    /** Servers that are known to have the endpoint, such as `private servers with screepsmod-auth`. */
    foundOn: Schema.optionalKey(Schema.String)
  })
) {
  override get message() {
    const found = this.foundOn === undefined ? "" : `; available on ${this.foundOn}`
    return `${this.path} was not found on this server${found}`
  }
}

/** Creates the reason for an endpoint that a server lacks. @internal */
export const endpointNotFound = (path: string, foundOn: string | undefined): EndpointNotFound =>
  new EndpointNotFound(foundOn === undefined ? { path } : { path, foundOn })

/** The server has no room history for the requested chunk. */
export class HistoryNotFound extends withoutStackTrace(
  Schema.TaggedError<HistoryNotFound>()("HistoryNotFound", {
    /** First tick of the requested chunk. */
    base: Schema.Finite
  })
) {
  override get message() {
    return `no history is recorded from tick ${this.base}`
  }
}

/**
 * A rate limit is exceeded: the server returned a 429, or the request was not sent because of `RateLimits.OnLimit`.
 *
 * **Gotchas**
 *
 * `resetUrl` contains a part of the token and is therefore redacted.
 */
export class RateLimited extends withoutStackTrace(
  Schema.TaggedError<RateLimited>()("RateLimited", {
    /** How long to wait before the next request. */
    retryAfter: Schema.DurationFromMillis,
    /** Allowed requests per period; absent when the response has no rate headers. */
    limit: Schema.optionalKey(Schema.Int),
    /** Remaining requests in the current period; absent when the response has no rate headers. */
    remaining: Schema.optionalKey(Schema.Int),
    /** Page on which a person can suspend the limits; absent when the response does not contain it. */
    resetUrl: Schema.optionalKey(Schema.Redacted(Schema.String)),
    /** Number of retries before this response. */
    retries: Schema.Int
  })
) {
  override get message() {
    return withRetry("rate limit reached", ":", this.retryAfter)
  }
}

/** No response was received: the connection was refused or lost, or the host name is unknown. */
export class Unreachable extends withoutStackTrace(
  Schema.TaggedError<Unreachable>()("Unreachable", {
    /** Message of the underlying network error, redacted. */
    detail: Schema.String,
    /** Code of the underlying network error, such as `ECONNREFUSED`; absent where the runtime gives none. */
    code: Schema.optionalKey(Schema.String)
  })
) {
  override get message() {
    return this.detail
  }
}

/** No response was received within the time limit; the request was aborted. */
export class TimedOut extends withoutStackTrace(
  Schema.TaggedError<TimedOut>()("TimedOut", {
    /** The time limit. */
    after: Schema.DurationFromMillis
  })
) {
  override get message() {
    return `no response within ${formatDuration(this.after)}`
  }
}

/** The response is not JSON, or does not match the operation's schema. */
export class UnexpectedResponse extends withoutStackTrace(
  Schema.TaggedError<UnexpectedResponse>()("UnexpectedResponse", {
    /** HTTP status of the response. */
    status: Schema.Int,
    /** What was expected, and at which path of the response; never the data itself. */
    detail: Schema.String
  })
) {
  override get message() {
    return `${this.status}: ${this.detail}`
  }
}

/** The operation requires a shard on official servers, and none was given; nothing was sent. */
export class ShardRequired extends withoutStackTrace(
  Schema.TaggedError<ShardRequired>()("ShardRequired", {})
) {
  override get message() {
    return "official servers need a shard: pass { shard }, or set a default such as SCREEPS_SHARD"
  }
}

/** The input is invalid: the server would reject it or be damaged by it; nothing was sent. */
export class InvalidInput extends withoutStackTrace(
  Schema.TaggedError<InvalidInput>()("InvalidInput", {
    /** Name of the invalid field; empty when the input as a whole is invalid. */
    field: Schema.String,
    /** What was expected there. */
    detail: Schema.String
  })
) {
  override get message() {
    return this.field === "" ? this.detail : `${this.field}: ${this.detail}`
  }
}

/** Schema of the reasons for which an operation fails. */
export const Reason = Schema.Union([
  Rejected,
  ServerFault,
  Unauthorized,
  Forbidden,
  EndpointNotFound,
  HistoryNotFound,
  RateLimited,
  Unreachable,
  TimedOut,
  UnexpectedResponse,
  ShardRequired,
  InvalidInput
]).annotate({ identifier: "Reason" })

/** The reason for which an operation failed. */
export type Reason = typeof Reason.Type

/** Whether a call may have failed because the scope of an API token does not include it. @internal */
export const isOutsideScope = (reason: Reason): boolean =>
  reason._tag === "Forbidden" || (reason._tag === "Unauthorized" && reason.mayBeRestricted === true)

/**
 * An operation failed, for one `reason`.
 *
 * **Details**
 *
 * The message reads `GET /api/user/find: Rejected (user not found)`. Tokens and passwords are never part of it, nor of
 * anything that is printed or serialised from it, and of response bodies only what `Rejected` holds. When a sign-in fails, `operation` is that of the
 * sign-in.
 */
export class ScreepsError extends withoutStackTrace(
  Schema.TaggedError<ScreepsError>()("ScreepsError", {
    /** Method and path, such as `GET /api/game/time`. */
    operation: Schema.String,
    /** What went wrong; distinguish reasons by `_tag`. */
    reason: Reason,
    /** Number of retries after transient failures (see `Retry`); absent without retries. */
    retries: Schema.optionalKey(Schema.Int)
  })
) {
  override get message() {
    const after =
      this.retries === undefined ? "" : ` after ${this.retries} retr${this.retries === 1 ? "y" : "ies"}`
    return `${this.operation}: ${this.reason._tag} (${this.reason.message})${after}`
  }
}
