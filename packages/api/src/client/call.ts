/** Sends requests and calls operations over a pipeline. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Description } from "../config/Server.ts"
import { type InvalidInput, type ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import type { Send } from "./middleware/Send.ts"
import * as Request from "./Request.ts"
import { failure, type Response } from "./Response.ts"
import type { Exchange } from "./service.ts"
import { type Settings, settingsOf } from "./settings.ts"

/** Creates the failure of a response that lacks essential or expected parts. @internal */
export const unexpected = (name: string, { status }: Response, faults: ReadonlyArray<Decoder.Drift>) =>
  failure({ name }, new UnexpectedResponse({ status, detail: Decoder.formatDrift(faults) }))

/**
 * Sends requests and calls operations over a pipeline, which is composed for the settings of each call. The last one is
 * kept: a program makes many calls in one context.
 *
 * @internal
 */
export const makeCaller = (options: {
  readonly server: Description
  /** The context of the client, whose settings are those of calls that have none. */
  readonly client: Context.Context<never>
  readonly pipeline: (settings: Settings, own: Context.Context<never>) => Send
  /** Decides about a response whose parts differ from the schema, and that was decoded without them. */
  readonly onDrift: (
    settings: Settings,
    operation: string,
    response: Response,
    drift: ReadonlyArray<Decoder.Drift>
  ) => Effect.Effect<void, ScreepsError>
}) => {
  const { client, onDrift, pipeline, server } = options
  let last:
    | { readonly own: Context.Context<never>; readonly settings: Settings; readonly send: Send }
    | undefined

  const pipelineFor = (own: Context.Context<never>) => {
    if (last !== undefined && last.own === own) return last
    const settings = settingsOf(client, own)
    return (last = { own, settings, send: pipeline(settings, own) })
  }

  return {
    send: (request: Request.Options): Effect.Effect<Response, ScreepsError> =>
      Effect.contextWith((own: Context.Context<never>) => {
        const reject = (reason: InvalidInput) =>
          Effect.fail(failure({ name: Request.nameOf(request) }, reason))
        if (!Request.isPath(request.path)) return reject(Request.notPath)
        if (!Request.isMethod(request.method)) return reject(Request.notMethod)
        return pipelineFor(own).send(Request.make(request))
      }),

    call: <A>(operation: Exchange<A>, input: unknown): Effect.Effect<A, ScreepsError> =>
      Effect.contextWith((own: Context.Context<never>) => {
        const name = `${operation.method} ${operation.path}`
        const now = Context.get(own, Clock.Clock).currentTimeMillisUnsafe()
        const request = operation.request(input, server, now)
        if (Result.isFailure(request)) return Effect.fail(failure({ name }, request.failure))
        const { send, settings } = pipelineFor(own)
        return Effect.flatMap(send(Request.make(request.success)), (response) => {
          const drift: Array<Decoder.Drift> = []
          const body = operation.complete?.(response.body, input) ?? response.body
          const decoded = operation.decode(body, (one) => drift.push(one))
          if (Result.isFailure(decoded)) return Effect.fail(unexpected(name, response, decoded.failure))
          return drift.length === 0
            ? Effect.succeed(decoded.success)
            : Effect.as(onDrift(settings, name, response, drift), decoded.success)
        })
      })
  }
}
