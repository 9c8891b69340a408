/** Raw memory segments: a hundred texts beside Memory, read and written without waiting for a tick. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Ok } from "@screeps-effect/schema/Envelope"
import * as MemorySegment from "@screeps-effect/schema/MemorySegment"
import { nullish } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/service.ts"
import { InvalidInput, ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import * as PlayerValue from "./playerValue.ts"

/** One or more segments: a number, a list of numbers (also as texts), or a text of numbers joined by commas (`"1, 2"`). */
export type SegmentChoice = number | ReadonlyArray<number | string> | string

const numbersOf = (choice: SegmentChoice): ReadonlyArray<number> => {
  if (typeof choice === "number") return [choice]
  return (typeof choice === "string" ? choice.split(",") : choice).map(Number)
}

const joined = SchemaTransformation.transform<ReadonlyArray<number | string>, string>({
  decode: numbersOf,
  encode: (list) => numbersOf(list).join(",")
})

const compact = SchemaTransformation.transform<string, string>({
  decode: (text) => text,
  encode: (text) => numbersOf(text).join(",")
})

/** The number of a segment, or its text. */
const Member = Schema.Union([
  MemorySegment.MemorySegment,
  Schema.String.check(Schema.isPattern(/^ *\d{1,2} *$/u, { expected: "the number of a segment, 0 to 99" }))
])

/** Checks the numbers of segments: 0–99. Several are sent as a text, joined by commas, in their order. */
export const SegmentChoice: Schema.Codec<SegmentChoice, string | number> = Schema.Union([
  MemorySegment.MemorySegment,
  Schema.String.pipe(Schema.decodeTo(Schema.Array(Member).check(Schema.isMinLength(1)), joined)),
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.isMaxLength(1000, { expected: "at most 1000 characters" }),
        Schema.isPattern(/^ *\d{1,2} *(?:, *\d{1,2} *)*$/u, { expected: "numbers joined by commas" })
      ),
      compact
    )
  )
]).annotate({ identifier: "SegmentChoice" })

/** The content of segments in the server's format. */
export class SegmentData extends answer<SegmentData>("SegmentData")({
  /**
   * A text; absent or `null` if never written; a list for several segments (official). Private servers may hold any
   * JSON.
   */
  data: nullish(Schema.Unknown)
}) {}

/**
 * Returns raw memory segments in the server's format; `read` and `readMany` decode them.
 *
 * **Details**
 *
 * Texts are returned as they were written, never packed. A segment that was never written is absent or `null`. For
 * several numbers official servers are reported to return a list in the order of the request. A number that is named
 * twice is sent twice; what official servers return for it is not known. `readMany` requests it once.
 *
 * **Gotchas**
 *
 * Private servers return only the first of several segments, and keep any JSON value that was posted. xxscreeps rejects
 * several segments, and returns an empty text for one that was never written. `readMany` works on all of them.
 *
 * **Errors** `InvalidInput` (numbers other than 0–99; nothing is sent), `Unauthorized`,
 * `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 360 per hour. Official:
 * published in 2017 (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const get = Operation.get("/api/user/memory-segment", {
  input: {
    /** Number of the segment, 0–99; or several, as a list of numbers or texts, or as a text such as `"1, 2"`. */
    segment: SegmentChoice
  },
  shard: "required",
  output: SegmentData,
  quota: { limit: 360, per: "hour" },
  provenance: { official: "published" }
})

/**
 * Writes one raw memory segment at once, without waiting for a tick.
 *
 * **Gotchas**
 *
 * After each run of the script, a private server writes the segments that were active in it back, changed or not: a
 * text written during the run is lost. Read it again a tick later to be sure.
 *
 * **Errors** `InvalidInput` (a number other than 0–99, too long; nothing is sent), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 60 per hour. Official:
 * published in 2017 (daboross/rust-screeps-api). xxscreeps: recorded.
 */
export const set = Operation.post("/api/user/memory-segment", {
  input: {
    /** Number of the segment, 0–99. */
    segment: MemorySegment.MemorySegment,
    /** Text to write, at most 102400 characters. */
    data: MemorySegment.SegmentText
  },
  shard: "required",
  output: Ok,
  idempotent: true,
  quota: { limit: 60, per: "hour" },
  provenance: { official: "published" }
})

/**
 * Returns the text of one raw memory segment; none when it was never written.
 *
 * **Details**
 *
 * A value that is not a text, which only private servers keep, is returned as its JSON text.
 *
 * **Errors** those of `get`.
 *
 * **Source** `GET /api/user/memory-segment`.
 */
export const read = ({
  segment,
  shard
}: {
  /** Number of the segment, 0–99. */
  readonly segment: number
  readonly shard?: ShardName | undefined
}): Effect.Effect<Option.Option<string>, ScreepsError, ScreepsClient> =>
  Effect.flatMap(get({ segment, shard }), ({ data }) =>
    readText(() => Option.fromUndefinedOr(MemorySegment.read(data)))
  )

const unexpected = (detail: string) =>
  new ScreepsError({ operation: get.name, reason: new UnexpectedResponse({ status: 200, detail }) })

/** Reads texts; fails for data that is nested too deeply to be written as text. */
const readText = <A>(read: () => A): Effect.Effect<A, ScreepsError> =>
  Effect.catchDefect(Effect.sync(read), (defect) =>
    Decoder.isStackOverflow(defect)
      ? Effect.fail(unexpected("the segment is nested too deeply"))
      : Effect.die(defect)
  )

/** The most requests to a private server that are in flight at once. */
const concurrency = 8

const isChoice = Decoder.guard(Schema.toType(SegmentChoice))

/**
 * Returns the texts of several raw memory segments, in the requested order; none for those never written.
 *
 * **Details**
 *
 * Official servers receive one request. Private servers, which return only the first of several segments or reject them
 * (xxscreeps), receive one request for each. A segment that is named twice is requested once.
 *
 * **Gotchas**
 *
 * xxscreeps returns an empty text for a segment that was never written.
 *
 * **Errors** those of `get`; `UnexpectedResponse` when the server returns more or fewer segments than requested.
 *
 * **Source** `GET /api/user/memory-segment`; the list of official servers reported.
 */
export const readMany = ({
  segments,
  shard
}: {
  /** Numbers of the segments, 0–99, as a list of numbers or texts, or as a text such as `"1, 2"`. */
  readonly segments: Exclude<SegmentChoice, number>
  readonly shard?: ShardName | undefined
}): Effect.Effect<ReadonlyArray<Option.Option<string>>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    if (Array.isArray(segments) && segments.length === 0) return []
    // The operation rejects invalid numbers with a precise message, before any valid segment is requested.
    if (!isChoice(segments)) yield* get({ segment: segments, shard })
    const requested = numbersOf(segments)
    const distinct = [...new Set(requested)]
    const { server } = yield* ScreepsClient
    const readAll = Effect.gen(function* () {
      if (distinct.length < 2 || server.kind === "private") {
        return yield* Effect.forEach(distinct, (segment) => read({ segment, shard }), { concurrency })
      }
      const { data } = yield* get({ segment: distinct, shard })
      const texts = yield* readText(() => MemorySegment.readAll(data))
      if (texts.length !== distinct.length)
        return yield* unexpected(`expected ${distinct.length} segments, got ${texts.length}`)
      return texts.map(Option.fromUndefinedOr)
    })
    const texts = new Map(Arr.zip(distinct, yield* readAll))
    return requested.map((segment) => texts.get(segment) ?? Option.none())
  })

/**
 * Returns the JSON value of one raw memory segment, checked by a schema; none when it was never written, or is empty.
 *
 * **Errors** `UnexpectedResponse` when the text is not JSON or the value does not match the schema, and those of `get`.
 *
 * **Source** `GET /api/user/memory-segment`.
 */
export const readJson = <A>(
  input: {
    /** Number of the segment, 0–99. */
    readonly segment: number
    readonly shard?: ShardName | undefined
  },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<Option.Option<A>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const text = Option.getOrElse(yield* read(input), () => "")
    if (text === "") return Option.none()
    const value = yield* Effect.try({
      try: (): unknown => JSON.parse(text),
      catch: () => unexpected("the segment is not JSON")
    })
    return Option.some(yield* Effect.mapError(PlayerValue.decode(schema, value), unexpected))
  })

/**
 * Writes a value as JSON to one raw memory segment, encoded by a schema: the counterpart of `readJson`.
 *
 * **Errors** `InvalidInput` (the value does not match its schema, or its text is too long; nothing is sent) and those of
 * `set`.
 *
 * **Source** `POST /api/user/memory-segment`.
 */
export const writeJson = <A>(
  input: {
    /** Number of the segment, 0–99. */
    readonly segment: number
    /** Value to write; its JSON text has at most 102400 characters. */
    readonly value: A
    readonly shard?: ShardName | undefined
  },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<Ok, ScreepsError, ScreepsClient> =>
  PlayerValue.encodeText(schema, input.value).pipe(
    Effect.mapError(
      (detail) =>
        new ScreepsError({ operation: set.name, reason: new InvalidInput({ field: "value", detail }) })
    ),
    Effect.flatMap((data) => set({ segment: input.segment, data, shard: input.shard }))
  )
