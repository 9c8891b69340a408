/**
 * A value of Memory, typed and followed as it changes.
 *
 * **Details**
 *
 * The socket sends a watched value as text in every tick, which is enough for numbers, booleans and texts. Objects and
 * lists are fetched over HTTP when the text says that they changed, or, where different ones read alike, at regular times.
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
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Channels from "../Channels.ts"
import { isOpaque, isUnclearList, readings } from "./MemoryWatch/memoryText.ts"
import { type ScreepsSocket, subscribe } from "../ScreepsSocket.ts"
import type { SocketError } from "../SocketError.ts"

/** What stands at the path does not fit the schema. */
export class DecodeFailure extends Data.TaggedError("DecodeFailure")<{
  readonly path: string
  /** What was expected and where; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return `Memory.${this.path}: ${this.detail}`
  }
}

/** How a value is followed. */
export interface Options {
  readonly shard?: ShardName | undefined
  /**
   * The least time between two fetches: by default a minute on official servers, which admit 1440 a day, and a second
   * on others.
   */
  readonly every?: Duration.Input | undefined
  /** What becomes of a value that does not fit: `fail` (default), or `skip`, which logs a warning. */
  readonly onDecodeFailure?: "fail" | "skip" | undefined
}

/** A path that can be both watched and read. */
const check = (path: string): Effect.Effect<string, ScreepsError> =>
  Schema.decodeUnknownEffect(MemoryEvent.WatchPath)(path).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(MemoryPath)),
    Effect.mapError(({ message }) => {
      const why = message.replaceAll("\n", " ")
      return new ScreepsError({
        operation: "MemoryWatch.stream",
        reason: new InvalidInput({ field: "path", detail: why })
      })
    })
  )

/** The value as the server has it; nothing behind a key that is missing. */
const fetch = (path: string, shard: ShardName | undefined) =>
  Memory.read({ path, shard }, Schema.Unknown).pipe(
    Effect.catchReason("ScreepsError", "Rejected", (rejected, error) =>
      rejected.detail === MemoryEvent.incorrectPath ? Effect.succeedNone : Effect.fail(error)
    )
  )

/** Follows one value: gives it for a text when it differs from the one before. */
const follower = <A>(
  path: string,
  shard: ShardName | undefined,
  schema: Schema.Codec<A, unknown>,
  every: number
) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const fits = Schema.is(Schema.toEncoded(schema))
  let text: string | undefined
  /** Whether what was fetched may change while its text stays. */
  let unclear = false
  let last: Option.Option<A> | undefined
  let fetchAt = -Infinity

  /** The one value that the text can stand for, if it can for only one. */
  const read = Effect.fnUntraced(function* (next: string) {
    if (GzipJson.is(next)) {
      return yield* Effect.option(Effect.asSome(Effect.flatMap(GzipJson.decode(next), decode)))
    }
    if (isOpaque(next)) return Option.none()
    const fits: Array<A> = []
    for (const reading of readings(next)) {
      const value = yield* Effect.option(decode(reading))
      if (Option.isSome(value)) fits.push(value.value)
    }
    if (MemoryEvent.isAbsent(next)) return fits.length === 0 ? Option.some(Option.none<A>()) : Option.none()
    return fits.length === 1 ? Option.map(Arr.head(fits), Option.some) : Option.none()
  })

  const fetched = Effect.gen(function* () {
    yield* Effect.sleep(Math.max(0, fetchAt - (yield* Clock.currentTimeMillis)))
    fetchAt = (yield* Clock.currentTimeMillis) + every
    const value = yield* fetch(path, shard)
    unclear = Option.isSome(value) && isUnclearList(value.value, fits)
    return Option.isNone(value)
      ? Option.none<A>()
      : yield* decode(value.value).pipe(
          Effect.mapBoth({
            onSuccess: Option.some,
            onFailure: ({ message }) => new DecodeFailure({ path, detail: message })
          })
        )
  })

  /** Nothing when the server could not respond just now: the next text fetches again. */
  const retried = Effect.asSome(fetched).pipe(
    Effect.catchTag("ScreepsError", (error) => {
      if (!Retry.isTransient(error)) return Effect.fail(error)
      text = undefined
      return Effect.succeedNone
    })
  )

  return Effect.fnUntraced(function* (next: string) {
    if (next === text && !unclear && !isOpaque(next)) return []
    text = next
    unclear = false
    const known = yield* read(next)
    const value = Option.isSome(known) ? known : yield* retried
    if (Option.isNone(value) || (last !== undefined && Equal.equals(last, value.value))) return []
    last = value.value
    return [value.value]
  })
}

/** Warns of a value that does not fit, once for the same issue. */
const skipping = () => {
  let warned: string | undefined
  return (misfit: DecodeFailure) => {
    if (misfit.detail === warned) return Effect.succeed([])
    warned = misfit.detail
    return Effect.as(Effect.logWarning(misfit.message), [])
  }
}

/**
 * Emits a value of Memory, now and whenever it changes; nothing while it is not there.
 *
 * **Details**
 *
 * Each value differs from the one before. What the text of the socket says without doubt is taken from there; otherwise
 * the value is fetched by `Memory.read`, at most once in `every`, and the latest one only: a value that lasted shorter
 * may be missed. What may change while its text stays is fetched again and again: objects, and lists that hold objects,
 * lists, `null`, empty texts or texts with commas, or that are empty and may hold lists or `null`. A fetch that fails for
 * a passing cause (`Retry.isTransient`), such as a restart of the server, is made again.
 *
 * **Gotchas**
 *
 * A list reads like its elements joined by commas: a schema of texts takes `["a", "b"]` for `"a,b"`, a schema of numbers
 * `[5]` for `5`; that `["a", "b"]` becomes `["a,b"]`, or `[]` becomes `[""]`, is not noticed. What the script keeps in
 * Memory without saving it is not seen.
 *
 * **Errors** `DecodeFailure` unless it is skipped; `ScreepsError` (`InvalidInput` for a path that would do damage or cannot be
 * read over HTTP, nothing is sent; those of `Memory.read` that do not pass); `SocketError` (those of
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
  Stream.unwrap(
    Effect.gen(function* () {
      const { server } = yield* ScreepsClient
      const checked = yield* check(path)
      const {
        every = server.kind === "official" ? "1 minute" : "1 second",
        onDecodeFailure: misfit,
        shard
      } = options
      const follow = follower(checked, shard, schema, Duration.toMillis(every))
      const skip = skipping()
      return subscribe(Channels.memory(checked, shard)).pipe(
        Stream.mapEffect((text) =>
          misfit === "skip" ? Effect.catchTag(follow(text), "DecodeFailure", skip) : follow(text)
        ),
        Stream.flatMap(Stream.fromIterable)
      )
    })
  )
