/** The table of the design (5), read once more: what an answer is, told from the recording alone. */
import type { Recording } from "@screeps-effect/fixtures"
import * as Schema from "effect/Schema"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import { sentToken } from "./requests.ts"

/** `answer`, or why there is none, with its text. */
export type Outcome = "answer" | `${Reason["_tag"]}: ${string}`

/** What a page for people comes down to: the first line of what it shows. */
const gist = (page: string): string =>
  (/<pre>(.*?)(?:<br>|<\/pre>)/s.exec(page)?.[1] ?? page).replaceAll("&#39;", "'").replaceAll("&quot;", '"')

/** Answers that are neither data nor a reason of the game's. */
const unexpected: Readonly<Record<string, string>> = {
  "game/head-time": "expected JSON, got an empty body",
  "game/options-preflight": "expected JSON, got text/html; charset=utf-8: GET,HEAD",
  "game/root-html": "expected JSON, got text/html; charset=utf-8: ",
  "user/cors-preflight": "expected JSON, got text/html; charset=utf-8: POST,GET,HEAD",
  "user/etag-304": "expected a response, got a redirect"
}

/** The names of all recordings whose outcome is written down here rather than told by the table. */
export const written = Object.keys(unexpected)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const errorOf = (body: unknown): string | undefined => {
  if (!isRecord(body)) return undefined
  return typeof body["error"] === "string" ? body["error"] : undefined
}

/** The first line, without the name that errors of JavaScript carry. */
const textOf = (error: string) => (error.split("\n")[0] ?? "").replace(/^Error: /, "")

const isPage = (body: unknown) => typeof body === "string" && /^\s*<(!doctype|html)/i.test(body)

/** Room history has its own words for "not here". */
const history = ({
  request: { path, query },
  response: { body, status }
}: Recording): Outcome | undefined => {
  if (!path.startsWith("/room-history") || status !== 500) return undefined
  if (body === "not implemented") return `EndpointNotFound: ${path} does not exist on this server`
  return isRecord(body) && body["code"] === "ENOENT"
    ? `HistoryNotFound: no history is recorded from tick ${query?.["time"]}`
    : undefined
}

/**
 * How a request travelled: without a token, with an API token, or with one in a call that is sent only once, whose
 * refusal speaks of the token by one word alone.
 */
export type Token = "none" | "sent" | "sent once"

/** How a recorded request travelled. */
export const recordedToken = (recording: Recording): Token => (sentToken(recording) ? "sent" : "none")

/** What a recording's answer is to a program. */
export const outcome = (recording: Recording, token: Token): Outcome => {
  const { name, request, response } = recording
  const { body, status } = response
  const error = errorOf(body)
  const told =
    error === undefined ? (isRecord(body) ? JSON.stringify(body) : gist(String(body))) : textOf(error)
  if (status === 0) return `Unreachable: ${isRecord(body) ? String(body["transportError"]) : ""}`
  if (unexpected[name] !== undefined) return `UnexpectedResponse: ${status}: ${unexpected[name]}`
  const isToken = token === "sent" || (token === "sent once" && error === "unauthorized")
  if (status === 401) return `Unauthorized: ${isToken ? "the API token was rejected" : told}`
  if (status === 404 && isPage(body)) return `EndpointNotFound: ${request.path} does not exist on this server`
  const kept = history(recording)
  if (kept !== undefined) return kept
  if (status >= 500) return `ServerFault: ${status}: ${told}`
  if (status >= 400) return `Rejected: ${told}`
  if (error === undefined) return "answer"
  if (error.startsWith("TypeError:")) return `ServerFault: ${status}: ${told}`
  return error === "incorrect server password" && token !== "none"
    ? `Unauthorized: ${error}`
    : `Rejected: ${told}`
}

const child = (path: string, key: string) => {
  const name = /^([0-9a-f]{15}|\d+|[WE]\d+[NS]\d+)$/.test(key) ? "*" : key
  return path === "" ? name : `${path}.${name}`
}

/** What a schema did to an answer: the paths of keys that it dropped, and of whatever it changed. */
export const losses = (
  kept: unknown,
  whole: unknown,
  path = ""
): { readonly dropped: ReadonlyArray<string>; readonly changed: ReadonlyArray<string> } => {
  if (Array.isArray(kept) && Array.isArray(whole) && kept.length === whole.length) {
    return together(kept.map((item, i) => losses(item, whole[i], `${path}[]`)))
  }
  if (isRecord(kept) && isRecord(whole) && Array.isArray(kept) === Array.isArray(whole)) {
    const added = Object.keys(kept).filter((key) => !Object.hasOwn(whole, key))
    return together([
      { dropped: [], changed: added.map((key) => child(path, key)) },
      ...Object.entries(whole).map(([key, value]) =>
        Object.hasOwn(kept, key)
          ? losses(kept[key], value, child(path, key))
          : { dropped: [child(path, key)], changed: [] }
      )
    ])
  }
  return { dropped: [], changed: Object.is(kept, whole) ? [] : [path] }
}

const together = (all: ReadonlyArray<ReturnType<typeof losses>>) => ({
  dropped: [...new Set(all.flatMap(({ dropped }) => dropped))],
  changed: [...new Set(all.flatMap(({ changed }) => changed))]
})

/** An answer as an operation gives it, written again as a server would. */
export const encoded = (operation: AnyOperation, answer: unknown): unknown =>
  Schema.encodeUnknownSync(operation.output as Schema.Codec<unknown, unknown>)(answer)
