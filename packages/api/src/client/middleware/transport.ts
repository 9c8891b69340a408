/** The last step: sends a request through Effect's HTTP client and reads the whole response. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TimedOut, Unauthorized, Unreachable } from "../../ScreepsError.ts"
import * as Server from "../../config/Server.ts"
import * as Credentials from "../../session/Credentials.ts"
import { interpret } from "../interpret.ts"
import { type Redact, redacting } from "../redact.ts"
import { secretsIn } from "../redactParameters.ts"
import type { Request } from "../Request.ts"
import { failure, Response } from "../Response.ts"
import { settingFor } from "../setting.ts"
import type { Send } from "./Send.ts"

/**
 * The time limit of one attempt, after which it fails with `TimedOut`; 30 seconds by default.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.RequestTimeout, …))`. Each attempt of a call has the full time.
 */
export const RequestTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/RequestTimeout",
  { defaultValue: () => Duration.seconds(30) }
)

/**
 * Transforms the `HttpClient` below all requests of a client and its session, sign-ins included; unchanged by default.
 *
 * **Details**
 *
 * A `Context.Reference`, read when the client is made. What is called here sees single attempts, with tokens in their
 * headers; `Middleware` sees whole calls.
 */
export const TransformClient: Context.Reference<(client: HttpClient.HttpClient) => HttpClient.HttpClient> =
  Context.Reference("@screeps-effect/api/ScreepsClient/TransformClient", {
    defaultValue: () => (client: HttpClient.HttpClient) => client
  })

/** Path prefixes of the server stay (append, never resolve); official room history is served from the host's root. */
const address = ({ kind, url }: Server.Description, path: string) =>
  kind === "official" && path.startsWith("/room-history") ? new URL(url).origin + path : url + path

/** A secret as a header carries it, without white space around it. */
const inHeader = (secret: Redacted.Redacted | undefined): string | undefined =>
  secret && Redacted.value(secret).replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, "")

/** Characters that HTTP clients and servers reject in a header, with messages that show a part of it. */
const isUnfit = (secret: string | undefined): boolean =>
  secret !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(secret)

const unfit = (whose: string) =>
  new Unauthorized({ detail: `${whose} holds characters that no header can carry` })

const asText = (value: string | Redacted.Redacted) =>
  Redacted.isRedacted(value) ? Redacted.value(value) : value

/** Private servers read the token from both token headers. */
const headersOf = (
  { headers = {} }: Request,
  token: string | undefined,
  password: string | undefined
): Record<string, string> => ({
  accept: "application/json",
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asText(value)])),
  ...(token === undefined ? {} : { "x-token": token, "x-username": token }),
  ...(password === undefined ? {} : { "x-server-password": password })
})

/** Headers with secrets; `x-username` repeats the token. */
const secretHeaders = ["x-token", "x-username", "x-server-password"]

/** The secrets of an account; its name may be a mail address, which is recognised by its form. */
const secretsOf = (who: Credentials.Method): ReadonlyArray<string> => {
  switch (who._tag) {
    case "Guest":
      return []
    case "Token":
      return [Redacted.value(who.token)]
    case "Password":
      return [Redacted.value(who.password)]
    case "SteamTicket":
      return [Redacted.value(who.ticket)]
  }
}

/** Sends requests to a server with an HTTP client. */
const make = (
  http: HttpClient.HttpClient,
  server: Server.Description,
  account: ReadonlyArray<string>,
  settings: Context.Context<never>
): Send => {
  const isOfficial = server.kind === "official"
  const password = inHeader(server.password)
  return (request) => {
    const token = inHeader(request.token)
    if (isUnfit(token)) return Effect.fail(failure(request, unfit("the token")))
    if (isUnfit(password)) return Effect.fail(failure(request, unfit("the server's password")))
    const redact: Redact = (text) =>
      redacting([
        ...account,
        ...secretsIn(request),
        ...[token, password].filter((secret) => secret !== undefined)
      ])(text)
    const bare = HttpClientRequest.make(request.method)(address(server, request.path), {
      urlParams: request.urlParams,
      headers: headersOf(request, token, password)
    })
    const outgoing =
      request.text === undefined ? bare : HttpClientRequest.bodyText(bare, request.text, "application/json")
    const response = Effect.flatMap(http.execute(outgoing), (incoming) =>
      Effect.flatMap(incoming.text, (text) =>
        Effect.clockWith((clock) => {
          const { headers, status } = incoming
          const raw = { status, headers, text, receivedAt: clock.currentTimeMillisUnsafe(), redact }
          const result = interpret(request, raw, isOfficial)
          return Effect.succeed(
            Result.isSuccess(result)
              ? new Response({ ...raw, body: result.success })
              : new Response({ ...raw, body: undefined, reason: result.failure })
          )
        })
      )
    ).pipe(
      Effect.mapError((error) =>
        failure(request, new Unreachable({ detail: whyUnreachable(error, server, redact) }))
      )
    )
    return Effect.contextWith((own: Context.Context<never>) => {
      const timeout = request.timeout ?? settingFor(own, settings, RequestTimeout)
      return Effect.timeoutOrElse(response, {
        duration: timeout,
        orElse: () => Effect.fail(failure(request, new TimedOut({ after: timeout })))
      }).pipe(Effect.updateContext(withoutDefaults))
    })
  }
}

/** The transport of the account and server in context. @internal */
export const fromContext: Effect.Effect<Send, never, Server.Server | HttpClient.HttpClient> = Effect.gen(
  function* () {
    const settings = yield* Effect.context()
    const credentials = yield* Effect.serviceOption(Credentials.Credentials)
    const account = Option.match(credentials, { onNone: () => [], onSome: secretsOf })
    const http = (yield* TransformClient)(yield* HttpClient.HttpClient)
    return make(http, yield* Server.Server, account, settings)
  }
)

/** Switches off what Effect's client does by default. */
const withoutDefaults = (context: Context.Context<never>): Context.Context<never> =>
  context.pipe(
    // A redirection is not followed: `fetch` would carry our token headers to whatever host it names.
    Context.add(FetchHttpClient.RequestInit, {
      ...Context.getOrUndefined(context, FetchHttpClient.RequestInit),
      redirect: "manual"
    }),
    // Servers get no trace headers, and there is no second span with the whole address beside that of the call.
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
const whyUnreachable = (error: HttpClientError, { url }: Server.Description, redact: Redact): string => {
  let cause: unknown = error.reason.cause
  let why = cause === undefined ? (error.reason.description ?? error.reason._tag) : "the connection failed"
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined
    if (url.startsWith("https:") && isNoTls(code, cause.message)) return noHttps
    why = cause.message || code || why
    cause = cause.cause
  }
  return redact(why)
}
