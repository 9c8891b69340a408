/** The expected outcome of a recording, computed independently of the client. */
import type { Recording } from "@screeps-effect/fixtures"
import * as Schema from "effect/Schema"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import { sentToken } from "./requests.ts"

/** `success`, or the reason of the failure with its text. */
export type Outcome = "success" | `${Reason["_tag"]}: ${string}`

/** The first line of text of an HTML page. */
const pageText = (page: string): string =>
  (/<pre>(.*?)(?:<br>|<\/pre>)/s.exec(page)?.[1] ?? page).replaceAll("&#39;", "'").replaceAll("&quot;", '"')

/** Responses that are neither data nor an error of the game. */
const unexpected: Readonly<Record<string, string>> = {
  "game/head-time": "expected JSON, got an empty body",
  "game/options-preflight": "expected JSON, got text/html; charset=utf-8: GET,HEAD",
  "game/root-html": "expected JSON, got text/html; charset=utf-8",
  "user/cors-preflight": "expected JSON, got text/html; charset=utf-8: POST,GET,HEAD",
  "user/etag-304": "expected a response, got a redirect"
}

/** The names of all recordings whose outcome is listed here instead of computed. */
export const writtenOutcomes = Object.keys(unexpected)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const errorOf = (body: unknown): string | undefined => {
  if (!isRecord(body)) return undefined
  return typeof body["error"] === "string" ? body["error"] : undefined
}

/** The first line, without the prefix of a JavaScript error. */
const textOf = (error: string) => (error.split("\n")[0] ?? "").replace(/^Error: /, "")

const isPage = (body: unknown) => typeof body === "string" && /^\s*<(!doctype|html)/i.test(body)

/** The outcome of missing room history, which has its own responses. */
const outcomeOfHistory = ({
  request: { path, query },
  response: { body, status }
}: Recording): Outcome | undefined => {
  if (!path.startsWith("/room-history") || status !== 500) return undefined
  if (body === "not implemented") return `EndpointNotFound: ${path} was not found on this server`
  return isRecord(body) && body["code"] === "ENOENT"
    ? `HistoryNotFound: no history is recorded from tick ${query?.["time"]}`
    : undefined
}

/**
 * How the token was sent: not at all, with an API token, or with one in a call with neverRetry. Of such a
 * call only the error `unauthorized` reports a rejected token.
 */
export type Token = "none" | "sent" | "sent once"

/** How the token of a recorded request was sent. */
export const recordedToken = (recording: Recording): Token => (sentToken(recording) ? "sent" : "none")

/** The expected outcome of a recording. */
export const outcome = (recording: Recording, token: Token): Outcome => {
  const { name, request, response } = recording
  const { body, status } = response
  const error = errorOf(body)
  const detail =
    error === undefined ? (isRecord(body) ? JSON.stringify(body) : pageText(String(body))) : textOf(error)
  if (status === 0) return `Unreachable: ${isRecord(body) ? String(body["transportError"]) : ""}`
  if (unexpected[name] !== undefined) return `UnexpectedResponse: ${status}: ${unexpected[name]}`
  const isToken = token === "sent" || (token === "sent once" && error === "unauthorized")
  if (status === 401) return `Unauthorized: ${isToken ? "the API token was rejected" : detail}`
  if (status === 404 && isPage(body)) return `EndpointNotFound: ${request.path} was not found on this server`
  const historyOutcome = outcomeOfHistory(recording)
  if (historyOutcome !== undefined) return historyOutcome
  if (status >= 500) return `ServerFault: ${status}: ${detail}`
  if (status >= 400) return `Rejected: ${detail}`
  if (error === undefined) return "success"
  if (request.path === "/api/user/find" && error.includes("(reading 'steam')"))
    return "Rejected: user not found"
  if (error.startsWith("TypeError:")) return `ServerFault: ${status}: ${detail}`
  return error === "incorrect server password" && token !== "none"
    ? `Unauthorized: ${error}`
    : `Rejected: ${detail}`
}

const child = (path: string, key: string) => {
  const name = /^([0-9a-f]{15}|\d+|[WE]\d+[NS]\d+)$/.test(key) ? "*" : key
  return path === "" ? name : `${path}.${name}`
}

/** The paths of keys that a schema dropped from a body, and of values that it changed. */
export const differences = (
  actual: unknown,
  recorded: unknown,
  path = ""
): { readonly dropped: ReadonlyArray<string>; readonly changed: ReadonlyArray<string> } => {
  if (Array.isArray(actual) && Array.isArray(recorded) && actual.length === recorded.length) {
    return merge(actual.map((item, i) => differences(item, recorded[i], `${path}[]`)))
  }
  if (isRecord(actual) && isRecord(recorded) && Array.isArray(actual) === Array.isArray(recorded)) {
    const added = Object.keys(actual).filter((key) => !Object.hasOwn(recorded, key))
    return merge([
      { dropped: [], changed: added.map((key) => child(path, key)) },
      ...Object.entries(recorded).map(([key, value]) =>
        Object.hasOwn(actual, key)
          ? differences(actual[key], value, child(path, key))
          : { dropped: [child(path, key)], changed: [] }
      )
    ])
  }
  return { dropped: [], changed: Object.is(actual, recorded) ? [] : [path] }
}

const merge = (all: ReadonlyArray<ReturnType<typeof differences>>) => ({
  dropped: [...new Set(all.flatMap(({ dropped }) => dropped))],
  changed: [...new Set(all.flatMap(({ changed }) => changed))]
})

/** Encodes an operation's output as the server's JSON. */
export const encoded = (operation: AnyOperation, output: unknown): unknown =>
  Schema.encodeUnknownSync(operation.output as Schema.Codec<unknown, unknown>)(output)
