/**
 * Watches a value of Memory as it changes, decoded by a schema.
 *
 * **Details**
 *
 * The socket sends a watched value as text in every tick, which is enough for numbers, booleans and strings. Objects
 * and arrays are fetched over HTTP when the text changes, or regularly if different values have the same text.
 *
 * **Source** recorded from a server 4.3.0.
 */
import * as Memory from "@screeps-effect/api/Memory"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Retry from "@screeps-effect/api/Retry"
import { InvalidInput, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as MemoryEvent from "@screeps-effect/schema/MemoryEvent"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Channels from "../Channels.ts"
import { type ScreepsSocket, subscribe } from "../ScreepsSocket.ts"
import { shown } from "../shown.ts"
import type { SocketError } from "../SocketError.ts"

/** The value at the path does not match the schema. */
export class DecodeFailure extends Data.TaggedError("DecodeFailure")<{
  /** The path in Memory, such as `stats.gcl`. */
  readonly path: string
  /** What was expected and where, at most 200 characters; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return `Memory.${this.path}: ${this.detail}`
  }
}

/** Options for watching a value. */
export interface Options {
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
  /**
   * The least time between two fetches: by default a minute on official servers, which allow 1440 fetches a day, and a
   * second on others.
   */
  readonly every?: Duration.Input | undefined
  /** What happens to a value that does not match the schema: `fail` (default), or `skip`, which logs a warning. */
  readonly onDecodeFailure?: "fail" | "skip" | undefined
}

/** A value and when the server last sent it. */
export interface Reading<A> {
  /** The value; `None` while the path has no value. */
  readonly value: Option.Option<A>
  /** When the message with the value's text was received. */
  readonly receivedAt: Millis.Millis
}

/** Returns the values with this text except arrays and objects: a number, a boolean, `null`, the text itself. */
const readingsOf = (text: string): ReadonlyArray<unknown> => {
  const number = Number(text)
  if (Number.isFinite(number) && String(number) === text) return [number, text]
  if (text === "true" || text === "false") return [text === "true", text]
  return text === "null" ? [null, text] : [text]
}

/** Whether the text may stand for different objects, or arrays that contain objects. */
const isOpaque = (text: string): boolean => text.includes("[object Object]")

/** Whether an element's text is empty or may contain commas: other elements would join to the same text. */
const isUnclear = (element: unknown): boolean =>
  typeof element === "object" || element === "" || (typeof element === "string" && element.includes(","))

/**
 * Whether an array may change while its text stays the same, judged by its elements; an empty one by whether its schema
 * allows arrays or `null`. That `["a", "b"]` may become `["a,b"]` does not count: every array of strings would be
 * unclear.
 */
const isUnclearList = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && (value.length === 0 ? fits([[]]) || fits([null]) : value.some(isUnclear))

/** Returns the path if it can be both watched and read. */
const check = (path: string): Effect.Effect<string, ScreepsError> =>
  Schema.decodeUnknownEffect(MemoryEvent.WatchPath)(path).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(MemoryPath)),
    Effect.mapError(({ message }) => {
      const detail = message.replaceAll("\n", " ")
      return new ScreepsError({
        operation: "MemoryWatch.stream",
        reason: new InvalidInput({ field: "path", detail })
      })
    })
  )

/** Fetches the value; `none` if a part of the path is missing. */
const fetch = (path: string, shard: ShardName | undefined) =>
  Memory.read({ path, shard }, Schema.Unknown).pipe(
    Effect.catchReason("ScreepsError", "Rejected", (rejected, error) =>
      rejected.detail === MemoryEvent.incorrectPath ? Effect.succeedNone : Effect.fail(error)
    )
  )

/** Creates a function from the socket's text to the value, as a list that is empty while the value is unknown. */
const follower = <A>(
  path: string,
  shard: ShardName | undefined,
  schema: Schema.Codec<A, unknown>,
  every: number
) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const fits = Schema.is(Schema.toEncoded(schema))
  let text: string | undefined
  /** Whether the fetched value may change while its text stays the same. */
  let unclear = false
  let last: ReadonlyArray<Option.Option<A>> = []
  let fetchAt = -Infinity

  /** Returns the value that the text stands for, if there is only one possible value. */
  const read = Effect.fnUntraced(function* (next: string) {
    if (GzipJson.is(next)) {
      return yield* Effect.option(Effect.asSome(Effect.flatMap(GzipJson.decode(next), decode)))
    }
    if (isOpaque(next)) return Option.none()
    const fits: Array<A> = []
    for (const reading of readingsOf(next)) {
      const value = yield* Effect.option(decode(reading))
      if (Option.isSome(value)) fits.push(value.value)
    }
    if (MemoryEvent.isAbsent(next)) return fits.length === 0 ? Option.some(Option.none<A>()) : Option.none()
    return fits.length === 1 ? Option.map(Arr.head(fits), Option.some) : Option.none()
  })

  const fetched = Effect.gen(function* () {
    yield* Effect.sleep(Math.max(0, fetchAt - (yield* Millis.monotonic)))
    fetchAt = (yield* Millis.monotonic) + every
    const value = yield* fetch(path, shard)
    unclear = Option.isSome(value) && isUnclearList(value.value, fits)
    return Option.isNone(value)
      ? Option.none<A>()
      : yield* decode(value.value).pipe(
          Effect.mapBoth({
            onSuccess: Option.some,
            onFailure: ({ message }) => new DecodeFailure({ path, detail: shown(message) })
          })
        )
  })

  /** Returns `none` after a transient failure: the next text fetches again. */
  const retried = Effect.asSome(fetched).pipe(
    Effect.catchTag("ScreepsError", (error) => {
      if (!Retry.isTransient(error)) return Effect.fail(error)
      text = undefined
      return Effect.succeedNone
    })
  )

  return Effect.fnUntraced(function* (next: string) {
    if (next === text && !unclear && !isOpaque(next)) return last
    text = next
    unclear = false
    last = []
    const known = yield* read(next)
    last = Option.toArray(Option.isSome(known) ? known : yield* retried)
    return last
  })
}

/** Logs a warning about a value that does not match the schema, unless it equals the previous warning. */
const skipping = () => {
  let warned: string | undefined
  return (failure: DecodeFailure) => {
    if (failure.detail === warned) return Effect.succeed([])
    warned = failure.detail
    return Effect.as(
      Effect.logWarning(
        `A value of Memory.${shown(failure.path)} was left out, because it does not match the schema (${failure.detail}).`
      ),
      []
    )
  }
}

/**
 * Emits a value of Memory with each message of the server, also while the value does not change, and when the message
 * was received: while none is emitted the server does not send, rather than the value is the same.
 *
 * **Details**
 *
 * The server sends a message in every tick. A value that is fetched regularly is emitted once per `every`. A message
 * whose value cannot be fetched for a transient reason, or is skipped, is left out. Everything else is as with `stream`.
 *
 * ```ts
 * import { Millis } from "@screeps-effect/schema"
 * import { MemoryWatch } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 * import * as Schema from "effect/Schema"
 * import * as Stream from "effect/Stream"
 *
 * let last = -Infinity
 * const watch = MemoryWatch.readings("stats.gcl", Schema.Finite).pipe(
 *   Stream.runForEach(() => Effect.map(Millis.monotonic, (now) => (last = now)))
 * )
 * const isSilent = Effect.map(Millis.monotonic, (now) => now - last > 30_000)
 * ```
 *
 * **Errors** those of `stream`.
 */
export const readings = <A>(
  path: string,
  schema: Schema.Codec<A, unknown>,
  options: Options = {}
): Stream.Stream<Reading<A>, SocketError | ScreepsError | DecodeFailure, ScreepsSocket | ScreepsClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { server } = yield* ScreepsClient
      const checked = yield* check(path)
      const { every = server.kind === "official" ? "1 minute" : "1 second", onDecodeFailure, shard } = options
      const follow = follower(checked, shard, schema, Duration.toMillis(every))
      const skip = skipping()
      return subscribe(Channels.memory(checked, shard)).pipe(
        Stream.mapEffect((text) =>
          Effect.gen(function* () {
            const receivedAt = yield* Millis.now
            const values = yield* onDecodeFailure === "skip"
              ? Effect.catchTag(follow(text), "DecodeFailure", skip)
              : follow(text)
            return values.map((value) => ({ value, receivedAt }))
          })
        ),
        Stream.flatMap(Stream.fromIterable)
      )
    })
  )

/**
 * Emits a value of Memory, now and whenever it changes; `None` while the path has no value.
 *
 * **Details**
 *
 * Each emitted value differs from the previous one; `readings` emits unchanged ones, too. If the socket's text is
 * unambiguous, the value is decoded from it. Otherwise the value is fetched by `Memory.read`, at most once per `every`:
 * a value that lasted for a shorter time may be missed. Values that may change while their text stays the same are fetched regularly: objects, and arrays that
 * contain objects, arrays, `null`, empty strings or strings with commas, and empty arrays whose schema allows arrays or
 * `null`. A fetch that fails for a transient reason (`Retry.isTransient`), such as a restart of the server, is
 * repeated.
 *
 * **Gotchas**
 *
 * The text of an array is its elements joined by commas: a schema of strings decodes `["a", "b"]` as `"a,b"`, a schema
 * of numbers decodes `[5]` as `5`. A change from `["a", "b"]` to `["a,b"]`, or from `[]` to `[""]`, is not noticed.
 * Changes that the script does not save to Memory are not seen.
 *
 * **Errors** `DecodeFailure` unless it is skipped; `ScreepsError` (`InvalidInput` for a path that would do damage or
 * cannot be read over HTTP, nothing is sent; errors of `Memory.read` that are not transient); `SocketError` (those of
 * `ScreepsSocket.subscribe`).
 *
 * **Source** the channel `user:<user>/memory/<path>` and `GET /api/user/memory`, recorded from a server 4.3.0.
 */
export const stream = <A>(
  path: string,
  schema: Schema.Codec<A, unknown>,
  options: Options = {}
): Stream.Stream<
  Option.Option<A>,
  SocketError | ScreepsError | DecodeFailure,
  ScreepsSocket | ScreepsClient
> =>
  readings(path, schema, options).pipe(
    Stream.map(({ value }) => value),
    Stream.changesWith((one, other) => Equal.equals(one, other))
  )
