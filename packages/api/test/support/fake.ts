/** Fake servers as values: what is asked is kept, what is answered is a function. */
import { type Recording, recording, toResponse } from "@screeps-effect/fixtures"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A request as the server sees it. */
export interface Asked {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The JSON body as data; `undefined` when there was none. */
  readonly body: unknown
  /** When it was sent, in milliseconds since 1970 (or since the start of a test's clock). */
  readonly at: number
  readonly signal: AbortSignal
}

export type Answer = (asked: Asked) => Response | Effect.Effect<Response, HttpClientError>

export interface Fake {
  readonly http: HttpClient.HttpClient
  readonly asked: Array<Asked>
}

/** A server that answers by a function. */
export const fake = (answer: Answer): Fake => {
  const asked: Array<Asked> = []
  const http = HttpClient.make((request, url, signal) =>
    Effect.gen(function* () {
      const text =
        request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : undefined
      const one: Asked = {
        method: request.method,
        url,
        headers: request.headers,
        body: text === undefined ? undefined : JSON.parse(text),
        at: yield* Clock.currentTimeMillis,
        signal
      }
      asked.push(one)
      const response = answer(one)
      return HttpClientResponse.fromWeb(request, Effect.isEffect(response) ? yield* response : response)
    })
  )
  return { http, asked }
}

/** A server that gives one answer again and again: a recorded one by its name, or data as JSON. */
export const always = (body: string | object, init?: ResponseInit): Fake =>
  fake(() => (typeof body === "string" ? toResponse(recording(body)) : Response.json(body, init)))

/** A server that gives one text again and again, without saying what it is. */
export const text = (body: string, init?: ResponseInit): Fake =>
  fake(() => {
    const response = new Response(body, init)
    if (new Headers(init?.headers).get("content-type") === null) response.headers.delete("content-type")
    return response
  })

/** A page for people, as servers send it. */
export const html = (body: string, status: number): Fake =>
  text(body, { status, headers: { "content-type": "text/html; charset=utf-8" } })

export const apiToken = "11111111-2222-3333-4444-555555555555"
export const asToken = Credentials.layerToken(Redacted.make(apiToken, { label: "screeps-token" }))
export const asAlice = Credentials.layerPassword({
  username: "alice",
  password: Redacted.make("correct-password")
})
export const asGuest = Credentials.layerGuest

export const privateServer = Server.privateServer("http://127.0.0.1:21025")

export interface Options {
  readonly server?: Server.Description
  readonly who?: Layer.Layer<Credentials.Credentials>
  /** What is set for the client; nothing is repeated when not told. */
  readonly settings?: Layer.Layer<never>
}

/** A client as it is by default: it repeats what fails for a passing cause. */
export const retries: Options = { settings: Layer.empty }

/** What the client's layer provides. */
type Door =
  | ScreepsClient.ScreepsClient
  | Session.Session
  | RateLimits.RateLimits
  | ScreepsEvents.ScreepsEvents

/** The door to a fake server; by default a private one, entered with an API token. */
export const door = (
  { http }: { readonly http: HttpClient.HttpClient },
  { server = privateServer, settings = Layer.succeed(Retry.Retry, Retry.none), who = asToken }: Options = {}
): Layer.Layer<Door> =>
  ScreepsClient.layer.pipe(
    Layer.provide(settings),
    Layer.provide(Layer.mergeAll(Server.layer(server), who, Layer.succeed(HttpClient.HttpClient, http)))
  )

/** Asks a fake server. */
export const ask = <A, E>(
  effect: Effect.Effect<A, E, Door>,
  server: { readonly http: HttpClient.HttpClient },
  options?: Options
): Effect.Effect<A, E> => Effect.provide(effect, door(server, options))

/** The reason why a fake server's answer is a failure. */
export const why = <A>(
  effect: Effect.Effect<A, ScreepsError, Door>,
  server: { readonly http: HttpClient.HttpClient },
  options?: Options
): Effect.Effect<ScreepsError["reason"], A> =>
  Effect.map(Effect.flip(ask(effect, server, options)), ({ reason }) => reason)

/** A raw request. */
export const request = (call: ScreepsClient.RequestOptions) =>
  Effect.flatMap(ScreepsClient.ScreepsClient, (client) => client.request(call))

/** The raw request that was recorded. */
export const requestOf = ({ request: { body, method, path, query } }: Recording) =>
  request({ method: method as "GET" | "POST", path: path as `/${string}`, query, body, auth: "never" })

/** What was asked, as short lines: `GET /api/game/time?shard=shard3`. */
export const lines = ({ asked }: Fake): ReadonlyArray<string> =>
  asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)
