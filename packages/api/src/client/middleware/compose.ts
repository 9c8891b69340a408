/** Wraps a `Send` in middleware, the outermost first. */
import type { Middleware, Send } from "./Send.ts"

/** @internal */
export const compose = (transport: Send, middleware: ReadonlyArray<Middleware>): Send =>
  middleware.reduceRight((send, wrap) => wrap(send), transport)
