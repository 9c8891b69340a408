/** Reads the body of a response as text, within a bound that counts decompressed bytes. */
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import { DecodeError, HttpClientError } from "effect/http/HttpClientError"
import { type HttpClientResponse, toWeb } from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { collectBytes } from "../collectBytes.ts"

const decoder = new TextDecoder()

/** Collects the chunks of a body, and returns its text; `undefined` when the body is longer than the bound. */
export const makeCollector = (maxBytes: number) => {
  const { add, end } = collectBytes(maxBytes)
  return {
    add,
    end: (): string | undefined => {
      const whole = end()
      return whole === undefined ? undefined : decoder.decode(whole) // faster than chunk by chunk
    }
  }
}

type Collector = ReturnType<typeof makeCollector>

/** Reads the body of `fetch`; the interruption of the fiber closes the connection. */
const readWeb = <E>(
  body: ReadableStream<Uint8Array> | null,
  collector: Collector,
  onBroken: (cause: unknown) => E
): Effect.Effect<string | undefined, E> =>
  body === null
    ? Effect.succeed("")
    : Effect.tryPromise({
        try: async (signal) => {
          const reader = body.getReader()
          const cancel = () => void reader.cancel().catch(() => {})
          signal.addEventListener("abort", cancel, { once: true })
          for (;;) {
            const { done, value } = await reader.read()
            if (done) return collector.end()
            if (collector.add(value)) continue
            cancel()
            return undefined
          }
        },
        catch: onBroken
      })

const readStream = (
  stream: Stream.Stream<Uint8Array, HttpClientError>,
  collector: Collector
): Effect.Effect<string | undefined, HttpClientError> =>
  Effect.map(
    Stream.runForEachWhile(stream, (chunk) => Effect.sync(() => collector.add(chunk))),
    collector.end
  )

/** The property of a response whose body calls functions as it is received, which costs less than a stream. */
export const pushedBody: unique symbol = Symbol("@screeps-effect/api/pushedBody")

/** A body that calls functions as it is received. */
export interface PushedBody {
  /** Whether somebody reads it, or has read it. */
  readonly isRead: boolean
  /** Passes on each chunk, until the function returns `false`: then the connection is closed. Calls `onEnd` at the end. */
  readonly read: (onChunk: (chunk: Uint8Array) => boolean, onEnd: (error: Error | undefined) => void) => void
  /** Closes the connection, if the body has not ended. */
  readonly abort: () => void
}

/** Returns the text of a body; `undefined` when it has more bytes than the maximum. */
export const collectText = (
  response: HttpClientResponse,
  body: PushedBody,
  collector: Collector
): Effect.Effect<string | undefined, HttpClientError> =>
  Effect.callback((resume) => {
    body.read(collector.add, (cause) =>
      resume(
        cause === undefined
          ? Effect.succeed(collector.end())
          : Effect.fail(
              new HttpClientError({ reason: new DecodeError({ request: response.request, response, cause }) })
            )
      )
    )
    return Effect.sync(() => body.abort())
  })

/** Describes a number of bytes: `64 MiB`, `1000 bytes`. */
const format = (bytes: number): string =>
  bytes >= 1_048_576 && bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes} bytes`

const tooLong = (maxBytes: number): string =>
  `expected at most ${format(maxBytes)} (ScreepsClient.MaxResponseBytes), got more`

const severalEncodings = "expected at most one content-encoding, got several"

/** Returns why a body is not read at all. */
const refusalOf = (headers: Headers, maxBytes: number): string | undefined => {
  // One layer of compression expands a text a thousand times, two a million times: no server needs them.
  if (headers["content-encoding"]?.includes(",") === true) return severalEncodings
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLong(maxBytes) : undefined
}

/** Returns whether the header states the length of the text, which the connection enforces. */
const hasKnownLength = (headers: Headers): boolean =>
  headers["content-length"] !== undefined && headers["content-encoding"] === undefined

/**
 * Returns the body as text, or why it is not read: more bytes than the maximum, or several layers of compression. In both
 * cases the rest of the body is not received.
 */
export const readBody = <E>(
  response: HttpClientResponse,
  headers: Headers,
  maxBytes: number,
  /** Returns the failure when the connection was lost, or the body could not be decompressed. */
  onBroken: (cause: unknown) => E
): Effect.Effect<Result.Result<string, string>, HttpClientError | E> => {
  const refusal = refusalOf(headers, maxBytes)
  const web = Option.getOrUndefined(toWeb(response))
  const pushed = (response as { readonly [pushedBody]?: PushedBody })[pushedBody]
  // A transport that the program wraps has read the body already, as `Recording` does: its text is kept.
  if (web?.bodyUsed === true || web?.body?.locked === true || pushed?.isRead === true)
    return Effect.map(response.text, (text) =>
      refusal === undefined ? Result.succeed(text) : Result.fail(refusal)
    )
  // A `Stream` costs more than the rest of a small response.
  if (web === undefined && pushed === undefined && refusal === undefined && hasKnownLength(headers))
    return Effect.map(response.text, Result.succeed)
  // Nothing fits into a negative bound, so that the first chunk ends the reception.
  const collector = makeCollector(refusal === undefined ? maxBytes : -1)
  const text: Effect.Effect<string | undefined, HttpClientError | E> =
    pushed !== undefined
      ? collectText(response, pushed, collector)
      : web === undefined
        ? readStream(response.stream, collector)
        : readWeb(web.body, collector, onBroken)
  return Effect.map(text, (whole) =>
    refusal === undefined && whole !== undefined
      ? Result.succeed(whole)
      : Result.fail(refusal ?? tooLong(maxBytes))
  )
}
