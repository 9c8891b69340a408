/**
 * Real traffic as fixtures: requests and answers recorded, without secrets, and replayed in place of a server.
 *
 * **Details**
 *
 * `record` stands in front of an HTTP client and keeps what goes through; `files` writes it down as JSON, one text
 * per file, which programs save as they like; `parse` reads such a text, and `replay` answers with what was recorded.
 * Nothing here touches files.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { client as answering, gamePath, Unanswered } from "../server/router.ts"
import { written } from "../server/web.ts"
import { format, type Named, RecordedRequest, type RecordedResponse, Recording } from "./files.ts"
import { type Rule, rules, scrub } from "./scrub.ts"

export { files, format, type Named, parse, RecordedRequest, RecordedResponse, Recording } from "./files.ts"
export { type Rule, rules, scrub } from "./scrub.ts"

/** What has been recorded so far. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Named>>
    /** Forgets what was recorded; names go on to count. */
    readonly clear: Effect.Effect<void>
  }
>()("@screeps-effect/testing/Recording/Recorder") {}

/** How traffic is recorded. */
export interface Options {
  /** What is taken out; `rules` by default. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** Called with each recording and its text: for storing them in files or elsewhere. */
  readonly write?: ((name: string, text: string) => Effect.Effect<void>) | undefined
}

/** Headers that are of the connection, or that were true of another body. */
const passing = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "etag"
])

/** Headers that say who asks and in which form: the others are the client's own affair. */
const relevantHeaders = /^(?:x-|authorization$|content-type$)/

/** JSON as data, anything else as text: a text in quotes, too, since data would be without them. */
const read = (text: string): unknown => {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === "string" ? text : data
  } catch {
    return text
  }
}

/** JSON as data where that is written in the same way again: large numbers, for one, are not. */
const exactly = (text: string): unknown => {
  const data = read(text)
  return JSON.stringify(data) === text ? data : text
}

/** An answer, and its text when that came to its end. */
interface ReadResponse {
  readonly response: HttpClientResponse
  readonly text: Result.Result<string, HttpClientError>
}

/** What came, before anything is taken out: nothing, where it did not come to its end. */
const broughtBy = (exit: Exit.Exit<ReadResponse, HttpClientError>): RecordedResponse => {
  const lost = (why: string) => ({ status: 0, headers: {}, body: why })
  if (Exit.isFailure(exit)) {
    const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    return lost(error?.reason.message ?? "the request was given up")
  }
  const { response, text } = exit.value
  if (Result.isFailure(text)) return lost(text.failure.reason.message)
  const headers = Object.entries(response.headers).filter(([name]) => !passing.has(name))
  return { status: response.status, headers: Object.fromEntries(headers), body: exactly(text.success) }
}

/** What was recorded, on its way again. */
const received = ({ body, headers, status }: RecordedResponse): Response => {
  if (status === 0) return Response.error()
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.has(name)))
  return written(typeof body === "string" ? body : JSON.stringify(body), { status, headers: kept })
}

/** Path and parameters; those that are sent several times stay behind the path. */
const addressOf = (url: URL): Pick<RecordedRequest, "path" | "query"> => {
  const { searchParams } = url
  const path = gamePath(url)
  if (searchParams.size === 0) return { path }
  const query = Object.fromEntries(searchParams)
  return Object.keys(query).length < searchParams.size ? { path: `${path}${url.search}` } : { path, query }
}

/** A request as it is kept, before anything is taken out. */
const sentBy = (request: Request): Effect.Effect<RecordedRequest> =>
  Effect.map(
    Effect.promise(() => request.text()),
    (text) => {
      const url = new URL(request.url)
      const headers = [...request.headers].filter(([name]) => relevantHeaders.test(name))
      const data = /\bjson\b/.test(request.headers.get("content-type") ?? "") ? read(text) : text
      return {
        method: request.method,
        ...addressOf(url),
        headers: Object.fromEntries(headers),
        ...(text === "" ? {} : typeof data === "object" ? { body: data } : { rawBody: text })
      }
    }
  )

// Rules change texts, not shapes.
const isRecording = Schema.decodeUnknownSync(Recording)
const isRequest = Schema.decodeUnknownSync(RecordedRequest)

/** The name of a recording, but for its number. */
const stem = (path: string) => {
  const [first = "", ...rest] = path.replace(/^\/(?:api\/)?/, "").split("/")
  return [first, ...(rest.length === 0 ? [] : [rest.join("-")])]
    .map((part) => part.replaceAll(/[^\w.-]/g, "-") || "root")
    .join("/")
}

/**
 * Records what goes through an HTTP client, without what the rules take out; the program notices nothing.
 *
 * **Details**
 *
 * Give it the client that asks a real server, and the `Recorder` to who saves what it has. Requests that no answer
 * came to are recorded with the status 0: those that were given up, by a timeout for one, and those whose answer
 * broke off, too.
 *
 * **Gotchas**
 *
 * Answers are read to their end as texts before the program has them: it may read bodies, but not as streams.
 */
export const record = <E, R>(
  client: Layer.Layer<HttpClient.HttpClient, E, R>,
  options: Options = {}
): Layer.Layer<HttpClient.HttpClient | Recorder, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const http = yield* HttpClient.HttpClient
      let all: ReadonlyArray<Named> = []
      const counts = new Map<string, number>()
      const keep = (recording: unknown) =>
        Effect.suspend(() => {
          const { request, response } = isRecording(scrub(recording, options.rules ?? rules))
          const part = stem(request.path.replace(/\?.*$/, ""))
          const count = (counts.get(part) ?? 0) + 1
          counts.set(part, count)
          const named: Named = { name: `${part}.${count}`, request, response }
          all = [...all, named]
          return options.write?.(named.name, format(named)) ?? Effect.void
        })
      const recording = HttpClient.transform(http, (answer, request) =>
        Effect.gen(function* () {
          const sent = yield* Effect.flatMap(Effect.orDie(HttpClientRequest.toWeb(request)), sentBy)
          // A program meets the end of half an answer by itself, when it reads it.
          const read = Effect.flatMap(answer, (response) =>
            Effect.map(Effect.result(response.text), (text): ReadResponse => ({ response, text }))
          )
          // A defect is a mistake of a program: it has no response that could be replayed.
          const { response } = yield* Effect.onExit(read, (exit) =>
            Exit.hasDies(exit) ? Effect.void : keep({ request: sent, response: broughtBy(exit) })
          )
          return response
        })
      )
      return Context.make(HttpClient.HttpClient, recording).pipe(
        Context.add(
          Recorder,
          Recorder.of({
            all: Effect.sync(() => all),
            clear: Effect.sync(() => void (all = []))
          })
        )
      )
    })
  ).pipe(Layer.provide(client))

/** A value as text that is the same for the same fields in any order. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join()}}`
}

/** Parameters as they travel. */
const texts = ({ query = {} }: RecordedRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** What makes two requests the same: everything but their headers. */
const keyOf = (request: RecordedRequest): string => {
  const { body, method, path, rawBody } = request
  const data = method === "GET" ? null : (body ?? read(rawBody ?? "null"))
  return canonical([method, path, texts(request), data])
}

/** A request as it is listed. */
const describe = (request: RecordedRequest): string => {
  const text = new URLSearchParams(texts(request)).toString()
  return `${request.method} ${request.path}${text === "" ? "" : `?${text}`}`
}

/**
 * Provides an HTTP client that answers with what was recorded.
 *
 * **Details**
 *
 * A request is answered when one with the same method, path, parameters and body was recorded; headers do not count,
 * nor does what the rules take out. Of the same request recorded several times, answers come in their order, and the
 * last one again and again.
 *
 * **Gotchas**
 *
 * Any other request ends the program with a defect that lists what was recorded. Whatever kept an answer from coming,
 * its request meets a connection that breaks off.
 */
export const replay = (
  recordings: ReadonlyArray<Recording>,
  options: Pick<Options, "rules"> = {}
): Layer.Layer<HttpClient.HttpClient> =>
  Layer.unwrap(
    Effect.sync(() => {
      const key = (request: RecordedRequest) => keyOf(isRequest(scrub(request, options.rules ?? rules)))
      const waiting = new Map<string, Array<RecordedResponse>>()
      for (const { request, response } of recordings) {
        waiting.set(key(request), [...(waiting.get(key(request)) ?? []), response])
      }
      const known = [...new Set(recordings.map(({ request }) => describe(request)))]
      return answering((request) =>
        Effect.flatMap(sentBy(request), (sent) => {
          const answers = waiting.get(key(sent)) ?? []
          const answer = answers.length > 1 ? answers.shift() : answers[0]
          return answer === undefined
            ? Effect.die(new Unanswered({ request: describe(sent), known }))
            : Effect.succeed(received(answer))
        })
      )
    })
  )
