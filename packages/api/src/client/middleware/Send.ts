/** The types of middleware. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ScreepsError } from "../../ScreepsError.ts"
import type { Request } from "../Request.ts"
import type { Response } from "../Response.ts"
import { type Settings, settingsOf } from "../settings.ts"

/** Sends a request and returns the response. */
export type Send = (request: Request) => Effect.Effect<Response, ScreepsError>

/** Wraps a `Send`: changes requests and responses, or responds itself. */
export type Middleware = (send: Send) => Send

/** Middleware that has nothing to do for the calls of a context. @internal */
export const none: Middleware = (send) => send

/** Wraps a `Send` in middleware, the outermost first. @internal */
export const compose = (transport: Send, middleware: ReadonlyArray<Middleware>): Send =>
  middleware.reduceRight((send, wrap) => wrap(send), transport)

/**
 * Composes a pipeline for the settings of each call. The last one is kept: a program makes many calls in one context.
 *
 * @internal
 */
export const perContext = (
  client: Context.Context<never>,
  make: (settings: Settings, own: Context.Context<never>) => Send
): Send => {
  let last: Send | undefined
  let lastOf: Context.Context<never> | undefined
  return (request) =>
    Effect.contextWith((own: Context.Context<never>) => {
      if (last === undefined || lastOf !== own) {
        last = make(settingsOf(client, own), own)
        lastOf = own
      }
      return last(request)
    })
}
