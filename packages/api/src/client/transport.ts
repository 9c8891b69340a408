/** The one door to Effect's HTTP client: a request of ours goes in, status and text come out. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import type { Description } from "../config/Server.ts"
import { TimedOut, Unauthorized, Unreachable } from "../ScreepsError.ts"
import type { Answer } from "./answer.ts"
import { type Hide, hiding } from "./redact.ts"

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

/** A path as it may be shown: callers of raw requests may have put a token behind it. @internal */
export const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, "")

/** Path prefixes of the server stay (append, never resolve); official room history is served from the host's root. */
const address = ({ kind, url }: Description, path: string) =>
  kind === "official" && path.startsWith("/room-history") ? new URL(url).origin + path : url + path

/** A secret as a header carries it: what is blank around it gets lost. */
const carried = (secret: Redacted.Redacted | undefined): string | undefined =>
  secret && Redacted.value(secret).replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, "")

/** What HTTP clients and servers refuse in a header, with messages that tell a part of it. */
const isUnfit = (secret: string | undefined): boolean =>
  secret !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(secret)

/** Why a request with these secrets cannot be sent. @internal */
export const whyUnfit = (
  { password }: Description,
  token: Redacted.Redacted | undefined
): Unauthorized | undefined => {
  const whose = isUnfit(carried(token))
    ? "the token"
    : isUnfit(carried(password))
      ? "the server's password"
      : undefined
  return whose && new Unauthorized({ detail: `${whose} holds characters that no header can carry` })
}

/** Both token headers are needed: private servers read the second one, too. */
const headers = (token: string | undefined, password: string | undefined): Record<string, string> => ({
  accept: "application/json",
  ...(token === undefined ? {} : { "x-token": token, "x-username": token }),
  ...(password === undefined ? {} : { "x-server-password": password })
})

/** Names of headers that carry secrets; the user name repeats the token. @internal */
const secretHeaders = ["x-token", "x-username", "x-server-password"]

/** Sends one request and reads the whole answer; `secrets` are shown no more than token and server password. @internal */
export const send = (
  http: HttpClient.HttpClient,
  server: Description,
  wire: Wire,
  token: Redacted.Redacted | undefined,
  timeout: Duration.Duration,
  secrets: () => ReadonlyArray<string>
): Effect.Effect<Answer, Unreachable | TimedOut> => {
  const sent = carried(token)
  const password = carried(server.password)
  const hide: Hide = (text) =>
    hiding([...secrets(), ...[sent, password].filter((one) => one !== undefined)])(text)
  const bare = HttpClientRequest.make(wire.method)(address(server, wire.path), {
    urlParams: wire.query,
    headers: headers(sent, password)
  })
  const request =
    wire.body === undefined ? bare : HttpClientRequest.bodyText(bare, wire.body, "application/json")
  const answer = Effect.flatMap(http.execute(request), (response) =>
    Effect.flatMap(response.text, (text) =>
      Effect.clockWith((clock) => {
        const received = response.headers
        const at = clock.currentTimeMillisUnsafe()
        return Effect.succeed<Answer>({
          method: wire.method,
          path: withoutQuery(wire.path),
          query: wire.query,
          format: wire.format,
          official: server.kind === "official",
          tokenSent: token !== undefined,
          status: response.status,
          header: (name) => received[name],
          headers: received,
          text,
          hide,
          at
        })
      })
    )
  )
  return answer.pipe(
    Effect.mapError((error) => new Unreachable({ detail: whyUnreachable(error, server, hide) })),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(new TimedOut({ after: timeout }))
    }),
    Effect.updateContext(confide)
  )
}

/** What Effect's client does on its own, it does not do with our requests. */
const confide = (context: Context.Context<never>): Context.Context<never> =>
  context.pipe(
    // A redirection is not followed: `fetch` would carry our token headers to whatever host it names.
    Context.add(FetchHttpClient.RequestInit, {
      ...Context.getOrUndefined(context, FetchHttpClient.RequestInit),
      redirect: "manual"
    }),
    // Third parties get no trace headers, and their spans no addresses; the operation's own span tells the story.
    Context.add(HttpClient.TracerDisabledWhen, () => true),
    Context.add(HttpClient.TracerPropagationEnabled, false),
    Context.add(Headers.CurrentRedactedNames, [
      ...Context.get(context, Headers.CurrentRedactedNames),
      ...secretHeaders
    ])
  )

const noHttps = "the server speaks http, not https: write http://, or secure: false in a credentials file"

/** What OpenSSL says of an answer that is no TLS record, with addresses and line numbers around it. */
const isNoTls = (code: string | undefined, message: string): boolean =>
  code === "ERR_SSL_WRONG_VERSION_NUMBER" || message.includes(":wrong version number:")

/** The innermost explanation: runtimes wrap "connection refused" in several layers that say "fetch failed". */
const whyUnreachable = (error: HttpClientError, { url }: Description, hide: Hide): string => {
  let cause: unknown = error.reason.cause
  let why = cause === undefined ? (error.reason.description ?? error.reason._tag) : "the connection failed"
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    if (url.startsWith("https:") && isNoTls(code, cause.message)) return noHttps
    why = cause.message || code || why
    cause = cause.cause
  }
  return hide(why)
}
