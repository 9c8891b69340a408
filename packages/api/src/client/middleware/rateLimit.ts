/** Rate limits: requests wait for their quotas and are retried after a 429. */
import * as Effect from "effect/Effect"
import type { LimitedResponse, RateLimits } from "../../limits/RateLimits.ts"
import type { ScreepsError } from "../../ScreepsError.ts"
import { failure, type Response, responseOf } from "../Response.ts"
import type { Middleware } from "./Send.ts"

/** Limits count every response, also those that are failures, such as a 429. */
const counted = (error: ScreepsError) => {
  const response = responseOf(error)
  if (response === undefined) return Effect.fail(error)
  const { headers, receivedAt, status, text } = response
  return Effect.succeed({ status, headers, text, receivedAt, error })
}

const result = (response: Response | (LimitedResponse & { readonly error: ScreepsError })) =>
  "error" in response ? Effect.fail(response.error) : Effect.succeed(response)

/** @internal */
export const rateLimit =
  ({ withLimit }: Pick<RateLimits["Service"], "withLimit">): Middleware =>
  (send) =>
  (request) =>
    withLimit(request, Effect.catch(send(request), counted)).pipe(
      Effect.flatMap(result),
      Effect.mapError((error) => (error._tag === "RateLimited" ? failure(request, error) : error))
    )
