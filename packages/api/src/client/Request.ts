/** A request to a server, from an operation's input to the transport. */
import type { RateLimitPeriod } from "@screeps-effect/schema/RateLimit"
import type * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import type * as Redacted from "effect/Redacted"
import { InvalidInput } from "../ScreepsError.ts"

/**
 * Whether a request carries a token: `always` (signs in when there is none), `optional` (only when there is one
 * already), or `never`.
 */
export type Auth = "never" | "optional" | "always"

/** A quota that official servers publish: a number of requests per period. */
export interface Quota {
  readonly limit: number
  readonly per: RateLimitPeriod
}

/** The options of a request, as a caller writes them. */
export interface Options {
  readonly method: "GET" | "POST"
  /** Begins with a slash; the server's path prefix is prepended. */
  readonly path: `/${string}`
  /** The query string: texts, numbers and booleans; `undefined` is left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** The JSON body of a POST. */
  readonly body?: unknown
  /** Headers besides those that the client sets, by names in lower case. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>> | undefined
  /** Whether the response is JSON (the default), or text to be returned unchanged. */
  readonly format?: "json" | "text" | undefined
  /** Default: `always`. */
  readonly auth?: Auth | undefined
  /** Whether it may be sent again when its outcome is unknown; default: whether it is a GET. */
  readonly idempotent?: boolean | undefined
  /**
   * Never sent again, even after a 401 or a 429. One exception: a 401 with the exact text `unauthorized` says that the
   * token was rejected before anything was executed; the request is then sent once more after a fresh sign-in.
   */
  readonly neverRetry?: boolean | undefined
  /** Names of fields that carry secrets, besides those that `ScreepsEvents` knows. */
  readonly secret?: ReadonlyArray<string> | undefined
  /** The time limit of each attempt; default: `ScreepsClient.RequestTimeout`. */
  readonly timeout?: Duration.Duration | undefined
  /** Method and path template of the operation that makes the request: its name in errors, metrics and quotas. */
  readonly operation?: string | undefined
  /** The quota that official servers publish for the endpoint. */
  readonly quota?: Quota | undefined
  /** The quota that counts the request: `global`, or method and path; default: that of method and path. */
  readonly limitKey?: string | undefined
}

/**
 * A request as it passes through the middleware: defaults filled in, query and body encoded.
 *
 * **Gotchas**
 *
 * `urlParams` and `text` are sent; `query` and `body` are what they were encoded from, and only shown in events.
 * Middleware that changes what is sent changes `urlParams` and `text`.
 */
export interface Request extends Options {
  /** Method and path, without the query: what errors and spans show. */
  readonly name: string
  readonly format: "json" | "text"
  readonly auth: Auth
  readonly idempotent: boolean
  readonly neverRetry: boolean
  /** The query string as it is sent, before percent-encoding. */
  readonly urlParams: Readonly<Record<string, string>>
  /** The body as it is sent, as JSON text; `undefined` for a GET. */
  readonly text: string | undefined
  /** Counts the retries of the call, for its error. */
  readonly progress: { retries: number }
  /** The token that this attempt carries; set by the authentication. */
  readonly token?: Redacted.Redacted | undefined
}

/** A path without its query: callers of raw requests may have put a token there. @internal */
export const withoutQuery = (path: string): string => {
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

const encodeQuery = (query: Options["query"]): Result.Result<Record<string, string>, InvalidInput> => {
  const texts: Record<string, string> = {}
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      const detail = "a query holds texts, numbers and booleans only"
      return Result.fail(new InvalidInput({ field, detail }))
    }
    texts[field] = String(value)
  }
  return Result.succeed(texts)
}

/** Without a body the server reads no fields at all: an empty object is the safe form of "no fields". */
const encodeBody = ({ body, method }: Options): Result.Result<string | undefined, InvalidInput> => {
  if (method === "GET") return Result.succeed(undefined)
  const invalid = new InvalidInput({ field: "body", detail: "it cannot be written as JSON" })
  try {
    const text: string | undefined = JSON.stringify(body ?? {}) // `undefined` for functions and symbols
    return text === undefined ? Result.fail(invalid) : Result.succeed(text)
  } catch {
    return Result.fail(invalid)
  }
}

/** The name of a request in errors and spans. @internal */
export const nameOf = ({ method, operation, path }: Options): string =>
  operation ?? `${method} ${withoutQuery(path)}`

/** Fills in the defaults and encodes query and body. @internal */
export const make = (options: Options): Result.Result<Request, InvalidInput> =>
  Result.flatMap(encodeQuery(options.query), (urlParams) =>
    Result.map(encodeBody(options), (text) => ({
      ...options,
      name: nameOf(options),
      format: options.format ?? "json",
      auth: options.auth ?? "always",
      idempotent: options.idempotent ?? options.method === "GET",
      neverRetry: options.neverRetry ?? false,
      urlParams,
      text,
      progress: { retries: 0 }
    }))
  )

/** The fields of query and body. @internal */
export const parameters = ({ body, query }: Request): Readonly<Record<string, unknown>> => ({
  ...query,
  ...(typeof body === "object" && body !== null && !Array.isArray(body) ? body : { body })
})
