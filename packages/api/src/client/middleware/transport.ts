/** The last step: sends a request through Effect's HTTP client and reads the whole response. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { constTrue } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpMethod from "effect/http/HttpMethod"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { InvalidInput, TimedOut, Unauthorized, UnexpectedResponse, Unreachable } from "../../ScreepsError.ts"
import * as Server from "../../config/Server.ts"
import * as Credentials from "../../session/Credentials.ts"
import { readBody } from "../body.ts"
import * as ConnectionFailure from "../connectionFailure.ts"
import { interpret } from "../interpret.ts"
import { longest, type Redact, redacting } from "../redact.ts"
import { secretsIn, secretsOf } from "../redactParameters.ts"
import type { Request } from "../Request.ts"
import { failure, Response } from "../Response.ts"
import { type Additive, additive, type Settings } from "../settings.ts"
import { Secrets } from "../secrets.ts"
import { runWithin } from "../timeLimit.ts"
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
 * The longest body of a response in bytes, after decompression; 64 MiB by default. A call with a longer one fails with
 * `UnexpectedResponse`, and the rest of the body is not received.
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.MaxResponseBytes, …))`. Independently of it, a response fails if it is
 * compressed several times, or if it is JSON with more than about two million values.
 */
export const MaxResponseBytes: Context.Reference<number> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/MaxResponseBytes",
  { defaultValue: () => 64 * 1024 * 1024 }
)

type Transform = (client: HttpClient.HttpClient) => HttpClient.HttpClient

/** Remembers the last result of a function: a program makes many calls in one context. */
const rememberLast = <A extends object, B>(f: (input: A) => B): ((input: A) => B) => {
  let last: readonly [input: A, output: B] | undefined
  return (input) => {
    if (last?.[0] !== input) last = [input, f(input)]
    return last[1]
  }
}

/** Remembers the results of a function for as long as its arguments exist. */
const remember = <A extends object, B>(f: (input: A) => B): ((input: A) => B) => {
  const known = new WeakMap<A, { readonly output: B }>()
  return (input) => {
    const found = known.get(input) ?? { output: f(input) }
    known.set(input, found)
    return found.output
  }
}

/** Combines each pair of transforms once, so that each pair is applied once. */
const combineTransforms = remember((client: Transform) =>
  remember(
    (call: Transform): Transform =>
      (http) =>
        client(call(http))
  )
)

/**
 * Transforms the `HttpClient` below all requests of a client and its session, sign-ins included; unchanged by default.
 *
 * **Details**
 *
 * A `Context.Reference`: provide it to a client with `Layer.provide(Layer.succeed(ScreepsClient.TransformClient, …))`, to
 * one call with `Effect.provideService`: the call's transform runs inside the client's (`replace` drops the client's).
 * The transformed client receives single attempts, with tokens in their headers; `Middleware` receives whole calls.
 *
 * **Gotchas**
 *
 * Each transform of a call is applied once and remembered: keep it in a constant. Sign-ins, which calls share, are sent
 * with the client's transform only.
 */
export const TransformClient: Additive<Transform> = additive(
  "@screeps-effect/api/ScreepsClient/TransformClient",
  {
    defaultValue: (): Transform => (client) => client,
    combine: (client, call) => combineTransforms(client)(call)
  }
)

/** Returns scheme, host and port; `undefined` for an address to which nothing can be sent. */
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** An address to which paths are appended. */
interface Address {
  readonly url: string
  readonly origin: string | undefined
}

const addressOf = (url: string): Address => ({ url, origin: originOf(url) })

/**
 * Returns a function from a path to the address that it is appended to: official servers serve room history from the
 * host's root.
 *
 * @internal
 */
export const addressesOf = ({ historyUrl, kind, url }: Server.Description): ((path: string) => Address) => {
  const main = addressOf(url)
  const history = addressOf(historyUrl ?? (kind === "official" ? (main.origin ?? url) : url))
  return (path) => (path.startsWith("/room-history") ? history : main)
}

/** Returns a secret as a header value, without surrounding white space. */
const inHeader = (secret: Redacted.Redacted): string => Redacted.value(secret).trim()

/** Returns whether a secret has characters that HTTP clients reject in headers, with messages that show a part of it. */
const isInvalidHeader = (secret: string): boolean => /[^\t\x20-\x7e\x80-\xff]/.test(secret)

const invalidHeader = (whose: string) =>
  new Unauthorized({ detail: `${whose} contains characters that are not allowed in a header` })

const asText = (value: string | Redacted.Redacted) =>
  Redacted.isRedacted(value) ? Redacted.value(value) : value

/** Returns the headers of a request, by names in lower case. Private servers read the token from both token headers. */
const headersOf = (
  headers: Request["headers"],
  token: string | undefined,
  password: string | undefined
): Headers.Headers => {
  const all: Record<string, string> = { accept: "application/json" }
  for (const name in headers) all[name.toLowerCase()] = asText(headers[name] ?? "")
  if (token !== undefined) all["x-token"] = all["x-username"] = token
  if (password !== undefined) all["x-server-password"] = password
  return Headers.fromRecordUnsafe(all)
}

/** Encodes the fields of a query string. */
const encodeQuery = (query: Request["query"]): Result.Result<UrlParams.UrlParams, InvalidInput> => {
  const texts: Array<readonly [string, string]> = []
  for (const [field, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      const detail = "query values must be strings, numbers or booleans"
      return Result.fail(new InvalidInput({ field, detail }))
    }
    texts.push([field, String(value)])
  }
  return Result.succeed(UrlParams.make(texts))
}

/** Encodes the body of a request that has one: without a value an empty object, since servers read no fields from an empty body. */
const encodeBody = (body: unknown): Result.Result<HttpBody.HttpBody, InvalidInput> => {
  let text: string | undefined
  try {
    text = JSON.stringify(body ?? {}) // `undefined` for functions and symbols
  } catch {
    text = undefined // cycles and big integers
  }
  return text === undefined
    ? Result.fail(new InvalidInput({ field: "body", detail: "cannot be encoded as JSON" }))
    : Result.succeed(HttpBody.text(text, "application/json"))
}

/** Creates a function that encodes requests to a server, or says why one cannot be sent. */
const makeEncoder = (server: Server.Description, password: string | undefined) => {
  const addresses = addressesOf(server)
  const ownOrigin = originOf(server.url)
  const isInvalidPassword = password !== undefined && isInvalidHeader(password)
  return (
    { body, headers, method, path, query }: Request,
    token: string | undefined
  ): Result.Result<HttpClientRequest.HttpClientRequest, InvalidInput | Unauthorized> => {
    if (token !== undefined && isInvalidHeader(token)) return Result.fail(invalidHeader("the token"))
    if (isInvalidPassword) return Result.fail(invalidHeader("the server's password"))
    const address = addresses(path)
    // A path such as `:81/x` would change the host or the port, and the token would be sent there.
    const isBelow = path.startsWith("/") && address.origin !== undefined
    if (!isBelow && originOf(address.url + path) !== address.origin)
      return Result.fail(new InvalidInput({ field: "path", detail: "leads to another server" }))
    // Another host that serves the history is sent no secrets.
    const sent =
      address.origin === ownOrigin
        ? headersOf(headers, token, password)
        : headersOf(undefined, undefined, undefined)
    const params = encodeQuery(query)
    if (Result.isFailure(params)) return Result.fail(params.failure)
    const hasBody = HttpMethod.hasBody(method)
    const encoded = hasBody ? encodeBody(body) : Result.succeed(HttpBody.empty)
    if (Result.isFailure(encoded)) return Result.fail(encoded.failure)
    const url = address.url + path
    const bare = HttpClientRequest.makeWith(method, url, params.success, Option.none(), sent, HttpBody.empty)
    return Result.succeed(hasBody ? HttpClientRequest.setBody(bare, encoded.success) : bare)
  }
}

/** Headers with secrets; `x-username` repeats the token. */
const secretHeaders = ["x-token", "x-username", "x-server-password"]

/** Redacts texts about a request. */
const redactFor = (
  known: Secrets,
  /** Returns the secrets that only this request has. */
  own: () => ReadonlyArray<string>
): Redact => {
  let redactOwn: Redact | undefined
  let shortest: number | undefined
  return (text) => {
    // A text shorter than a secret does not contain it: most headers are compared only with the account's secrets.
    shortest ??= Math.min(longest, ...own().map(({ length }) => length))
    if (text.length < shortest) return redacting([known])(text)
    redactOwn ??= redacting([known, new Secrets(own())])
    return redactOwn(text)
  }
}

/** Sends requests to a server with an HTTP client. */
const make = (
  http: HttpClient.HttpClient,
  server: Server.Description,
  credentials: Credentials.Credentials["Service"] | undefined,
  client: Context.Context<never>
): ((settings: Settings, own: Context.Context<never>) => Send) => {
  const isOfficial = server.kind === "official"
  const password = server.password && inHeader(server.password)
  const encode = makeEncoder(server, password)
  const contextFor = rememberLast(withoutDefaults(client))
  const transformedBy = remember((transform: Transform) => transform(http))
  const known = new Secrets(password === undefined ? [] : [password])
  let learned: Credentials.Method | undefined
  /** Credentials may be others after a sign-in. */
  const learn = () => {
    if (credentials === undefined || credentials.current === learned) return
    learned = credentials.current
    for (const secret of secretsOf(learned)) known.add(secret)
  }
  let hasResponded = false

  return (settings, own) => {
    const maxBytes = settings(MaxResponseBytes)
    const timeLimit = settings(RequestTimeout)
    const clock = Context.get(own, Clock.Clock)
    const transformed = transformedBy(settings(TransformClient))
    return (request) => {
      const token = request.token && inHeader(request.token)
      const outgoing = encode(request, token)
      if (Result.isFailure(outgoing)) return Effect.fail(failure(request, outgoing.failure))
      const { success: sent } = outgoing
      const redact = redactFor(known, () => {
        learn()
        return [...secretsIn(request), ...(token === undefined || known.has(token) ? [] : [token])]
      })
      const unreachable = (cause: unknown, description?: string) => {
        const target = { url: sent.url, isOfficial, hasResponded }
        const { code, detail } = ConnectionFailure.describe(cause, description, target)
        return failure(
          request,
          new Unreachable({ detail: redact(detail), ...(code === undefined ? {} : { code }) })
        )
      }
      const received = Effect.flatMap(transformed.execute(sent), (incoming) => {
        const { headers, status } = incoming // `headers` is created at each access
        hasResponded = true
        return Effect.flatMap(readBody(incoming, headers, maxBytes, unreachable), (text) => {
          const receivedAt = clock.currentTimeMillisUnsafe()
          const raw = {
            status,
            headers,
            text: Result.isSuccess(text) ? text.success : "",
            receivedAt,
            redact
          }
          const result = Result.isFailure(text)
            ? Result.fail(new UnexpectedResponse({ status, detail: text.failure }))
            : interpret(request, raw, isOfficial)
          return Result.isSuccess(result)
            ? Effect.succeed(new Response({ ...raw, body: result.success }))
            : Effect.fail(failure(request, result.failure, new Response({ ...raw, body: undefined })))
        })
      })
      const described = Effect.mapError(received, (error) =>
        error._tag === "HttpClientError"
          ? unreachable(error.reason.cause, error.reason.description ?? error.reason._tag)
          : error
      )
      const after = request.timeout ?? timeLimit
      const late = () => Effect.fail(failure(request, new TimedOut({ after })))
      return runWithin(described, after, late, contextFor)
    }
  }
}

/** The transport of the account and server in context, for the settings of a call. @internal */
export const fromContext: Effect.Effect<
  ReturnType<typeof make>,
  never,
  Server.Server | HttpClient.HttpClient
> = Effect.gen(function* () {
  const credentials = yield* Effect.serviceOption(Credentials.Credentials)
  const http = yield* HttpClient.HttpClient
  return make(http, yield* Server.Server, Option.getOrUndefined(credentials), yield* Effect.context())
})

/** Switches off defaults of Effect's HTTP client. */
const withoutDefaults = (client: Context.Context<never>) => (context: Context.Context<never>) =>
  context.pipe(
    // Redirects are not followed: `fetch` would send our token headers to any host they name.
    Context.add(FetchHttpClient.RequestInit, {
      ...(Context.getOrUndefined(context, FetchHttpClient.RequestInit) ??
        Context.getOrUndefined(client, FetchHttpClient.RequestInit)),
      redirect: "manual"
    }),
    // No trace headers are sent, and no second span with the full URL is created beside that of the call.
    Context.add(HttpClient.TracerDisabledWhen, constTrue),
    Context.add(HttpClient.TracerPropagationEnabled, false),
    Context.add(Headers.CurrentRedactedNames, [
      ...Context.get(context, Headers.CurrentRedactedNames),
      ...secretHeaders
    ])
  )
