/** Stack traces of errors. */

/**
 * Returns a class of errors without stack traces, for failures that the class already describes.
 *
 * **Details**
 *
 * A stack trace would show where this SDK noticed the failure, not what to change. The places in a program that
 * `Effect.fn` records are printed nevertheless.
 *
 * ```ts
 * import { StackTrace } from "@screeps-effect/schema"
 * import * as Schema from "effect/Schema"
 *
 * class NoSpawn extends StackTrace.withoutStackTrace(
 *   Schema.TaggedError<NoSpawn>()("NoSpawn", { room: Schema.String })
 * ) {}
 * ```
 */
export const withoutStackTrace = <Class extends abstract new (...args: never) => unknown>(
  Base: Class
): Class =>
  new Proxy(Base, {
    construct: (target, args, newTarget): object => {
      // Not every engine has a limit, and a page may have frozen it: a failed `Reflect.set` changes nothing.
      const limit: unknown = Reflect.get(Error, "stackTraceLimit")
      if (limit === undefined) return Reflect.construct(target, args, newTarget)
      Reflect.set(Error, "stackTraceLimit", 0)
      try {
        return Reflect.construct(target, args, newTarget)
      } finally {
        Reflect.set(Error, "stackTraceLimit", limit)
      }
    }
  })
