/** Telemetry: a span for each call, metrics and events for each request. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as ScreepsEvents from "../../ScreepsEvents.ts"
import { countRequest, outcomeOf, raw } from "../metrics.ts"
import { redact } from "../redact.ts"
import { redactHeaders, redactParameters } from "../redactParameters.ts"
import { parameters, type Request, withoutQuery } from "../Request.ts"
import { type Response, responseIn } from "../Response.ts"
import { type Middleware, none } from "./Send.ts"

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
export const record = (publish: ScreepsEvents.Publish, own: Context.Context<never>): Middleware => {
  const isTraced = hasTracer(own)
  return (send) => (request) =>
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
      const published = publish(event, result)
      return isTraced
        ? Effect.andThen(Effect.annotateCurrentSpan("http.response.status_code", response.status), published)
        : published
    })
}

/** Returns whether the program has a tracer: nothing shows the spans of Effect's native one. */
const hasTracer = (context: Context.Context<never>): boolean =>
  Context.getOrUndefined(context, Tracer.Tracer) !== undefined

/** Creates a span for each call, named by method and path template, if the program has a tracer. @internal */
export const trace = (url: string, own: Context.Context<never>): Middleware => {
  if (!hasTracer(own)) return none
  return (send) => (request) => {
    const options = {
      kind: "client",
      attributes: {
        "http.request.method": request.method,
        "url.path": redact(withoutQuery(request.path)),
        "server.address": url
      }
    } as const
    let response: Response | undefined
    // Tracers receive the exit of a span: it does not contain the response, which may contain secrets.
    const sent = Effect.map(send(request), (received) => {
      response = received
    })
    // Not `withSpan`, which captures a stack trace for every call that would only show this file.
    const spanned = Effect.useSpan(request.name, options, (span) =>
      Effect.provideService(sent, Tracer.ParentSpan, span)
    )
    return Effect.flatMap(spanned, () =>
      response === undefined ? Effect.die("the call ended without a response") : Effect.succeed(response)
    )
  }
}
