/** Status and body of an answer, turned into data or into the reason why there is none (the table of DESIGN 5). */
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Envelope from "@screeps-effect/schema/Envelope"
import {
  Forbidden,
  EndpointNotFound,
  HistoryNotFound,
  RateLimited,
  type Reason,
  Rejected,
  ServerFault,
  Unauthorized,
  UnexpectedResponse
} from "../ScreepsError.ts"
import { gist, type Hide, isHtml } from "./redact.ts"

/** An answer as it came, and what must be known of its request to understand it. @internal */
export interface Answer {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly format: "json" | "text"
  readonly official: boolean
  readonly tokenSent: boolean
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** All of them, by names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** Makes its text fit to be shown: without what the request and its account keep secret. */
  readonly hide: Hide
  /** When it came, in milliseconds since 1970. */
  readonly at: number
}

const fault = /^(Type|Reference|Range|Syntax)Error\b/
const wrongServerPassword = "incorrect server password"

/** The body as data, or the reason why there is none. @internal */
export const read = (answer: Answer): Result.Result<unknown, Reason> => {
  const { hide, path, status, text } = answer
  if (status === 401)
    return Result.fail(
      new Unauthorized({ detail: refusalOf(answer) ?? (gist(text, hide) || "the server refused") })
    )
  if (status === 429) return Result.fail(rateLimited(answer))
  if (path.startsWith("/room-history")) {
    const reason = historyReason(answer)
    if (reason !== undefined) return Result.fail(reason)
  }
  if (status === 404 && isHtml(text)) return Result.fail(new EndpointNotFound({ path }))
  if (status >= 500) return Result.fail(faultOf(answer))
  // Browsers hide the status of a redirection that is not followed.
  if (status === 0 || (status >= 300 && status < 400)) {
    return Result.fail(new UnexpectedResponse({ status, detail: "expected an answer, got a redirection" }))
  }
  const parsed = parse(text)
  if (Result.isFailure(parsed)) {
    if (answer.format === "text" && status < 300) return Result.succeed(text)
    return Result.fail(
      status >= 400
        ? new Rejected({ status, detail: gist(text, hide) })
        : new UnexpectedResponse({ status, detail: notJson(answer) })
    )
  }
  const body = parsed.success
  const refusal = Envelope.refusal(body)
  if (refusal !== undefined) return Result.fail(refused(answer, hide(refusal)))
  if (status >= 400) return Result.fail(new Rejected({ status, detail: gist(text, hide) }))
  return Result.succeed(answer.format === "text" ? text : body)
}

const refused = ({ method, path, status, tokenSent }: Answer, text: string): Reason => {
  // An expired token meets the server's password before its own check: the text then means "who are you?".
  if (text === wrongServerPassword && tokenSent) return new Unauthorized({ detail: text })
  // Only a token has a scope.
  if (status === 403 && tokenSent && /^forbidden$/i.test(text)) {
    return new Forbidden({ scope: `${method} ${path}` })
  }
  return fault.test(text) ? new ServerFault({ status, detail: text }) : new Rejected({ status, detail: text })
}

/**
 * Whether by the server's own words its check of the token stopped the request, so that nothing was executed. It says
 * `unauthorized`, and hands out no next token; the password route says `Unauthorized` to a wrong old password.
 *
 * @internal
 */
export const isTokenRefusal = ({
  header,
  status,
  text
}: Pick<Answer, "header" | "status" | "text">): boolean => {
  if (status !== 401 || header("x-token") !== undefined) return false
  const body = Result.getOrUndefined(parse(text))
  return typeof body === "object" && body !== null && "error" in body && body.error === "unauthorized"
}

const faultOf = (answer: Answer) => {
  const retryAfter = retryAfterOf(answer)
  return new ServerFault({
    status: answer.status,
    detail: refusalOf(answer) ?? gist(answer.text, answer.hide),
    ...(retryAfter === undefined ? {} : { retryAfter })
  })
}

/** How long the server asks to be left alone: in seconds or until a date; what is neither is passed over. */
const retryAfterOf = ({ at, header }: Pick<Answer, "at" | "header">): Duration.Duration | undefined => {
  const told = header("retry-after")
  const parsed = told === undefined ? undefined : Result.getOrUndefined(Headers.parseRetryAfter(told))
  return parsed && Headers.retryAfterDelay(parsed, at)
}

const parse = (text: string): Result.Result<unknown, undefined> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail(undefined)
  }
}

const refusalOf = ({ hide, text }: Answer): string | undefined => {
  const refusal = Result.map(parse(text), Envelope.refusal)
  return Result.isSuccess(refusal) && refusal.success !== undefined ? hide(refusal.success) : undefined
}

const notJson = ({ header, hide, text }: Answer) =>
  text === ""
    ? "expected JSON, got nothing"
    : `expected JSON, got ${hide(header("content-type") ?? "text")}: ${gist(text, hide)}`

const integer = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

/** What the rate headers of an answer say; `reset` in seconds since 1970. @internal */
export const rateHeaders = (header: Answer["header"]) => ({
  limit: integer(header("x-ratelimit-limit")),
  remaining: integer(header("x-ratelimit-remaining")),
  reset: integer(header("x-ratelimit-reset"))
})

/** When to ask again: the text knows it to the millisecond; a server that says nothing is asked again after a second. */
const waitOf = (answer: Pick<Answer, "at" | "header" | "text">): Duration.Duration => {
  const hint = integer(/retry after (\d+)\s*ms/i.exec(answer.text)?.[1])
  if (hint !== undefined) return Duration.millis(hint)
  const { reset } = rateHeaders(answer.header)
  return (
    retryAfterOf(answer) ??
    Duration.millis(reset === undefined ? 1000 : Math.max(0, reset * 1000 - answer.at))
  )
}

/** What a 429 means. @internal */
export const rateLimited = (answer: Pick<Answer, "at" | "header" | "text">, retries = 0): RateLimited => {
  const { limit, remaining } = rateHeaders(answer.header)
  const url = /https?:\/\/[^\s"'<>\\]+/.exec(answer.text)?.[0]
  return new RateLimited({
    retryAfter: waitOf(answer),
    retries,
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(url === undefined ? {} : { resetUrl: Redacted.make(url) })
  })
}

/** Room history has its own words for "not here". */
const historyReason = ({ official, path, query, status, text }: Answer): Reason | undefined => {
  if (status === 404 && !official) return undefined
  const base = Number(query["time"] ?? /\/(\d+)\.json$/.exec(path)?.[1] ?? Number.NaN)
  if (status === 404) return new HistoryNotFound({ base: Number.isNaN(base) ? 0 : base })
  if (status < 500) return undefined
  if (/not implemented/i.test(text)) return new EndpointNotFound({ path })
  return /ENOENT|no such file/i.test(text) && !Number.isNaN(base) ? new HistoryNotFound({ base }) : undefined
}
