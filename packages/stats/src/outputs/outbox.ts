/**
 * A bounded buffer in front of a receiver that may be away: one fiber sends the payloads in order, with backoff, and the
 * oldest payload is dropped when the buffer is full.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as Metrics from "./metrics.ts"

/** How an output buffers and sends. */
export interface DeliveryOptions {
  /** The label `output` of the metrics about this output; required when there are two of a kind. */
  readonly name?: string | undefined
  /** How many payloads wait at most while the receiver is away; 2000 by default. */
  readonly bufferPayloads?: number | undefined
  /** How many bytes wait at most; 32 MiB by default. */
  readonly bufferBytes?: number | undefined
  /** How long one attempt to send may take; 10 seconds by default. */
  readonly attemptTimeout?: Duration.Input | undefined
  /** How long to send what still waits when the scope ends; 3 seconds by default. */
  readonly shutdownTimeout?: Duration.Input | undefined
}

/** The receiver cannot take the payload now: it is sent again. */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly message: string
  /** How long the receiver wants to be left alone. */
  readonly retryAfter?: Duration.Duration | undefined
}> {}

/** The receiver will never take the payload: it is dropped. */
export class Rejected extends Data.TaggedError("Rejected")<{ readonly message: string }> {}

/** A buffer of payloads. */
export interface Outbox<A> {
  /** Adds a payload of this size and returns at once. */
  readonly offer: (payload: A, bytes: number) => Effect.Effect<void>
}

interface Item<A> {
  readonly payload: A
  readonly bytes: number
}

const firstDelay = 1000
const maxDelay = 60_000
/** A receiver cannot stop an output for longer. */
const maxRetryAfter = 300_000

/** Returns the milliseconds to wait after so many attempts in a row that failed. */
const delayAfter = (failures: number, retryAfter: Duration.Duration | undefined) =>
  Effect.map(Random.next, (random) => {
    const backoff = Math.min(maxDelay, firstDelay * 2 ** Math.min(failures - 1, 10))
    const required = retryAfter === undefined ? 0 : Math.min(maxRetryAfter, Duration.toMillis(retryAfter))
    return Math.max(backoff * (0.5 + random / 2), required)
  })

/** Returns what a cause is and where it happened; its messages may contain addresses and secret headers. */
const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (!(error instanceof Error)) return "a value that is no error was thrown"
  const { message, stack = "" } = error
  const frames = stack.slice(stack.indexOf(message) + message.length).split("\n")
  const place = frames.find((line) => line.startsWith("    at "))?.slice(0, 200) ?? ""
  return `${error.constructor.name}${place.replace(/ +/, " ")}`
}

/** Logs a defect of an output, without its text, and continues. */
export const logDefect = (name: string, where: string) =>
  Effect.catchCause((cause) =>
    Effect.logError(`Output "${name}" has a defect in ${where}: ${describe(cause)}`)
  )

/** Creates a buffer and the fiber that sends from it until the scope ends. */
export const make = <A>(
  output: string,
  send: (payload: A) => Effect.Effect<void, Unavailable | Rejected>,
  options: DeliveryOptions
): Effect.Effect<Outbox<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context()
    const name = options.name ?? output
    const metrics = Metrics.ofDelivery(name)
    const maxPayloads = Math.max(1, options.bufferPayloads ?? 2000)
    const maxBytes = options.bufferBytes ?? 32 * 1024 * 1024
    const attemptTimeout = Duration.fromInputUnsafe(options.attemptTimeout ?? "10 seconds")
    const waiting: Array<Item<A>> = []
    let waitingBytes = 0
    let sending = 0
    let isUp: boolean | undefined
    let isEnding = false
    const ending = yield* Deferred.make<void>()
    const available = Latch.makeUnsafe(false)

    const showQueued = () => metrics.queued.updateUnsafe(waiting.length + sending, context)
    const countDropped = (payloads: number) => metrics.dropped.updateUnsafe(payloads, context)
    showQueued()
    countDropped(0)
    metrics.sent.updateUnsafe(0, context)
    metrics.failures.updateUnsafe(0, context)

    const take = () => {
      const item = waiting.shift()
      waitingBytes -= item?.bytes ?? 0
      return item
    }
    const isTooFull = () => waiting.length > maxPayloads || waitingBytes > maxBytes
    const dropOldest = () => {
      while (isTooFull()) {
        take()
        countDropped(1)
      }
    }
    const offer = (payload: A, bytes: number) =>
      Effect.sync(() => {
        // Dropping others would not make room for it.
        if (bytes > maxBytes || isEnding) return countDropped(1)
        waiting.push({ payload, bytes })
        waitingBytes += bytes
        dropOldest()
        showQueued()
        available.openUnsafe()
      })

    const setUp = (next: boolean, reason: string) =>
      Effect.suspend(() => {
        metrics.up.updateUnsafe(next ? 1 : 0, context)
        const before = isUp
        isUp = next
        if (before === next || (next && before === undefined)) return Effect.void
        return next
          ? Effect.logInfo(`Output "${name}" sends again.`)
          : Effect.logWarning(
              `Output "${name}" cannot send: ${reason}. Payloads wait, the oldest are dropped.`
            )
      })

    const attempt = (payload: A) =>
      send(payload).pipe(
        Effect.timeoutOrElse({
          duration: attemptTimeout,
          orElse: () => new Unavailable({ message: `no response in ${Duration.format(attemptTimeout)}` })
        }),
        Effect.match({ onSuccess: () => undefined, onFailure: (error) => error }),
        // A defect must not end the output; the next payload may be sent.
        Effect.catchCause((cause) =>
          Effect.as(
            logDefect(name, "sending")(Effect.failCause(cause)),
            new Rejected({ message: "a defect of this program" })
          )
        )
      )

    /** Drops a payload that will never be sent, or puts it back. */
    const settle = (item: Item<A>, error: Unavailable | Rejected) => {
      if (error._tag === "Rejected") return countDropped(1)
      waiting.unshift(item)
      waitingBytes += item.bytes
      dropOldest()
    }

    const run = Effect.gen(function* () {
      let failures = 0
      while (true) {
        const item = take()
        if (item === undefined) {
          if (isEnding) return
          available.closeUnsafe()
          yield* available.await
          continue
        }
        sending = 1
        const error = yield* attempt(item.payload)
        sending = 0
        if (error === undefined) {
          failures = 0
          metrics.sent.updateUnsafe(1, context)
        } else {
          failures++
          metrics.failures.updateUnsafe(1, context)
          settle(item, error)
        }
        showQueued()
        yield* setUp(error === undefined, error?.message ?? "")
        if (error === undefined) continue
        if (isEnding) return
        // Also after a rejection: a wrong token would otherwise be sent with every payload at once.
        const delay = yield* delayAfter(failures, error._tag === "Unavailable" ? error.retryAfter : undefined)
        yield* Effect.timeoutOption(Deferred.await(ending), delay)
      }
    })

    const fiber = yield* Effect.forkScoped(run)
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        isEnding = true
        available.openUnsafe()
        yield* Deferred.succeed(ending, undefined)
        yield* Fiber.await(fiber).pipe(
          Effect.interruptible,
          Effect.timeoutOption(options.shutdownTimeout ?? "3 seconds")
        )
        yield* Fiber.interrupt(fiber)
        countDropped(waiting.length + sending)
        waiting.length = 0
        sending = 0
        showQueued()
      })
    )
    return { offer }
  })

/** Returns the code of a failed connection, such as `ECONNREFUSED`; other parts of a cause may show addresses. */
export const codeOf = (error: unknown, depth = 5): string | undefined => {
  if (typeof error !== "object" || error === null || depth === 0) return undefined
  if ("code" in error && typeof error.code === "string" && /^[A-Z_]{2,40}$/.test(error.code))
    return error.code
  return "cause" in error ? codeOf(error.cause, depth - 1) : undefined
}
