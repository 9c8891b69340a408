/** Rate limits: requests wait for their quotas and are retried after a 429. */
import * as Effect from "effect/Effect"
import type { RateLimits } from "../../limits/RateLimits.ts"
import { failure } from "../Response.ts"
import type { Middleware } from "./Send.ts"

/** @internal */
export const rateLimit =
  ({ withLimit }: Pick<RateLimits["Service"], "withLimit">): Middleware =>
  (send) =>
  (request) =>
    Effect.mapError(withLimit(request, send(request)), (error) =>
      error._tag === "RateLimited" ? failure(request, error) : error
    )
