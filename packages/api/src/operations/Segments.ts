/** Raw memory segments: a hundred texts beside Memory, read and written at once. */
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

/** Which segments are asked for: one by its number, or several, as a list or as numbers joined by commas. */
export type SegmentChoice = number | ReadonlyArray<number> | string

const joined = SchemaTransformation.transform<ReadonlyArray<number>, string>({
  decode: (text) => text.split(",").map(Number),
  encode: (list) => list.join(",")
})

/** Checks which segments are asked for: numbers 0–99; lists travel joined by commas. */
export const SegmentChoice: Schema.Codec<SegmentChoice, string | number> = Schema.Union([
  MemorySegment.MemorySegment,
  Schema.String.pipe(
    Schema.decodeTo(Schema.Array(MemorySegment.MemorySegment).check(Schema.isMinLength(1)), joined)
  ),
  Schema.String.check(Schema.isPattern(/^\d{1,2}(,\d{1,2})*$/u, { expected: "numbers joined by commas" }))
]).annotate({ identifier: "SegmentChoice" })

/**
 * What a server has in the segments that were asked for: a text, nothing, or (official servers) a list of them.
 *
 * **Gotchas**
 *
 * Private servers keep whatever JSON value was posted.
 */
export class SegmentData extends Schema.Opaque<SegmentData>()(
  Schema.Struct({ ok: Schema.Literal(1), data: nullish(Schema.Unknown) }).annotate({
    identifier: "SegmentData"
  })
) {}

/**
 * Tells what is in raw memory segments as the server writes it; `read` and `readMany` read it for you.
 *
 * **Details**
 *
 * Texts come as they were written, never unpacked. A segment that was never written is absent or `null`. To several
 * numbers official servers are reported to answer a list in the order of asking.
 *
 * **Gotchas**
 *
 * Private servers answer the first of several segments only.
 *
 * **Errors** `InvalidInput` (numbers other than 0–99, nothing is sent), `Unauthorized`, `ShardRequired` on official
 * servers without a shard.
 *
 * **Source** `GET /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 360 per hour.
 */
export const get = Operation.get("/api/user/memory-segment", {
  input: { segment: SegmentChoice },
  shard: "required",
  output: SegmentData,
  quota: { limit: 360, per: "hour" }
})

/**
 * Writes one raw memory segment, at once and without waiting for a tick.
 *
 * **Details**
 *
 * At most 102400 characters. What the user's code does with segments in the same tick may overwrite it.
 *
 * **Errors** `InvalidInput` (a number other than 0–99, too long; nothing is sent), `Unauthorized`, `ShardRequired` on
 * official servers without a shard.
 *
 * **Source** `POST /api/user/memory-segment`, recorded from a server 4.3.0. Official quota: 60 per hour.
 */
export const set = Operation.post("/api/user/memory-segment", {
  input: { segment: MemorySegment.MemorySegment, data: MemorySegment.SegmentText },
  shard: "required",
  output: Ok,
  idempotent: true,
  quota: { limit: 60, per: "hour" },
  inSpecification: false
})

/**
 * Reads one raw memory segment; nothing when it was never written.
 *
 * **Details**
 *
 * What is no text, which only private servers keep, is read as its JSON text.
 *
 * **Errors** those of `get`.
 *
 * **Source** `GET /api/user/memory-segment`.
 */
export const read = ({
  segment,
  shard
}: {
  readonly segment: number
  readonly shard?: ShardName | undefined
}): Effect.Effect<Option.Option<string>, ScreepsError, ScreepsClient> =>
  Effect.map(get({ segment, shard }), ({ data }) => Option.fromUndefinedOr(MemorySegment.read(data)))

const unlike = (asked: number, told: number) =>
  new ScreepsError({
    operation: get.name,
    reason: new UnexpectedResponse({ status: 200, detail: `expected ${asked} segments, got ${told}` })
  })

/** As many requests to a private server as are in the air at once. */
const concurrency = 8

const areSegments = Decoder.guard(Schema.Array(MemorySegment.MemorySegment))

/**
 * Reads several raw memory segments in the order of asking; nothing for those that were never written.
 *
 * **Details**
 *
 * Official servers are asked once. Private servers, which answer the first of several only, are asked once for each.
 *
 * **Errors** those of `get`; `UnexpectedResponse` when the server answers more or fewer than were asked for.
 *
 * **Source** `GET /api/user/memory-segment`; the list of official servers reported.
 */
export const readMany = ({
  segments,
  shard
}: {
  readonly segments: ReadonlyArray<number>
  readonly shard?: ShardName | undefined
}): Effect.Effect<ReadonlyArray<Option.Option<string>>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    // What are none is refused by the operation, in its own words, before any of the others is asked for.
    if (!areSegments(segments)) yield* get({ segment: segments, shard })
    const { server } = yield* ScreepsClient
    if (segments.length < 2 || server.kind === "private") {
      return yield* Effect.forEach(segments, (segment) => read({ segment, shard }), { concurrency })
    }
    const { data } = yield* get({ segment: segments, shard })
    const texts = MemorySegment.readAll(data)
    if (texts.length !== segments.length) return yield* unlike(segments.length, texts.length)
    return texts.map(Option.fromUndefinedOr)
  })
