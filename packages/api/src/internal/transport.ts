/** The one door to Effect's HTTP client: a request of ours goes in, status and text come out. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Description } from "../Server.ts"
import { TimedOut, Unreachable } from "../ScreepsError.ts"
import type { Answer } from "./answer.ts"
import { redact } from "./redact.ts"

/** A request before it knows its server. @internal */
export interface Wire {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** JSON text, for POST. */
  readonly body: string | undefined
  /** How the answer is to be read. */
  readonly format: "json" | "text"
}

/** Path prefixes of the server stay (append, never resolve); official room history is served from the host's root. */
const address = ({ kind, url }: Description, path: string) =>
  kind === "official" && path.startsWith("/room-history") ? new URL(url).origin + path : url + path

/** Both token headers are needed: private servers read the second one, too. */
const headers = (server: Description, token: Redacted.Redacted | undefined): Record<string, string> => ({
  accept: "application/json",
  ...(token === undefined ? {} : { "x-token": Redacted.value(token), "x-username": Redacted.value(token) }),
  ...(server.password === undefined ? {} : { "x-server-password": Redacted.value(server.password) })
})

/** Names of headers that carry secrets; the user name repeats the token. @internal */
export const secretHeaders = ["x-token", "x-username", "x-server-password"]

/** Sends one request and reads the whole answer. @internal */
export const send = (
  http: HttpClient.HttpClient,
  server: Description,
  wire: Wire,
  token: Redacted.Redacted | undefined,
  timeout: Duration.Duration
): Effect.Effect<Answer, Unreachable | TimedOut> => {
  const bare = HttpClientRequest.make(wire.method)(address(server, wire.path), {
    urlParams: wire.query,
    headers: headers(server, token)
  })
  const request =
    wire.body === undefined ? bare : HttpClientRequest.bodyText(bare, wire.body, "application/json")
  return Effect.gen(function* () {
    const response = yield* http.execute(request)
    const text = yield* response.text
    const received = response.headers
    const answer: Answer = {
      method: wire.method,
      path: wire.path,
      query: wire.query,
      format: wire.format,
      official: server.kind === "official",
      tokenSent: token !== undefined,
      status: response.status,
      header: (name) => received[name],
      text,
      at: yield* Clock.currentTimeMillis
    }
    return answer
  }).pipe(
    Effect.mapError((error) => new Unreachable({ why: whyUnreachable(error) })),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(new TimedOut({ after: timeout }))
    }),
    // A redirection is not followed: `fetch` would carry our token headers to whatever host it names.
    withoutRedirection,
    // Third parties get no trace headers, and their spans no addresses; the operation's own span tells the story.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.updateService(Headers.CurrentRedactedNames, (names) => [...names, ...secretHeaders])
  )
}

const withoutRedirection = <A, E>(request: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (init) =>
    Effect.provideService(request, FetchHttpClient.RequestInit, {
      ...Option.getOrUndefined(init),
      redirect: "manual"
    })
  )

/** The innermost explanation: runtimes wrap "connection refused" in several layers that say "fetch failed". */
const whyUnreachable = (error: HttpClientError): string => {
  let cause: unknown = error.reason.cause
  let why = cause === undefined ? (error.reason.description ?? error.reason._tag) : "the connection failed"
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    why = cause.message || code || why
    cause = cause.cause
  }
  return redact(why)
}
