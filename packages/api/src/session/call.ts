/** Requests of the session itself, below the operations. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Decoder from "@screeps-effect/schema/Decoder"
import { type ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import type { Send } from "../client/middleware/Send.ts"
import * as Request from "../client/Request.ts"
import { failure } from "../client/Response.ts"

/** Sends a request and decodes the response. @internal */
export type Call = <A>(
  options: Pick<Request.Options, "method" | "path" | "query" | "body" | "auth">,
  decode: Decoder.Decoder<A>
) => Effect.Effect<A, ScreepsError>

/** Creates a function for requests with a time limit, which does not depend on the caller: several callers share one. @internal */
export const makeCall =
  (send: Send, timeout: Duration.Duration): Call =>
  (options, decode) =>
    Effect.suspend(() => {
      const operation = `${options.method} ${options.path}`
      const request = Request.make({ ...options, operation, timeout })
      if (Result.isFailure(request)) return Effect.fail(failure({ name: operation }, request.failure))
      return Effect.flatMap(send(request.success), (response) => {
        const decoded = decode(response.body)
        if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
        const detail = response.redact(decoded.failure.message)
        return Effect.fail(
          failure(request.success, new UnexpectedResponse({ status: response.status, detail }))
        )
      })
    })
