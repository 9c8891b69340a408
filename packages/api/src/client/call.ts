/** Calls operations over a pipeline. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Description } from "../config/Server.ts"
import { type ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import type { Send } from "./middleware/Send.ts"
import * as Request from "./Request.ts"
import { failure, type Response } from "./Response.ts"
import type { Exchange } from "./service.ts"

/** Sends a request with its defaults filled in. @internal */
export const sendWith =
  (pipeline: Send) =>
  (options: Request.Options): Effect.Effect<Response, ScreepsError> =>
    Effect.suspend(() => {
      const request = Request.make(options)
      return Result.isFailure(request)
        ? Effect.fail(failure({ name: Request.nameOf(options) }, request.failure))
        : pipeline(request.success)
    })

/** Creates the failure of a response that lacks essential or expected parts. @internal */
export const unexpected = (name: string, { status }: Response, faults: ReadonlyArray<Decoder.Drift>) =>
  failure({ name }, new UnexpectedResponse({ status, detail: Decoder.formatDrift(faults) }))

/** Calls operations of a server. @internal */
export const makeCall =
  (
    server: Description,
    send: (options: Request.Options) => Effect.Effect<Response, ScreepsError>,
    /** Decides about a response whose parts differ from the schema, and that was decoded without them. */
    onDrift: (
      operation: string,
      response: Response,
      drift: ReadonlyArray<Decoder.Drift>
    ) => Effect.Effect<void, ScreepsError>
  ) =>
  <A>(operation: Exchange<A>, input: unknown): Effect.Effect<A, ScreepsError> =>
    Effect.clockWith((clock) => {
      const name = `${operation.method} ${operation.path}`
      const request = operation.request(input, server, clock.currentTimeMillisUnsafe())
      if (Result.isFailure(request)) return Effect.fail(failure({ name }, request.failure))
      return Effect.flatMap(send(request.success), (response) => {
        const drift: Array<Decoder.Drift> = []
        const decoded = operation.decode(response.body, (one) => drift.push(one))
        if (Result.isFailure(decoded)) return Effect.fail(unexpected(name, response, decoded.failure))
        return drift.length === 0
          ? Effect.succeed(decoded.success)
          : Effect.as(onDrift(name, response, drift), decoded.success)
      })
    })
