/** Raw memory segments: a hundred texts beside Memory, read and written without waiting for a tick. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Ok } from "@screeps-effect/schema/Envelope"
import * as MemorySegment from "@screeps-effect/schema/MemorySegment"
import { nullish } from "@screeps-effect/schema/Nullish"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/ScreepsClient.ts"
import { ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"

/** One or more segments: a number, a list of numbers, or numbers joined by commas. */
export type SegmentChoice = number | ReadonlyArray<number> | string

const joined = SchemaTransformation.transform<ReadonlyArray<number>, string>({
  decode: (text) => text.split(",").map(Number),
  encode: (list) => list.join(",")
})

/** Checks the numbers of segments, 0–99; lists are sent joined by commas. */
export const SegmentChoice: Schema.Codec<SegmentChoice, string | number> = Schema.Union([
  MemorySegment.MemorySegment,
  Schema.String.pipe(
    Schema.decodeTo(Schema.Array(MemorySegment.MemorySegment).check(Schema.isMinLength(1)), joined)
  ),
  Schema.String.check(Schema.isPattern(/^\d{1,2}(,\d{1,2})*$/u, { expected: "numbers joined by commas" }))
]).annotate({ identifier: "SegmentChoice" })

/** The content of segments in the server's format. */
export class SegmentData extends Schema.Opaque<SegmentData>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /**
     * A text; absent or `null` if never written; a list for several segments (official). Private servers may hold any
     * JSON.
     */
    data: nullish(Schema.Unknown)
  }).annotate({
    identifier: "SegmentData"
  })
) {}

/**
 * Returns raw memory segments in the server's format; `read` and `readMany` decode them.
 *
 * **Details**
 *
 * Texts are returned as they were written, never packed. A segment that was never written is absent or `null`. For
 * several numbers official servers are reported to return a list in the order of the request.
 *
 * **Gotchas**
 *
 * Private servers return only the first of several segments, and keep any JSON value that was posted.
 *
 * **Errors** `InvalidInput` (numbers other than 0–99, nothing is sent), `Unauthorized`, `ShardRequired` on official
 * servers without a shard.
 *
 * **Source** `GET /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 360 per hour.
 */
export const get = Operation.get("/api/user/memory-segment", {
  input: {
    /** Number of the segment, 0–99; or several, as a list or joined by commas. */
    segment: SegmentChoice
  },
  shard: "required",
  output: SegmentData,
  quota: { limit: 360, per: "hour" }
})

/**
 * Writes one raw memory segment at once, without waiting for a tick.
 *
 * **Gotchas**
 *
 * The user's code may overwrite it in the same tick.
 *
 * **Errors** `InvalidInput` (a number other than 0–99, too long; nothing is sent), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 60 per hour.
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
  inSpecification: false
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
  Effect.map(get({ segment, shard }), ({ data }) => Option.fromUndefinedOr(MemorySegment.read(data)))

const wrongCount = (expected: number, received: number) =>
  new ScreepsError({
    operation: get.name,
    reason: new UnexpectedResponse({ status: 200, detail: `expected ${expected} segments, got ${received}` })
  })

/** The most requests to a private server that are in flight at once. */
const concurrency = 8

const areSegments = Decoder.guard(Schema.Array(MemorySegment.MemorySegment))

/**
 * Returns the texts of several raw memory segments, in the requested order; none for those never written.
 *
 * **Details**
 *
 * Official servers receive one request. Private servers, which return only the first of several segments, receive one
 * request for each.
 *
 * **Errors** those of `get`; `UnexpectedResponse` when the server returns more or fewer segments than requested.
 *
 * **Source** `GET /api/user/memory-segment`; the list of official servers reported.
 */
export const readMany = ({
  segments,
  shard
}: {
  /** Numbers of the segments, 0–99. */
  readonly segments: ReadonlyArray<number>
  readonly shard?: ShardName | undefined
}): Effect.Effect<ReadonlyArray<Option.Option<string>>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    // The operation rejects invalid numbers with a precise message, before any valid segment is requested.
    if (!areSegments(segments)) yield* get({ segment: segments, shard })
    const { server } = yield* ScreepsClient
    if (segments.length < 2 || server.kind === "private") {
      return yield* Effect.forEach(segments, (segment) => read({ segment, shard }), { concurrency })
    }
    const { data } = yield* get({ segment: segments, shard })
    const texts = MemorySegment.readAll(data)
    if (texts.length !== segments.length) return yield* wrongCount(segments.length, texts.length)
    return texts.map(Option.fromUndefinedOr)
  })
