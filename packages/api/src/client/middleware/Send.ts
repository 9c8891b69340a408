/** The types of middleware. */
import type * as Effect from "effect/Effect"
import type { ScreepsError } from "../../ScreepsError.ts"
import type { Request } from "../Request.ts"
import type { Response } from "../Response.ts"

/** Sends a request and returns the response. */
export type Send = (request: Request) => Effect.Effect<Response, ScreepsError>

/** Wraps a `Send`: changes requests and responses, or responds itself. */
export type Middleware = (send: Send) => Send

/** Middleware that has nothing to do for the calls of a context. @internal */
export const none: Middleware = (send) => send

/** Wraps a `Send` in middleware, the outermost first. @internal */
export const compose = (transport: Send, middleware: ReadonlyArray<Middleware>): Send =>
  middleware.reduceRight((send, wrap) => wrap(send), transport)
