/** Converts between Effect's HTTP client and Web types. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"

/** The error of a request without a response. @internal */
export const unreachable = (request: HttpClientRequest.HttpClientRequest, description: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description })
  })

/** Converts a Web response to a client's; `Response.error()` becomes a broken connection. @internal */
export const received = (
  request: HttpClientRequest.HttpClientRequest,
  response: Response
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> =>
  response.type === "error"
    ? Effect.fail(unreachable(request, "the connection was reset"))
    : Effect.succeed(HttpClientResponse.fromWeb(request, response))

/** Statuses that have no body. */
const isEmpty = (status: number) => status === 204 || status === 205 || status === 304

/** Creates a Web response from a text, a status and headers. @internal */
export const written = (
  text: string,
  { headers, status }: { readonly headers: Readonly<Record<string, string>>; readonly status: number }
): Response => new Response(isEmpty(status) ? null : text, { status, headers })

/** Converts a client's response to a Web response. */
const sent = (
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<Response, HttpClientError.HttpClientError> => {
  const web = HttpClientResponse.toWeb(response)
  if (Option.isSome(web)) return Effect.succeed(web.value)
  return Effect.map(response.text, (text) => written(text, response))
}

type InjectFault = <E>(answer: Effect.Effect<Response, E>, request: Request) => Effect.Effect<Response, E>

/** Returns an HTTP client that applies `which` to its responses. @internal */
export const transform = (
  http: HttpClient.HttpClient,
  which: (request: HttpClientRequest.HttpClientRequest) => InjectFault | undefined
): HttpClient.HttpClient =>
  HttpClient.transform(http, (answer, request) =>
    Effect.gen(function* () {
      const inject = which(request)
      if (inject === undefined) return yield* answer
      const web = yield* Effect.orDie(HttpClientRequest.toWeb(request))
      const response = yield* inject(Effect.flatMap(answer, sent), web)
      return yield* received(request, response)
    })
  )
