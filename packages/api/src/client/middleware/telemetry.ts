/** Telemetry: a span for each call and each of its requests, metrics and events. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as UrlParams from "effect/http/UrlParams"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as Server from "../../config/Server.ts"
import type { ScreepsError } from "../../ScreepsError.ts"
import * as ScreepsEvents from "../../ScreepsEvents.ts"
import { countRequest, outcomeOf, raw } from "../metrics.ts"
import { redact } from "../redact.ts"
import { redactHeaders, redactParameters } from "../redactParameters.ts"
import { parameters, type Request, withoutQuery } from "../Request.ts"
import { type Response, responseIn } from "../Response.ts"
import { type Middleware, none } from "./Send.ts"
import { addressesOf } from "./transport.ts"

const eventOf = (
  { method, path }: Request,
  { headers, receivedAt, redact: redactKnown, status, text }: Response
) =>
  new ScreepsEvents.Response({
    method,
    path: redact(withoutQuery(path)),
    status,
    headers: redactHeaders(headers, redactKnown),
    text: Redacted.make(text, { label: "response" }),
    at: receivedAt
  })

/** Counts each request by its outcome and publishes its response as events. @internal */
export const record =
  (publish: ScreepsEvents.Publish, own: Context.Context<never>): Middleware =>
  (send) =>
  (request) =>
    Effect.onExit(send(request), (exit) => {
      const isSuccess = Exit.isSuccess(exit)
      countRequest(request.operation ?? raw, isSuccess ? "ok" : outcomeOf(exit), own)
      const response = isSuccess ? exit.value : responseIn(exit)
      if (response === undefined) return Effect.void
      let created: ScreepsEvents.Response | undefined
      const event = () => (created ??= eventOf(request, response))
      const result = () =>
        new ScreepsEvents.ResponseResult({
          response: event(),
          parameters: redactParameters(parameters(request), request.secret)
        })
      return publish(event, result)
    })

/** Returns whether the program has a tracer: nothing shows the spans of Effect's native one. */
const hasTracer = (context: Context.Context<never>): boolean =>
  Context.getOrUndefined(context, Tracer.Tracer) !== undefined

/**
 * Sends within a span. Not with `withSpan`, which captures a stack trace for every call that would only show this file.
 * Tracers receive the exit of a span: it does not contain the response, which may contain secrets.
 */
const sendWithin = (
  name: string,
  options: Tracer.SpanOptionsNoTrace,
  send: (span: Tracer.Span) => Effect.Effect<Response, ScreepsError>
): Effect.Effect<Response, ScreepsError> => {
  let response: Response | undefined
  const spanned = Effect.useSpan(name, options, (span) =>
    Effect.provideService(
      Effect.map(send(span), (received) => {
        response = received
      }),
      Tracer.ParentSpan,
      span
    )
  )
  return Effect.flatMap(spanned, () =>
    response === undefined ? Effect.die("the call ended without a response") : Effect.succeed(response)
  )
}

/** Creates a span for each call, around its waits and requests, if the program has a tracer. @internal */
export const traceCalls = (own: Context.Context<never>): Middleware =>
  hasTracer(own)
    ? (send) => (request) => sendWithin(request.name, { kind: "internal" }, () => send(request))
    : none

/** Returns the address of a request, without the values that may be secret. */
const urlOf = (base: string, { path, query = {}, secret }: Request): string => {
  const fields = Object.entries(redactParameters(query, secret)).map(
    ([name, value]) => [name, Redacted.isRedacted(value) ? "REDACTED" : String(value)] as const
  )
  const url = base + redact(withoutQuery(path))
  return fields.length === 0 ? url : `${url}?${UrlParams.toString(UrlParams.make(fields))}`
}

/** Returns the type of an error as OpenTelemetry's conventions name it: a status, a system's code, or our reason. */
const errorTypeOf = (error: ScreepsError, response: Response | undefined): string => {
  if (response !== undefined && response.status >= 400) return String(response.status)
  const { reason } = error
  return (reason._tag === "Unreachable" ? reason.code : undefined) ?? reason._tag
}

/**
 * Creates a span for each request, with the attributes of OpenTelemetry's conventions for HTTP clients, if the program
 * has a tracer.
 *
 * @internal
 */
export const traceRequests = (server: Server.Description, own: Context.Context<never>): Middleware => {
  if (!hasTracer(own)) return none
  const addresses = addressesOf(server)
  return (send) => (request) => {
    const { method, operation, progress } = request
    const { url } = addresses(request.path)
    const attributes = {
      "http.request.method": method,
      "url.full": urlOf(url, request),
      ...(operation === undefined ? {} : { "url.template": operation.slice(method.length + 1) }),
      ...Server.attributesOf(url),
      ...(progress.sends === 0 ? {} : { "http.request.resend_count": progress.sends })
    }
    progress.sends++
    return sendWithin(request.name, { kind: "client", attributes }, (span) =>
      Effect.onExit(send(request), (exit) =>
        Effect.sync(() => {
          const response = responseIn(exit)
          if (response !== undefined) span.attribute("http.response.status_code", response.status)
          const error = Exit.findErrorOption(exit)
          if (error._tag === "Some") span.attribute("error.type", errorTypeOf(error.value, response))
        })
      )
    )
  }
}
