/** Interprets status and body of a response: as data, or as the reason for which the request failed. */
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Envelope from "@screeps-effect/schema/Envelope"
import {
  type EndpointNotFound,
  endpointNotFound,
  Forbidden,
  HistoryNotFound,
  RateLimited,
  type Reason,
  Rejected,
  ServerFault,
  Unauthorized,
  UnexpectedResponse
} from "../ScreepsError.ts"
import { expectsHttps } from "./connectionFailure.ts"
import { furtherFields } from "./furtherFields.ts"
import { excerpt, isHtml, longest, summary } from "./redact.ts"
import { type Request, withoutQuery } from "./Request.ts"
import type { Response } from "./Response.ts"
import { serverTime } from "./serverTime.ts"

/** A response before it is interpreted. */
type Raw = Pick<Response, "status" | "headers" | "text" | "receivedAt" | "redact">

const fault = /^(Type|Reference|Range|Syntax)Error\b/
const wrongServerPassword = "incorrect server password"

/** Returns the body as data, or the reason for which the request failed. @internal */
export const interpret = (
  request: Request,
  response: Raw,
  isOfficial: boolean
): Result.Result<unknown, Reason> => {
  const { status, text } = response
  const path = () => response.redact(withoutQuery(request.path))
  if (status === 401) {
    const detail =
      refusalOf(response) ?? (summary(text, response.redact) || "the server rejected the request")
    return Result.fail(new Unauthorized({ detail }))
  }
  if (status === 429) return Result.fail(rateLimited(response))
  if (isHistory(request.path)) {
    const reason = historyReason(request, response, path, isOfficial)
    if (reason !== undefined) return Result.fail(reason)
  }
  if (status >= 400 && isNotFound(request, response)) return Result.fail(notFound(request, path))
  if (status >= 500) return Result.fail(faultOf(response))
  // Browsers report status 0 for a redirect that is not followed.
  if (status === 0 || (status >= 300 && status < 400)) {
    return Result.fail(new UnexpectedResponse({ status, detail: redirected(request, response) }))
  }
  const other = status === 400 ? expectsHttps(text.slice(0, longest)) : undefined
  if (other !== undefined) return Result.fail(new UnexpectedResponse({ status, detail: other }))
  const parsed = Envelope.parse(text)
  if (Result.isFailure(parsed)) {
    if (request.format === "text" && status < 300) return Result.succeed(text)
    return Result.fail(
      status >= 400
        ? new Rejected({ status, detail: summary(text, response.redact) })
        : new UnexpectedResponse({ status, detail: notJson(response, parsed.failure) })
    )
  }
  const body = parsed.success
  const refusal = Envelope.errorText(body)
  if (refusal !== undefined) {
    return Result.fail(refused(request, response, excerpt(refusal, response.redact), path, body))
  }
  if (status >= 400) return Result.fail(rejected(response, summary(text, response.redact), body))
  return Result.succeed(request.format === "text" ? text : Envelope.data(body))
}

/** Names the path of a raw request, and the template of an operation's, which its name contains. */
const notFound = ({ foundOn, operation }: Request, path: () => string): EndpointNotFound =>
  endpointNotFound(operation?.replace(/^\w+ /, "") ?? path(), foundOn)

/** Describes a redirect, with its target; if that has the path of the request, with the address to use instead. */
const redirected = ({ path }: Request, { headers, redact }: Raw): string => {
  const got = "expected a response, got a redirect"
  const target = (headers["location"] ?? "").slice(0, longest)
  if (!URL.canParse(target)) {
    const shown = summary(target, redact)
    return shown === "" ? got : `${got} to ${shown}: check the address`
  }
  const { origin, pathname, protocol } = new URL(target)
  // Without its query, which may repeat parameters.
  const shown = summary(protocol === "http:" || protocol === "https:" ? origin + pathname : protocol, redact)
  const expected = withoutQuery(path)
  return shown.endsWith(expected)
    ? `${got}: change the address to ${shown.slice(0, -expected.length)}`
    : `${got} to ${shown}: change the address to that of the server`
}

/** Returns whether a text says only that something was not found. */
const saysNotFound = (text: string): boolean =>
  text.length <= 100 && /^(404:? )?(page )?not found\.?$/i.test(text.trim())

/**
 * Whether the server has no such endpoint: a page, a bare "Not Found" or a 405. A text that says more is a reason, and
 * where text is requested, such as a badge of an unknown user, "Not Found" is one.
 */
const isNotFound = ({ format }: Request, { status, text }: Raw): boolean => {
  if (status === 405) return true
  if (status !== 404) return false
  if (isHtml(text) || text.trim() === "") return true
  if (format === "text") return false
  const body = Result.getOrUndefined(Envelope.parse(text))
  if (body === undefined) return saysNotFound(text)
  const said = Predicate.hasProperty(body, "error") ? body.error : undefined
  return typeof said !== "string" || saysNotFound(said)
}

const rejected = ({ redact, status }: Raw, detail: string, body: unknown) => {
  const extra = furtherFields(body, redact)
  return new Rejected({ status, detail, ...(extra === undefined ? {} : { extra }) })
}

/** What the game's own server responds for an unknown user: its code reads a field of `null`. */
const noUser = /^TypeError: Cannot read (?:properties of null \(reading 'steam'\)|property 'steam' of null)$/

const refused = (
  { method, path: requested, token }: Request,
  response: Raw,
  detail: string,
  path: () => string,
  body: unknown
): Reason => {
  const { status } = response
  // Servers check their own password only without a valid token: with a token, this text means an expired one.
  if (detail === wrongServerPassword && token !== undefined) return new Unauthorized({ detail })
  // Only tokens have a scope.
  if (status === 403 && token !== undefined && /^forbidden$/i.test(detail)) {
    return new Forbidden({ scope: `${method} ${path()}` })
  }
  if (withoutQuery(requested) === "/api/user/find" && noUser.test(detail))
    return rejected(response, "user not found", body)
  return fault.test(detail) ? new ServerFault({ status, detail }) : rejected(response, detail, body)
}

/**
 * Returns whether the server rejected the token before executing anything. Its text is then `unauthorized`, without a
 * new token; the password route responds to a wrong old password with `Unauthorized`.
 *
 * @internal
 */
export const isTokenRejection = ({
  headers,
  status,
  text
}: Pick<Response, "headers" | "status" | "text">): boolean => {
  if (status !== 401 || headers["x-token"] !== undefined) return false
  const body = Result.getOrUndefined(Envelope.parse(text))
  return typeof body === "object" && body !== null && "error" in body && body.error === "unauthorized"
}

const faultOf = (response: Raw) => {
  const retryAfter = possible(retryAfterOf(response))
  return new ServerFault({
    status: response.status,
    detail: refusalOf(response) ?? summary(response.text, response.redact),
    ...(retryAfter === undefined ? {} : { retryAfter })
  })
}

/** A date in the three forms that HTTP has had: the oldest one ends with the year, and means GMT, too. */
const httpDate = /^[A-Z][a-z]{2,8},? [\w -]{6,12} \d\d:\d\d:\d\d (?:GMT|\d{4})$/

/**
 * Returns the `Retry-After` of a response, in seconds or as a date; ignored when it is neither. Effect's `parseRetryAfter` does
 * the same with a kilobyte more in a web page.
 */
const retryAfterOf = (response: Pick<Response, "receivedAt" | "headers">): Duration.Duration | undefined => {
  const header = (response.headers["retry-after"] ?? "").slice(0, 100).trim()
  const seconds = integer(header, Number.MAX_SAFE_INTEGER)
  if (seconds !== undefined) return Duration.seconds(seconds)
  const date = httpDate.test(header) ? Date.parse(header.endsWith("GMT") ? header : `${header} GMT`) : NaN
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - serverTime(response)))
}

/** The longest period of a quota: a server that requires a longer wait is mistaken. */
const longestWait = Duration.days(1)

const possible = (wait: Duration.Duration | undefined) =>
  wait !== undefined && Duration.isLessThanOrEqualTo(wait, longestWait) ? wait : undefined

const refusalOf = ({ redact, text }: Raw): string | undefined => {
  const refusal = Result.map(Envelope.parse(text), Envelope.errorText)
  return Result.isSuccess(refusal) && refusal.success !== undefined
    ? excerpt(refusal.success, redact)
    : undefined
}

const notJson = ({ headers, redact, text }: Raw, failure: "syntax" | "size") => {
  if (failure === "size") return "expected a response, got JSON with too many values"
  if (text === "") return "expected JSON, got an empty body"
  const type = summary(headers["content-type"] ?? "text", redact)
  // Empty for a page without a title.
  const shown = summary(text, redact)
  return `expected JSON, got ${type}${shown === "" ? "" : `: ${shown}`}`
}

/** Returns the number in a text of digits, if it is in the range of what it stands for. */
const integer = (text: string | undefined, maximum: number) => {
  const number = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
  return number !== undefined && number <= maximum ? number : undefined
}

/** The largest values of rate headers that a quota can have, as in the schema `RateLimit`. */
const largest = { limit: 100_000, remaining: 100_000, reset: 4_294_967_295 } as const

/** Returns the rate headers of a response; `reset` in seconds since 1970. Impossible values are ignored. @internal */
export const rateHeaders = (headers: Response["headers"]) => ({
  limit: integer(headers["x-ratelimit-limit"], largest.limit),
  remaining: integer(headers["x-ratelimit-remaining"], largest.remaining),
  reset: integer(headers["x-ratelimit-reset"], largest.reset)
})

/** Returns the names of rate headers that were ignored. @internal */
export const ignoredRateHeaders = (headers: Response["headers"]): ReadonlyArray<string> => {
  const read = rateHeaders(headers)
  return (["limit", "remaining", "reset"] as const)
    .filter((name) => headers[`x-ratelimit-${name}`] !== undefined && read[name] === undefined)
    .map((name) => `x-ratelimit-${name}`)
}

/**
 * Returns how long to wait after a 429: its text is exact to the millisecond. One second when there is no time, or only
 * times that are more than a day away or have passed: headers have whole seconds, and a part of one may be left. A reset
 * is at most one period away, if the period is known.
 */
const waitOf = (
  response: Pick<Response, "receivedAt" | "headers" | "text">,
  period: number
): Duration.Duration => {
  const hint = /retry after (\d{1,16})\s{0,8}ms/i.exec(response.text.slice(0, longest))?.[1]
  const { reset } = rateHeaders(response.headers)
  const wait =
    possible(hint === undefined ? undefined : Duration.millis(Number(hint))) ??
    possible(retryAfterOf(response)) ??
    possible(
      reset === undefined
        ? undefined
        : Duration.clamp(Duration.millis(reset * 1000 - serverTime(response)), {
            minimum: Duration.zero,
            maximum: period > 0 ? Duration.millis(period) : Duration.infinity
          })
    )
  return wait !== undefined && Duration.isPositive(wait) ? wait : Duration.seconds(1)
}

/** Returns the reason of a 429 of a quota with a period in milliseconds, 0 if it is unknown. @internal */
export const rateLimited = (
  response: Pick<Response, "receivedAt" | "headers" | "text">,
  retries = 0,
  period = 0
): RateLimited => {
  const { limit, remaining } = rateHeaders(response.headers)
  const url = /https?:\/\/[^\s"'<>\\]+/.exec(response.text.slice(0, longest))?.[0]
  return new RateLimited({
    retryAfter: waitOf(response, period),
    retries,
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(url === undefined ? {} : { resetUrl: Redacted.make(url) })
  })
}

/** Whether a path is that of a chunk of room history, also of a shared one. */
const isHistory = (path: string): boolean =>
  path.startsWith("/room-history") || /^\/api\/seasons\/replay\/[^/]+\/\d+$/.test(path)

/** Returns the reason of a missing history chunk, which servers report in several ways. */
const historyReason = (
  request: Request,
  { status, text }: Raw,
  path: () => string,
  isOfficial: boolean
): Reason | undefined => {
  if (status === 404 && !isOfficial) return undefined
  const base = Number(
    request.query?.["time"] ?? /\/(\d{1,16})(?:\.json)?$/.exec(withoutQuery(request.path))?.[1] ?? Number.NaN
  )
  if (status === 404) return new HistoryNotFound({ base: Number.isNaN(base) ? 0 : base })
  if (status < 500) return undefined
  const start = text.slice(0, longest)
  if (/not implemented/i.test(start)) return notFound(request, path)
  const isMissing = /ENOENT|no such file/i.test(start) && !Number.isNaN(base)
  return isMissing ? new HistoryNotFound({ base }) : undefined
}
