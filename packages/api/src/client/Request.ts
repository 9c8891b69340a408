/** A request to a server, from an operation's input to the transport. */
import type { RateLimitPeriod } from "@screeps-effect/schema/RateLimit"
import type * as Duration from "effect/Duration"
import * as HttpMethod from "effect/http/HttpMethod"
import type * as Redacted from "effect/Redacted"
import { InvalidInput } from "../ScreepsError.ts"
import { redact } from "./redact.ts"

/**
 * Whether a request carries a token: `always` (signs in if necessary), `optional` (only if the session has a token
 * already, or after a response that requires one), or `never`.
 */
export type Auth = "never" | "optional" | "always"

/** A quota that official servers publish: a number of requests per period. */
export interface Quota {
  /** Allowed requests per period. */
  readonly limit: number
  /** The period over which requests are counted. */
  readonly per: RateLimitPeriod
}

/** The methods of HTTP requests; those of operations are `GET` and `POST`. */
export type Method = Exclude<HttpMethod.HttpMethod, "TRACE">

/** The options of a request. */
export interface Options {
  /** HTTP method. */
  readonly method: Method
  /** Path with a leading slash; the server's path prefix is prepended. */
  readonly path: `/${string}`
  /** Fields of the query string: strings, numbers and booleans; fields that are `undefined` are omitted. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** The JSON body; methods with a body send an empty object without it. */
  readonly body?: unknown
  /** Additional headers, by names in lower case. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>> | undefined
  /**
   * Format of the response: `json` (the default), or `text`, which is returned unchanged: the default of HEAD, and needed
   * for responses without a body.
   */
  readonly format?: "json" | "text" | undefined
  /** Whether the request carries a token; default: `always`. */
  readonly auth?: Auth | undefined
  /** Whether the request may be sent again when its outcome is unknown; default: `true` for GET, HEAD and OPTIONS. */
  readonly idempotent?: boolean | undefined
  /**
   * Whether the request is never sent again, not even after a 401 or a 429. One exception: a 401 with the exact text
   * `unauthorized` means that the token was rejected before anything was executed; the request is then sent once more
   * after a new sign-in.
   */
  readonly neverRetry?: boolean | undefined
  /** Names of additional fields with secrets, which are redacted in events and errors. */
  readonly secret?: ReadonlyArray<string> | undefined
  /** The time limit of each attempt; default: `ScreepsClient.RequestTimeout`. */
  readonly timeout?: Duration.Duration | undefined
  /** Method and path template of the operation: the request's name in errors, metrics and quotas. */
  readonly operation?: string | undefined
  /** Servers that have the endpoint, for the failure `EndpointNotFound`. */
  readonly foundOn?: string | undefined
  /** The quota that official servers publish for the endpoint. */
  readonly quota?: Quota | undefined
  /** Requests of a client with the same key are sent one after another; default: at the same time. */
  readonly serialKey?: string | undefined
  /** Key of the quota that counts the request: `global`, or method and path; default: method and path. */
  readonly limitKey?: string | undefined
}

/** A request as it passes through the middleware, with its defaults filled in: what middleware changes is what is sent. */
export interface Request extends Options {
  /** Method and path without the query: the request's name in errors and spans. */
  readonly name: string
  /** Format of the response: JSON, or text that is returned unchanged. */
  readonly format: "json" | "text"
  /** Whether the request carries a token. */
  readonly auth: Auth
  /** Whether the request may be sent again when its outcome is unknown. */
  readonly idempotent: boolean
  /** Whether the request is never sent again; see `ScreepsClient.RequestOptions`. */
  readonly neverRetry: boolean
  /** Numbers of retries of the call so far, for its error, and of requests, for their spans. */
  readonly progress: { retries: number; sends: number }
  /** The token that this attempt carries; set by the authentication. */
  readonly token?: Redacted.Redacted | undefined
}

/** Returns a path without its query, in which raw requests may contain a token. @internal */
export const withoutQuery = (path: string): string => {
  const query = /[?#]/.exec(path)
  return query === null ? path : path.slice(0, query.index)
}

/** Returns the name of a request in errors and spans: a raw path may contain secrets. @internal */
export const nameOf = ({ method, operation, path }: Options): string =>
  operation ?? redact(`${method} ${withoutQuery(path)}`)

/**
 * Whether a path leads to the server: without the slash, `:81/x` would be part of its host and port. Callers without
 * types may pass anything.
 *
 * @internal
 */
export const isPath = (path: unknown): boolean =>
  typeof path === "string" && path.startsWith("/") && !/[\\\p{Cc}]/u.test(path)

/** The reason for which a method is rejected. @internal */
export const notMethod = new InvalidInput({
  field: "method",
  detail: "must be a method of HTTP in capital letters, such as PUT"
})

/** Whether a value is the method of a request: browsers do not send TRACE. @internal */
export const isMethod = (method: unknown): boolean => HttpMethod.isHttpMethod(method) && method !== "TRACE"

/** The reason for which a path is rejected. @internal */
export const notPath = new InvalidInput({
  field: "path",
  detail: "must begin with a slash and contain no backslash and no control character"
})

/** Fills in the defaults. @internal */
export const make = (options: Options): Request => ({
  ...options,
  name: options.operation ?? nameOf(options),
  format: options.format ?? (options.method === "HEAD" ? "text" : "json"),
  auth: options.auth ?? "always",
  idempotent: options.idempotent ?? !HttpMethod.hasBody(options.method),
  neverRetry: options.neverRetry ?? false,
  progress: { retries: 0, sends: 0 }
})

/** Returns the fields of query and body. @internal */
export const parameters = ({ body, query }: Request): Readonly<Record<string, unknown>> => ({
  ...query,
  ...(typeof body === "object" && body !== null && !Array.isArray(body) ? body : { body })
})
