/**
 * Records real traffic as fixtures, without secrets, and replays it in place of a server.
 *
 * **Details**
 *
 * `record` wraps an HTTP client and keeps the requests and responses; `files` encodes them as JSON, one text per file,
 * which the program stores as it likes; `parse` decodes such a text, and `replay` responds with the recordings. Nothing
 * here accesses files.
 */
import { record as schemaRecord } from "@screeps-effect/schema/Record"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { client as clientOf, gamePath, UnhandledRequest, written } from "../server/router.ts"
import { type Rule, rules, scrub } from "./scrub.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

/** A request as it was sent, without path prefixes such as `/season`. */
export class RecordedRequest extends schemaRecord<RecordedRequest>("RecordedRequest")({
  method: Schema.String,
  /** Path with leading slash. */
  path: Schema.String,
  /** Parameters; numbers become text. */
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
  /** Values by header name; `record` keeps only those about the account and the body. */
  headers: Schema.optionalKey(Texts),
  /** A JSON body, as data. */
  body: Schema.optionalKey(Schema.Unknown),
  /** Any other body, as text. */
  rawBody: Schema.optionalKey(Schema.String)
}) {}

/** A response as it arrived. */
export class RecordedResponse extends schemaRecord<RecordedResponse>("RecordedResponse")({
  /** 0 when no complete response arrived. */
  status: Schema.Int,
  /** Values by header name in lower case. */
  headers: Texts,
  /** JSON as data; anything else as text, as is JSON that would not be written identically again. */
  body: Schema.Unknown
}) {}

/** One request and its response. */
export class Recording extends schemaRecord<Recording>("Recording")({
  request: RecordedRequest,
  response: RecordedResponse
}) {}

/** A recording with its name. */
export interface Named extends Pick<Recording, "request" | "response"> {
  /** The path and a number that counts its recordings, such as `game/time.1`. */
  readonly name: string
}

/** Returns the text of a recording's file. */
const format = ({ request, response }: Recording): string =>
  `${JSON.stringify({ request, response }, null, 2)}\n`

/** Returns the texts of recordings by file name, such as `game/time.1.json`. */
export const files = (recordings: ReadonlyArray<Named>): Readonly<Record<string, string>> =>
  Object.fromEntries(recordings.map((recording) => [`${recording.name}.json`, format(recording)]))

/** Parses the text of a recording's file. */
export const parse: (text: string) => Effect.Effect<Recording, Schema.SchemaError> =
  Schema.decodeUnknownEffect(Schema.fromJsonString(Recording))

export { type Rule, rules } from "./scrub.ts"

/** The recordings made so far. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** All recordings, oldest first. */
    readonly all: Effect.Effect<ReadonlyArray<Named>>
    /** Removes the recordings; the numbers in names continue. */
    readonly clear: Effect.Effect<void>
  }
>()("@screeps-effect/testing/Recording/Recorder") {}

/** Options for recording. */
export interface Options {
  /** The rules that remove secrets; `rules` by default. */
  readonly rules?: ReadonlyArray<Rule> | undefined
  /** Called with the name and the text of each recording, for storing it in a file or elsewhere. */
  readonly write?: ((name: string, text: string) => Effect.Effect<void>) | undefined
}

/** Headers of the connection, and headers that described the original body. */
const passing = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "content-encoding",
  "etag"
])

/** Headers about the account and the body's format; the others depend on the client only. */
const relevantHeaders = /^(?:x-|authorization$|content-type$)/

/**
 * Parses JSON as data and returns anything else as text, JSON strings included: as data they would lose their quotes.
 */
const read = (text: string): unknown => {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === "string" ? text : data
  } catch {
    return text
  }
}

/** Parses JSON only if it would be written identically again; large numbers, for example, would not. */
const exactly = (text: string): unknown => {
  const data = read(text)
  return JSON.stringify(data) === text ? data : text
}

/** A response with its text, if that arrived completely. */
interface ReadResponse {
  readonly response: HttpClientResponse
  readonly text: Result.Result<string, HttpClientError>
}

/** Returns the response before secrets are removed; one with status 0 if none arrived completely. */
const responseOf = (exit: Exit.Exit<ReadResponse, HttpClientError>): RecordedResponse => {
  const incomplete = (reason: string) => ({ status: 0, headers: {}, body: reason })
  if (Exit.isFailure(exit)) {
    const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    return incomplete(error?.reason.message ?? "the request was interrupted")
  }
  const { response, text } = exit.value
  if (Result.isFailure(text)) return incomplete(text.failure.reason.message)
  const headers = Object.entries(response.headers).filter(([name]) => !passing.has(name))
  return { status: response.status, headers: Object.fromEntries(headers), body: exactly(text.success) }
}

/** Rebuilds a response from its recording. */
const received = ({ body, headers, status }: RecordedResponse): Response => {
  if (status === 0) return Response.error()
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.has(name)))
  return written(typeof body === "string" ? body : JSON.stringify(body), { status, headers: kept })
}

/** Path and parameters; repeated parameters stay in the path's query. */
const addressOf = (url: URL): Pick<RecordedRequest, "path" | "query"> => {
  const { searchParams } = url
  const path = gamePath(url)
  if (searchParams.size === 0) return { path }
  const query = Object.fromEntries(searchParams)
  return Object.keys(query).length < searchParams.size ? { path: `${path}${url.search}` } : { path, query }
}

/** Builds the recorded form of a request before secrets are removed. */
const requestOf = (request: Request): Effect.Effect<RecordedRequest> =>
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

// Rules change texts, not the structure.
const isRecording = Schema.decodeUnknownSync(Recording)
const isRequest = Schema.decodeUnknownSync(RecordedRequest)

/** Returns the name of a recording without its number. */
const stem = (path: string) => {
  const [first = "", ...rest] = path.replace(/^\/(?:api\/)?/, "").split("/")
  return [first, ...(rest.length === 0 ? [] : [rest.join("-")])]
    .map((part) => part.replaceAll(/[^\w.-]/g, "-") || "root")
    .join("/")
}

/**
 * Provides an HTTP client that records its traffic, without what the rules remove, and is otherwise unchanged.
 *
 * **Details**
 *
 * Pass the client of a real server; `Recorder` has the recordings. A request without a complete response is recorded
 * with the status 0: one that was interrupted, for example by a timeout, and one whose response broke off.
 *
 * **Gotchas**
 *
 * Responses are read completely as text before the program receives them: it can read bodies, but not stream them.
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
          const part = stem(request.path.replace(/\?.*/s, ""))
          const count = (counts.get(part) ?? 0) + 1
          counts.set(part, count)
          const named: Named = { name: `${part}.${count}`, request, response }
          all = [...all, named]
          return options.write?.(named.name, format(named)) ?? Effect.void
        })
      const recording = HttpClient.transform(http, (answer, request) =>
        Effect.gen(function* () {
          const sent = yield* Effect.flatMap(Effect.orDie(HttpClientRequest.toWeb(request)), requestOf)
          // The program gets the error of a broken-off response when it reads the body.
          const read = Effect.flatMap(answer, (response) =>
            Effect.map(Effect.result(response.text), (text): ReadResponse => ({ response, text }))
          )
          // A defect is a programming mistake: there is no response to replay.
          const { response } = yield* Effect.onExit(read, (exit) =>
            Exit.hasDies(exit) ? Effect.void : keep({ request: sent, response: responseOf(exit) })
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

/** Serializes a value with sorted fields. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join()}}`
}

/** Encodes parameters as they are sent. */
const texts = ({ query = {} }: RecordedRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** The key of a request: everything but its headers. */
const keyOf = (request: RecordedRequest): string => {
  const { body, method, path, rawBody } = request
  const data = method === "GET" ? null : (body ?? read(rawBody ?? "null"))
  return canonical([method, path, texts(request), data])
}

/** The text of a request in error messages. */
const describe = (request: RecordedRequest): string => {
  const text = new URLSearchParams(texts(request)).toString()
  return `${request.method} ${request.path}${text === "" ? "" : `?${text}`}`
}

/**
 * Provides an HTTP client that responds with recordings.
 *
 * **Details**
 *
 * A request matches a recording with the same method, path, parameters and body; headers do not count, nor does what
 * the rules remove. Several recordings of the same request respond in order; the last one repeats.
 *
 * **Gotchas**
 *
 * Any other request ends the program with a defect that lists the recordings. A recording without a complete response
 * (status 0) fails as a broken connection, whatever the original cause was.
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
      return clientOf((request) =>
        Effect.flatMap(requestOf(request), (sent) => {
          const answers = waiting.get(key(sent)) ?? []
          const answer = answers.length > 1 ? answers.shift() : answers[0]
          return answer === undefined
            ? Effect.die(new UnhandledRequest({ request: describe(sent), known }))
            : Effect.succeed(received(answer))
        })
      )
    })
  )
