/**
 * Everything that can go wrong between a program and a server: one error, with the reason inside.
 *
 * **Details**
 *
 * Catch one reason with `Effect.catchReason("ScreepsError", "Rejected", …)`, several with `Effect.catchReasons`, or
 * turn the reasons into errors of their own with `Effect.unwrapReason("ScreepsError")`.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/** The server understood and said no: its text, and the HTTP status (200 as often as not). */
export class Rejected extends Schema.TaggedError<Rejected>()("Rejected", {
  /** First line of the server's text, without a leading `Error: `. */
  detail: Schema.String,
  status: Schema.Int
}) {
  override get message() {
    return this.detail
  }
}

/** The server stumbled over itself: a status of 500 and above, or a JavaScript fault told with any status. */
export class ServerFault extends Schema.TaggedError<ServerFault>()("ServerFault", {
  status: Schema.Int,
  detail: Schema.String,
  /** How long the server asks to be left alone, where it tells. */
  retryAfter: Schema.optionalKey(Schema.DurationFromMillis)
}) {
  override get message() {
    return `${this.status}: ${this.detail}`
  }
}

/**
 * The server does not know who is asking: no credentials, refused ones, ones that no header can carry, or a token that
 * stayed refused after one fresh sign-in.
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  detail: Schema.String
}) {
  override get message() {
    return this.detail
  }
}

/**
 * The token is valid but restricted, and this call is outside its scope.
 *
 * **Details**
 *
 * Only the server tells: no call is refused before it is sent by what `Auth.queryToken` says of a token, since the
 * names in that list are reported and not always those of endpoints.
 *
 * **Source** a status 403 with `forbidden`, read in the source of newer auth mods; official servers: reported.
 */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  /** What the token would have to admit, such as `GET /api/user/name`. */
  scope: Schema.String
}) {
  override get message() {
    const or = this.scope.includes("/api/user/memory-segment") ? ", or not this segment" : ""
    return `the token does not admit ${this.scope}${or}: use one that does, or one with full access`
  }
}

/**
 * This server has no such endpoint: another kind of server has it, or a mod that is missing here.
 *
 * **Details**
 *
 * Operations that only mods of private servers bring fail so on official servers before anything is sent, since
 * these run no mods. Every other call is sent each time: a private server may have been restarted with a mod.
 */
export class EndpointNotFound extends Schema.TaggedError<EndpointNotFound>()("EndpointNotFound", {
  path: Schema.String,
  /** Which servers are known to have it, such as `private servers with screepsmod-auth`. */
  foundOn: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const found = this.foundOn === undefined ? "" : `, but on ${this.foundOn}`
    return `${this.path} does not exist on this server${found}`
  }
}

/** The server keeps room history, but not this chunk of it. */
export class HistoryNotFound extends Schema.TaggedError<HistoryNotFound>()("HistoryNotFound", {
  /** The first tick of the chunk that was asked for. */
  base: Schema.Finite
}) {
  override get message() {
    return `no history is recorded from tick ${this.base}`
  }
}

/**
 * Too many requests: the server asks to wait.
 *
 * **Gotchas**
 *
 * `resetUrl` holds a part of the token and is therefore redacted.
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /** How long to wait before asking again. */
  retryAfter: Schema.DurationFromMillis,
  /** Requests admitted per window, where the server tells. */
  limit: Schema.optionalKey(Schema.Int),
  /** Requests left in the window, where the server tells. */
  remaining: Schema.optionalKey(Schema.Int),
  /** Page on which a person can suspend the limits, where the server tells. */
  resetUrl: Schema.optionalKey(Schema.Redacted(Schema.String)),
  /** How often the request had been repeated already. */
  retries: Schema.Int
}) {
  override get message() {
    return `the rate limit is used up, retry after ${Duration.format(this.retryAfter)}`
  }
}

/** No answer came: nothing listens there, the name is unknown, the connection broke off. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", { detail: Schema.String }) {
  override get message() {
    return this.detail
  }
}

/** No answer came in time; the request was given up. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  after: Schema.DurationFromMillis
}) {
  override get message() {
    return `no answer within ${Duration.format(this.after)}`
  }
}

/** An answer came that is not JSON, or not of the promised shape. */
export class UnexpectedResponse extends Schema.TaggedError<UnexpectedResponse>()("UnexpectedResponse", {
  status: Schema.Int,
  /** What was expected and where; never the data itself. */
  detail: Schema.String
}) {
  override get message() {
    return `${this.status}: ${this.detail}`
  }
}

/** Official servers must be told which shard is meant; nothing was sent. */
export class ShardRequired extends Schema.TaggedError<ShardRequired>()("ShardRequired", {}) {
  override get message() {
    return "official servers need a shard: pass one, or give the server a default"
  }
}

/** The input would be refused, or do damage; nothing was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  /** The field that is wrong, empty when it is the input as a whole. */
  field: Schema.String,
  detail: Schema.String
}) {
  override get message() {
    return this.field === "" ? this.detail : `${this.field}: ${this.detail}`
  }
}

/** Checks why an operation failed. */
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

/** Why an operation failed. */
export type Reason = typeof Reason.Type

/**
 * An operation failed, for one `reason`.
 *
 * **Details**
 *
 * The message reads `GET /api/user/find: Rejected (user not found)`. Tokens, passwords and answers are never part of
 * it, nor of anything that is printed or serialised from it. A failed sign-in carries its own method and path.
 */
export class ScreepsError extends Schema.TaggedError<ScreepsError>()("ScreepsError", {
  /** Method and path, such as `GET /api/game/time`. */
  operation: Schema.String,
  reason: Reason,
  /** How often the call had been repeated after passing failures (see `Retry`); absent when never. */
  retries: Schema.optionalKey(Schema.Int)
}) {
  override get message() {
    const after =
      this.retries === undefined ? "" : ` after ${this.retries} retr${this.retries === 1 ? "y" : "ies"}`
    return `${this.operation}: ${this.reason._tag} (${this.reason.message})${after}`
  }
}
