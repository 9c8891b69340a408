/** Fails with the reason of a response, if it has one. */
import * as Effect from "effect/Effect"
import { failure } from "../Response.ts"
import type { Middleware } from "./Send.ts"

/** @internal */
export const checkStatus: Middleware = (send) => (request) =>
  Effect.flatMap(send(request), (response) =>
    response.reason === undefined ? Effect.succeed(response) : Effect.fail(failure(request, response.reason))
  )
