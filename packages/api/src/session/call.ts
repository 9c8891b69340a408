/** Requests of the session itself, below the operations. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Decoder from "@screeps-effect/schema/Decoder"
import { type ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import type { Send } from "../client/middleware/Send.ts"
import * as Request from "../client/Request.ts"
import { failure } from "../client/Response.ts"

/** The time limit of each request. */
const timeout = Duration.seconds(30)

/** Sends a request and decodes the response. @internal */
export type Call = <A>(
  options: Pick<Request.Options, "method" | "path" | "query" | "body" | "auth">,
  decode: Decoder.Decoder<A>
) => Effect.Effect<A, ScreepsError>

/** @internal */
export const makeCall =
  (send: Send): Call =>
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
